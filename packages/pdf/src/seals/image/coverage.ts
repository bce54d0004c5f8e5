import type { Ink } from './ink.js';
import { nearestKnown } from './nearest.js';
import { boxBlur, clamp, type Plane, planeOf, quantile, ramp } from './plane.js';
import { widened } from './widened.js';

/** Darker than this a point is ink of some kind. */
const DARK = 0.35;
/** More colourful than this a place has coloured ink; the noise of a JPEG keeps black below it. */
const COLOURED = 0.25;
/** No black place comes to this by noise. */
const STRONGLY_COLOURED = 0.45;
/** Share of the dark pixels: a black seal has fewer coloured ones. */
const COLOURED_OF_DARK = 0.12;
/** Share of all pixels: a red seal on a full page of print has more strongly coloured ones, a stain fewer. */
const COLOURED_OF_ALL = 0.002;
/** Darkness of a well-inked place relative to others of the same ink. */
const WELL_INKED = 0.6;

/**
 * How much of each point the seal's ink covers, 0 to 1. Of a coloured seal the black print that runs across it is
 * taken away, and what it hid is put back from beside it; of a black seal nothing can be told from print.
 */
export function coverageOf(ink: Ink): Plane {
  const { darkness, colourAround } = ink;
  const isDark = (at: number): boolean => (darkness.values[at] ?? 0) > DARK;
  const isColouredInk = (at: number): boolean => isDark(at) && (colourAround.values[at] ?? 0) > COLOURED;
  const isStrong = (at: number): boolean => isDark(at) && (colourAround.values[at] ?? 0) > STRONGLY_COLOURED;
  const isColoured =
    shareOf(darkness, isStrong) > COLOURED_OF_ALL ||
    shareOf(darkness, isColouredInk) > COLOURED_OF_DARK * shareOf(darkness, isDark);
  const full = quantile(darkness, WELL_INKED, isColoured ? isColouredInk : isDark);
  const covered = coverageByDarkness(ink, clamp(full, 0.4, 0.9));
  return isColoured ? withoutPrint(covered, ink, quantile(colourAround, 0.5, isColouredInk)) : covered;
}

function shareOf({ values }: Plane, holds: (at: number) => boolean): number {
  let count = 0;
  for (let at = 0; at < values.length; at += 1) if (holds(at)) count += 1;
  return count / values.length;
}

/** Share of the paper's pixels; the rest of the noise counts as edges of strokes. */
const PAPER_NOISE = 0.99;

/** The noise of the paper decides where ink begins; a point needs ink around it too, or it is noise. */
function coverageByDarkness({ darkness, darknessAround }: Ink, full: number): Plane {
  const isPaper = (at: number): boolean => (darknessAround.values[at] ?? 0) < 0.15;
  const begins = clamp(quantile(darkness, PAPER_NOISE, isPaper), 0.08, 0.22);
  const covered = planeOf(darkness.width, darkness.height);
  for (let at = 0; at < covered.values.length; at += 1) {
    const support = ramp(darknessAround.values[at] ?? 0, 0.08, 0.16);
    covered.values[at] = ramp(darkness.values[at] ?? 0, begins, full) * support;
  }
  return covered;
}

/** Points: print frays into the colour beside it. */
const FRAYED = 2;
/** Lighter grey than this hides nothing. */
const HIDING = 0.3;

function withoutPrint(covered: Plane, ink: Ink, usualColour: number): Plane {
  const { width, height } = covered;
  const { darkness } = ink;
  const purity = purityOf(ink, usualColour);
  const print = new Uint8Array(width * height);
  for (let at = 0; at < print.length; at += 1) {
    if ((darkness.values[at] ?? 0) > HIDING && (purity.values[at] ?? 0) < 0.5) print[at] = 1;
  }
  const frayed = widened(print, width, height, FRAYED);
  const known = new Uint8Array(print.length);
  for (let at = 0; at < known.length; at += 1) {
    const isPure = print[at] === 0 && (purity.values[at] ?? 0) > 0.95;
    known[at] = frayed[at] === 0 || isPure ? 1 : 0;
  }
  const source = nearestKnown(known, width, height);
  const filled = planeOf(width, height);
  for (let at = 0; at < known.length; at += 1) {
    const from = source[at] ?? -1;
    filled.values[at] = from === -1 ? 0 : (covered.values[from] ?? 0) * (purity.values[from] ?? 0);
  }
  // What was put in is made of single points of the rim: it is smoothed, what was seen is left as it is.
  const smooth = boxBlur(filled, 1);
  for (let at = 0; at < known.length; at += 1)
    if (known[at] === 0) filled.values[at] = smooth.values[at] ?? 0;
  return filled;
}

/** Points blacker than this beside the seal's usual colour are print, where there are enough of them. */
const BLACK = 0.2;
const BLACK_OF_COLOURED = 0.05;

/**
 * How surely a point is the seal's ink and not print, 0 to 1, by its colour beside the seal's usual one: its own, or,
 * for a thin stroke whose colour was smeared, that of the place. Where there is no print the smeared one is enough.
 */
function purityOf({ colour, colourAround, darknessAround }: Ink, usual: number): Plane {
  const isBlack = (at: number): boolean =>
    (darknessAround.values[at] ?? 0) > DARK && (colourAround.values[at] ?? 0) < BLACK * usual;
  const isInk = (at: number): boolean =>
    (darknessAround.values[at] ?? 0) > DARK && (colourAround.values[at] ?? 0) > COLOURED;
  const isPrinted = shareOf(colour, isBlack) > BLACK_OF_COLOURED * shareOf(colour, isInk);
  const [ownFrom, ownTo, placeFrom, placeTo] = isPrinted ? [0.3, 0.65, 0.55, 0.8] : [0.1, 0.3, 0.15, 0.35];
  const purity = planeOf(colour.width, colour.height);
  for (let at = 0; at < purity.values.length; at += 1) {
    const own = ramp(colour.values[at] ?? 0, ownFrom * usual, ownTo * usual);
    const place = ramp(colourAround.values[at] ?? 0, placeFrom * usual, placeTo * usual);
    purity.values[at] = Math.max(own, place);
  }
  return purity;
}
