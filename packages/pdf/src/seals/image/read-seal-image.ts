import sharp from 'sharp';
import { boundedPng, MAX_PNG_PIXELS, type PngRefusal } from '../../layout/png-structure.js';
import { INKS, type SealColor } from '../seal-spec.js';
import type { Bitmap, Color } from './bitmap.js';
import { coverageOf } from './coverage.js';
import { inkOn } from './ink.js';
import { inkColors } from './ink-color.js';
import { findPaper } from './paper.js';
import type { Plane } from './plane.js';
import { withoutSpecks } from './specks.js';

/** Why an uploaded picture is refused as a seal. BLANK: it shows nothing but paper. */
export type SealImageRefusal = PngRefusal | 'BLANK';

/** A PNG with transparency, cropped to the seal, at most 840 px on the longer side; or the reason for a refusal. */
export type SealImage =
  | { readonly bytes: Uint8Array; readonly width: number; readonly height: number }
  | { readonly refused: SealImageRefusal };

interface Region {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** px on the longer side: 500 dpi for a round seal. */
const MAX_SIDE = 840;
/** Minimum share of transparent pixels in a cut-out; a sheet of paper with round corners has fewer. */
const MIN_TRANSPARENT_SHARE = 0.05;
/** Maximum share of white pixels among the opaque ones of a cut-out; with more it contains paper. */
const MAX_WHITE_SHARE = 0.03;
/** Minimum opacity of pixels that are kept when cropping. */
const VISIBLE_ALPHA = 0.35;
/**
 * px on the longer side, 300 dpi for a round seal. A smaller result is extracted again from the original resolution.
 */
const SUFFICIENT_SIDE = 500;
/** Minimum ratio of the original resolution to the reduced one for extracting again. */
const MIN_RESOLUTION_GAIN = 1.1;
/** Margin of paper from which illumination is estimated, as a share of the longer side of the seal. */
const PAPER_MARGIN = 0.12;
/** Quantisation of alpha: finer steps are noise that enlarges the file without being visible. */
const ALPHA_STEP = 4;

/**
 * Extracts a seal from a picture: removes white paper, uneven light, noise and, across a coloured seal, black print.
 * Existing transparency is kept. With a `color` the seal gets that ink; with null it keeps its own.
 */
export async function readSealImage(bytes: Uint8Array, color: SealColor | null): Promise<SealImage> {
  const bounded = boundedPng(bytes);
  if ('refused' in bounded) return bounded;
  const whole = await decode(bounded.bytes, null);
  if (whole === null) return { refused: 'BROKEN' };
  const seen = sealOf(whole, color);
  if (seen === null) return { refused: 'BLANK' };
  const scale = bounded.width / whole.width;
  const isSharp = Math.max(seen.bounds.width, seen.bounds.height) >= SUFFICIENT_SIDE;
  if (isSharp || scale < MIN_RESOLUTION_GAIN) return encode(seen);
  const part = await decode(bounded.bytes, regionAround(seen.bounds, scale, bounded));
  return encode((part === null ? null : sealOf(part, color)) ?? seen);
}

/** Null if decoding fails. Errors of later steps are not caused by the bytes and are thrown. */
async function decode(png: Uint8Array, region: Region | null): Promise<Bitmap | null> {
  const open = sharp(png, { limitInputPixels: MAX_PNG_PIXELS, failOn: 'error' });
  const reduced = (region === null ? open : open.extract(region))
    .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' });
  try {
    const { data, info } = await reduced.toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data };
  } catch {
    return null;
  }
}

interface Seal {
  readonly points: Bitmap;
  readonly bounds: Region;
}

/** The seal without paper, and the bounds of its visible part; null if nothing is visible. */
function sealOf(points: Bitmap, color: SealColor | null): Seal | null {
  const seal = isCutOut(points) ? cutOut(points, color) : extractFromPaper(points, color);
  const bounds = boundsOf(seal);
  return bounds === null ? null : { points: seal, bounds };
}

function isCutOut({ data }: Bitmap): boolean {
  let transparent = 0;
  let opaque = 0;
  let white = 0;
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at + 3] ?? 0) < 128) transparent += 1;
    if ((data[at + 3] ?? 0) < 230) continue;
    opaque += 1;
    if (Math.min(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) > 234) white += 1;
  }
  return (
    transparent >= MIN_TRANSPARENT_SHARE * (data.length / 4) && white <= MAX_WHITE_SHARE * Math.max(opaque, 1)
  );
}

function cutOut(points: Bitmap, color: SealColor | null): Bitmap {
  if (color === null) return points;
  const data = Uint8Array.from(points.data);
  const ink = inkOf(color);
  for (let at = 0; at < data.length; at += 4) setColor(data, at, ink);
  return { ...points, data };
}

function extractFromPaper(given: Bitmap, color: SealColor | null): Bitmap {
  const points = onWhite(given);
  const ink = inkOn(points, findPaper(points));
  const coverage = withoutSpecks(coverageOf(ink));
  const own = color === null ? inkColors(ink, coverage) : null;
  return painted(coverage, own ?? (() => inkOf(color ?? 'Red')));
}

function onWhite({ width, height, data }: Bitmap): Bitmap {
  const white = Uint8Array.from(data);
  for (let at = 0; at < white.length; at += 4) {
    const alpha = (white[at + 3] ?? 0) / 255;
    for (let channel = 0; channel < 3; channel += 1)
      white[at + channel] = Math.round((white[at + channel] ?? 0) * alpha + 255 * (1 - alpha));
    white[at + 3] = 255;
  }
  return { width, height, data: white };
}

function painted({ width, height, values }: Plane, colorAt: (x: number, y: number) => Color): Bitmap {
  const data = new Uint8Array(width * height * 4);
  for (let at = 0; at < values.length; at += 1) {
    const alpha = Math.min(255, Math.round(((values[at] ?? 0) * 255) / ALPHA_STEP) * ALPHA_STEP);
    if (alpha === 0) continue;
    setColor(data, at * 4, colorAt(at % width, Math.floor(at / width)));
    data[at * 4 + 3] = alpha >= 256 - ALPHA_STEP ? 255 : alpha;
  }
  return { width, height, data };
}

function setColor(data: Uint8Array, at: number, [red, green, blue]: Color): void {
  data[at] = Math.round(red * 255);
  data[at + 1] = Math.round(green * 255);
  data[at + 2] = Math.round(blue * 255);
}

function inkOf(color: SealColor): Color {
  const channel = (from: number): number => Number.parseInt(INKS[color].slice(from, from + 2), 16) / 255;
  return [channel(1), channel(3), channel(5)];
}

/** Bounds of the clearly visible pixels, plus one pixel on each side for the soft edge. */
function boundsOf({ width, height, data }: Bitmap): Region | null {
  let [left, top, right, bottom] = [width, height, -1, -1];
  const clear = Math.min(VISIBLE_ALPHA, maxOpacity(data) / 2) * 255;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((data[(y * width + x) * 4 + 3] ?? 0) <= clear) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  if (right < 0) return null;
  left = Math.max(0, left - 1);
  top = Math.max(0, top - 1);
  right = Math.min(width - 1, right + 1);
  bottom = Math.min(height - 1, bottom + 1);
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** Maximum opacity, 0 to 1: a cut-out may be translucent everywhere. */
function maxOpacity(data: Uint8Array): number {
  let most = 0;
  for (let at = 3; at < data.length; at += 4) most = Math.max(most, data[at] ?? 0);
  return most / 255;
}

/** Maps bounds in the reduced picture to a region of the original, with a margin of paper. */
function regionAround(
  bounds: Region,
  scale: number,
  { width, height }: { readonly width: number; readonly height: number },
): Region {
  const margin = PAPER_MARGIN * Math.max(bounds.width, bounds.height) + 2;
  const left = Math.max(0, Math.floor((bounds.left - margin) * scale));
  const top = Math.max(0, Math.floor((bounds.top - margin) * scale));
  const right = Math.min(width, Math.ceil((bounds.left + bounds.width + margin) * scale));
  const bottom = Math.min(height, Math.ceil((bounds.top + bounds.height + margin) * scale));
  return { left, top, width: right - left, height: bottom - top };
}

async function encode({ points, bounds }: Seal): Promise<SealImage> {
  const { data, width, height } = points;
  const png = sharp(data, { raw: { width, height, channels: 4 } })
    .extract(bounds)
    .png({ compressionLevel: 9 });
  return { bytes: new Uint8Array(await png.toBuffer()), width: bounds.width, height: bounds.height };
}
