import { dilated } from './dilated.js';
import type { Plane } from './plane.js';
import { planeOf } from './plane.js';

/** Minimum coverage of a pixel that belongs to a stroke. */
const STROKE = 0.25;
/**
 * Minimum area of a stroke as a share of all pixels. Smaller isolated areas are dust or noise; a digit of the security
 * number has ten times that.
 */
const MIN_STROKE_AREA = 4e-5;
/** Width of the soft edge of a stroke in pixels. */
const SOFT_EDGE = 3;

/** Removes isolated areas that are too small to be part of a seal. */
export function withoutSpecks(coverage: Plane): Plane {
  const { width, height, values } = coverage;
  const minPixels = Math.max(4, Math.round(values.length * MIN_STROKE_AREA));
  const strokes = new Uint8Array(values.length);
  const seen = new Uint8Array(values.length);
  for (let at = 0; at < values.length; at += 1) {
    if (seen[at] === 1 || (values[at] ?? 0) < STROKE) continue;
    const part = connected(coverage, at, seen);
    if (part.length < minPixels) continue;
    for (const point of part) strokes[point] = 1;
  }
  const near = dilated(strokes, width, height, SOFT_EDGE);
  const kept = planeOf(width, height);
  for (let at = 0; at < values.length; at += 1) kept.values[at] = near[at] === 1 ? (values[at] ?? 0) : 0;
  return kept;
}

/** All pixels connected to `start` (eight neighbours). */
function connected({ width, height, values }: Plane, start: number, seen: Uint8Array): readonly number[] {
  const part = [start];
  seen[start] = 1;
  for (let next = 0; next < part.length; next += 1) {
    const at = part[next] ?? 0;
    const x = at % width;
    const y = (at - x) / width;
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
        const neighbour = row * width + column;
        if (seen[neighbour] === 1 || (values[neighbour] ?? 0) < STROKE) continue;
        seen[neighbour] = 1;
        part.push(neighbour);
      }
    }
  }
  return part;
}
