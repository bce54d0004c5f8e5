import type { Color } from './bitmap.js';
import type { Ink } from './ink.js';
import { nearestKnown } from './nearest.js';
import { interpolate, type Plane, planeOf } from './plane.js';

/** Side length of a cell in pixels: colour varies between parts of a seal, not within a stroke. */
const CELL = 16;
/** Minimum coverage at which a pixel shows the colour of the ink and not the paper below it. */
const MIN_COVERAGE = 0.7;
/** Maximum spread of colours that are treated as one unevenly applied ink. */
const MAX_INK_SPREAD = 0.1;

/**
 * The colour of the ink at each pixel, without the paper that shines through: coverage becomes transparency. A seal of
 * one colour gets a single value, so that the picture compresses well.
 */
export function inkColors({ reflected, colour }: Ink, coverage: Plane): (x: number, y: number) => Color {
  const columns = Math.ceil(coverage.width / CELL);
  const rows = Math.ceil(coverage.height / CELL);
  const means = [planeOf(columns, rows), planeOf(columns, rows), planeOf(columns, rows)] as const;
  const weights = new Float32Array(columns * rows);
  for (let y = 0; y < coverage.height; y += 1) {
    for (let x = 0; x < coverage.width; x += 1) {
      const at = y * coverage.width + x;
      if ((coverage.values[at] ?? 0) < MIN_COVERAGE) continue;
      // A pixel from which print was removed has the colour of the print, so it counts little.
      const weight = 0.01 + (colour.values[at] ?? 0);
      const cell = Math.floor(y / CELL) * columns + Math.floor(x / CELL);
      weights[cell] = (weights[cell] ?? 0) + weight;
      for (let channel = 0; channel < 3; channel += 1) {
        const mean = means[channel];
        if (mean !== undefined)
          mean.values[cell] = (mean.values[cell] ?? 0) + weight * (reflected[channel]?.values[at] ?? 0);
      }
    }
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const overall = means.map(
    ({ values }) => values.reduce((sum, value) => sum + value, 0) / Math.max(total, 1e-6),
  );
  for (const mean of means) {
    for (let cell = 0; cell < weights.length; cell += 1)
      mean.values[cell] = (mean.values[cell] ?? 0) / Math.max(weights[cell] ?? 0, 1e-6);
  }
  const [red = 0, green = 0, blue = 0] = overall;
  if (spread(means, weights, overall) < MAX_INK_SPREAD) return () => [red, green, blue];
  fillEmptyCells(means, weights);
  return (x, y) => {
    const across = (x + 0.5) / (columns * CELL);
    const down = (y + 0.5) / (rows * CELL);
    return [
      interpolate(means[0], across, down),
      interpolate(means[1], across, down),
      interpolate(means[2], across, down),
    ];
  };
}

/** Weighted standard deviation of the colours of the cells, in the channel where it is largest. */
function spread(
  means: readonly [Plane, Plane, Plane],
  weights: Float32Array,
  overall: readonly number[],
): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return 0;
  const variances = means.map(({ values }, channel) => {
    const middle = overall[channel] ?? 0;
    return values.reduce((sum, value, cell) => sum + (weights[cell] ?? 0) * (value - middle) ** 2, 0) / total;
  });
  return Math.sqrt(Math.max(...variances));
}

function fillEmptyCells(means: readonly [Plane, Plane, Plane], weights: Float32Array): void {
  const [{ width, height }] = means;
  const source = nearestKnown(
    Uint8Array.from(weights, (weight) => (weight > 0 ? 1 : 0)),
    width,
    height,
  );
  for (const { values } of means) {
    for (let cell = 0; cell < source.length; cell += 1) values[cell] = values[source[cell] ?? -1] ?? 0;
  }
}
