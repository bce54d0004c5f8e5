import type { Bitmap, Color } from './bitmap.js';
import { boxBlur, clamp, interpolate, type Plane, planeOf, windowExtreme } from './plane.js';

/** Bare paper in a picture: its colour, and its illumination at each position. */
export interface Paper {
  readonly color: Color;
  /** At a coarse resolution; 1 where the paper is brightest. */
  readonly shade: Plane;
}

/** Number of cells along the longer side; illumination varies slowly. */
const CELLS = 128;
/** Window of the closing as a share of the longer side: more than half the width of any solid part of a seal. */
const MAX_STROKE = 0.1;
/** Anything darker than this, relative to the brightest paper, is ink and not shadow. */
const MAX_SHADOW = 0.35;
/** Share of the brightest cells that are taken for fully lit paper. */
const FULLY_LIT_SHARE = 0.1;
/** Minimum of every channel relative to the strongest: paper is white or yellowish, anything redder is not paper. */
const MIN_NEUTRAL = 0.55;
/** Minimum brightness of paper, even in a poor photograph. */
const MIN_PAPER_BRIGHTNESS = 0.3;

/**
 * Finds the paper under a seal. Its shade is the brightest channel after a grey-scale closing (maximum, then minimum
 * over a window) wider than a stroke. Every coloured ink leaves one channel nearly unchanged, so the result follows
 * shadows with hard edges and is not darkened by ink.
 */
export function findPaper(points: Bitmap): Paper {
  const cell = Math.max(1, Math.ceil(Math.max(points.width, points.height) / CELLS));
  const channels = cellMeans(points, cell);
  const color = paperColor(channels);
  const [red, green, blue] = channels;
  const light = planeOf(red.width, red.height);
  for (let at = 0; at < light.values.length; at += 1) {
    const brightest = Math.max(
      (red.values[at] ?? 0) / color[0],
      (green.values[at] ?? 0) / color[1],
      (blue.values[at] ?? 0) / color[2],
    );
    light.values[at] = clamp(brightest, MAX_SHADOW, 1.2);
  }
  const radius = Math.max(1, Math.round(MAX_STROKE * Math.max(light.width, light.height)));
  const closed = windowExtreme(windowExtreme(light, radius, 'max'), radius, 'min');
  return { color, shade: boxBlur(closed, 2) };
}

/** Brightness of the paper at a pixel, relative to the brightest paper. */
export function shadeAt({ shade }: Paper, { width, height }: Bitmap, x: number, y: number): number {
  return interpolate(shade, (x + 0.5) / width, (y + 0.5) / height);
}

function cellMeans({ width, height, data }: Bitmap, cell: number): readonly [Plane, Plane, Plane] {
  const columns = Math.ceil(width / cell);
  const rows = Math.ceil(height / cell);
  const means = [planeOf(columns, rows), planeOf(columns, rows), planeOf(columns, rows)] as const;
  const counts = new Uint32Array(columns * rows);
  const [red, green, blue] = means;
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor(y / cell) * columns;
    for (let x = 0; x < width; x += 1) {
      const at = row + Math.floor(x / cell);
      const point = (y * width + x) * 4;
      counts[at] = (counts[at] ?? 0) + 1;
      red.values[at] = (red.values[at] ?? 0) + (data[point] ?? 0) / 255;
      green.values[at] = (green.values[at] ?? 0) + (data[point + 1] ?? 0) / 255;
      blue.values[at] = (blue.values[at] ?? 0) + (data[point + 2] ?? 0) / 255;
    }
  }
  for (const mean of means) {
    for (let at = 0; at < counts.length; at += 1)
      mean.values[at] = (mean.values[at] ?? 0) / Math.max(1, counts[at] ?? 1);
  }
  return means;
}

function paperColor([red, green, blue]: readonly [Plane, Plane, Plane]): Color {
  const whiteness = (at: number): number =>
    Math.min(red.values[at] ?? 0, green.values[at] ?? 0, blue.values[at] ?? 0);
  const cells = Array.from(red.values, (_, at) => at).sort((one, other) => whiteness(other) - whiteness(one));
  const brightest = cells.slice(0, Math.max(1, Math.floor(cells.length * FULLY_LIT_SHARE)));
  const mean = ({ values }: Plane): number =>
    brightest.reduce((sum, at) => sum + (values[at] ?? 0), 0) / brightest.length;
  const found = [mean(red), mean(green), mean(blue)] as const;
  const strongest = Math.max(...found, MIN_PAPER_BRIGHTNESS);
  const isPaper = Math.min(...found) >= MIN_NEUTRAL * strongest;
  return isPaper ? found : [strongest, strongest, strongest];
}
