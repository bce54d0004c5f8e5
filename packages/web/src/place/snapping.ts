import { PX_PER_MM } from '../shared/document/seal-geometry.js';
/** Snaps dragged fields to the edges and centres of others. Pure; lengths are page px. */
import type { Box } from './placed.js';

const MARGIN = 10 * PX_PER_MM;

export interface Snapped {
  readonly x: number;
  readonly y: number;
  /** Position of the guide line; null if the field did not snap. */
  readonly guideX: number | null;
  readonly guideY: number | null;
}

/** @param reach snapping distance */
export function snap(
  box: Box,
  page: { readonly width: number; readonly height: number },
  others: readonly Box[],
  reach: number,
): Snapped {
  const columns = [
    { at: page.width / 2, share: 0.5 },
    { at: MARGIN, share: 0 },
    { at: page.width - MARGIN, share: 1 },
    ...others.flatMap(({ x, width }) => edges(x, width)),
  ];
  const rows = [
    { at: MARGIN, share: 0 },
    { at: page.height - MARGIN, share: 1 },
    ...others.flatMap(({ y, height }) => edges(y, height)),
  ];
  const [x, guideX] = nearest(box.x, box.width, columns, reach);
  const [y, guideY] = nearest(box.y, box.height, rows, reach);
  return { x, y, guideX, guideY };
}

interface Line {
  readonly at: number;
  /** Which line of the dragged box snaps: 0 the first edge, 0.5 the centre, 1 the last edge. */
  readonly share: number;
}

function edges(start: number, length: number): readonly Line[] {
  return [0, 0.5, 1].map((share) => ({ at: start + share * length, share }));
}

function nearest(
  start: number,
  length: number,
  lines: readonly Line[],
  reach: number,
): readonly [start: number, guide: number | null] {
  let best: Line | null = null;
  let least = reach;
  for (const line of lines) {
    const distance = Math.abs(start + line.share * length - line.at);
    if (distance > least) continue;
    best = line;
    least = distance;
  }
  return best === null ? [start, null] : [best.at - best.share * length, best.at];
}
