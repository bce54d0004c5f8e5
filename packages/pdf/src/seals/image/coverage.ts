import { dilated } from './dilated.js';
import type { Ink } from './ink.js';
import { nearestKnown } from './nearest.js';
import { boxBlur, clamp, type Plane, planeOf, quantile, ramp } from './plane.js';

/** A pixel darker than this is ink. */
const DARK = 0.35;
/** A neighbourhood more saturated than this has coloured ink. JPEG noise in black print stays below it. */
const COLOURED = 0.25;
/** Saturation that noise never produces in black print. */
const STRONGLY_COLOURED = 0.45;
/** Minimum share of coloured pixels among the dark ones; a black seal has fewer. */
const COLOURED_OF_DARK = 0.12;
/** Minimum share of strongly coloured pixels: a red seal on a full page of print has more, a stain fewer. */
const COLOURED_OF_ALL = 0.002;
/** Quantile of the darkness of ink pixels that counts as full coverage. */
const WELL_INKED = 0.6;

/**
 * Coverage of each pixel by the ink of the seal, 0 to 1. Black print across a coloured seal is removed, and the ink
 * below it is reconstructed from the surrounding pixels. A black seal cannot be separated from print.
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

/** Quantile of the darkness of paper pixels where ink begins; the noise above it is taken for edges of strokes. */
const PAPER_NOISE = 0.99;

/** Derives the threshold of ink from the noise of the paper. A pixel without ink around it is noise. */
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

/** Pixels by which the edge of print blurs into the colour beside it. */
const PRINT_BLUR = 2;
/** Print lighter than this hides no ink. */
const MIN_HIDING_DARKNESS = 0.3;

function withoutPrint(covered: Plane, ink: Ink, usualColour: number): Plane {
  const { width, height } = covered;
  const { darkness } = ink;
  const purity = purityOf(ink, usualColour);
  const print = new Uint8Array(width * height);
  for (let at = 0; at < print.length; at += 1) {
    if ((darkness.values[at] ?? 0) > MIN_HIDING_DARKNESS && (purity.values[at] ?? 0) < 0.5) print[at] = 1;
  }
  const blurredPrint = dilated(print, width, height, PRINT_BLUR);
  const known = new Uint8Array(print.length);
  for (let at = 0; at < known.length; at += 1) {
    const isPure = print[at] === 0 && (purity.values[at] ?? 0) > 0.95;
    known[at] = blurredPrint[at] === 0 || isPure ? 1 : 0;
  }
  const source = nearestKnown(known, width, height);
  const filled = planeOf(width, height);
  for (let at = 0; at < known.length; at += 1) {
    const from = source[at] ?? -1;
    filled.values[at] = from === -1 ? 0 : (covered.values[from] ?? 0) * (purity.values[from] ?? 0);
  }
  // Reconstructed pixels are smoothed, because they repeat single pixels of the rim; others are kept.
  const smooth = boxBlur(filled, 1);
  for (let at = 0; at < known.length; at += 1)
    if (known[at] === 0) filled.values[at] = smooth.values[at] ?? 0;
  return filled;
}

/** Pixels below this share of the seal's saturation are print, if there are enough of them. */
const BLACK = 0.2;
const BLACK_OF_COLOURED = 0.05;

/**
 * Probability that a pixel is ink of the seal and not print, 0 to 1, from its saturation relative to the seal's. For
 * thin strokes, whose colour a JPEG smears, the saturation of the neighbourhood counts; without print on the picture a
 * lower saturation suffices.
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
