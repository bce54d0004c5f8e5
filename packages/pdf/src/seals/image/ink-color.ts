import type { Ink } from './ink.js';
import { nearestKnown } from './nearest.js';
import { between, type Plane, planeOf } from './plane.js';
import type { Color } from './points.js';

/** Points a side: colours change from one part of a seal to another, not within a stroke. */
const CELL = 16;
/** Well covered points show the ink itself and not the paper through it. */
const COVERED = 0.7;
/** Parts closer in colour than this are one ink, unevenly stamped. */
const ONE_INK = 0.1;

/**
 * The ink's own colour at each place, without the paper that shines through: its coverage is what the transparency
 * says. One colour where the seal has one, for a picture that packs well.
 */
export function inkColors({ reflected, colour }: Ink, coverage: Plane): (x: number, y: number) => Color {
  const columns = Math.ceil(coverage.width / CELL);
  const rows = Math.ceil(coverage.height / CELL);
  const means = [planeOf(columns, rows), planeOf(columns, rows), planeOf(columns, rows)] as const;
  const weights = new Float32Array(columns * rows);
  for (let y = 0; y < coverage.height; y += 1) {
    for (let x = 0; x < coverage.width; x += 1) {
      const at = y * coverage.width + x;
      if ((coverage.values[at] ?? 0) < COVERED) continue;
      // Where print was taken away the colour is the print's.
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
  if (spread(means, weights, overall) < ONE_INK) return () => [red, green, blue];
  fillEmptyCells(means, weights);
  return (x, y) => {
    const across = (x + 0.5) / (columns * CELL);
    const down = (y + 0.5) / (rows * CELL);
    return [
      between(means[0], across, down),
      between(means[1], across, down),
      between(means[2], across, down),
    ];
  };
}

/** Distance of the cells' colours from the overall one, as a weighted standard deviation of the worst channel. */
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
