/**
 * Snaps moved controls to the page, to its text and ruled lines, to other controls, and to equal gaps between them. Looks
 * at one page only. Pure; lengths are document px.
 */
import { PX_PER_MM } from '../../shared/document/seal-geometry.js';
import type { PageGuides } from '../canvas-types.js';
import type { Box, Point, Size } from './box.js';
import { equalGaps } from './equal-gaps.js';
import type { Guide } from './guide.js';

const MARGIN = 10 * PX_PER_MM;
/** A ruled line offers its ends only to controls that stand about on it. */
const NEAR_LINE = 40;

/** Everything on one page that a control may snap to; prepared once for each page that a drag visits. */
export interface Scene {
  readonly page: Size;
  readonly others: readonly Box[];
  readonly columns: readonly Line[];
  readonly rows: readonly Line[];
  readonly ruled: readonly Box[];
}

interface Line {
  readonly at: number;
  /** The part of the moved box that snaps: 0 the first edge, 0.5 the centre, 1 the last edge. */
  readonly share: number;
  /** The control whose edge it is; null for a line of the page. */
  readonly of: Box | null;
}

export interface Snapped extends Point {
  readonly guides: readonly Guide[];
}

const noGuides: PageGuides = { baselines: [], lines: [] };

export function sceneOf(page: Size, others: readonly Box[], given: PageGuides = noGuides): Scene {
  const standing = [
    ...given.baselines.map(({ y }) => y),
    ...given.lines.filter(({ width, height }) => width >= height).map(({ y }) => y),
  ];
  return {
    page,
    others,
    columns: [
      { at: page.width / 2, share: 0.5, of: null },
      { at: MARGIN, share: 0, of: null },
      { at: page.width - MARGIN, share: 1, of: null },
      ...others.flatMap((of) => edges(of.x, of.width, of)),
    ],
    rows: [
      { at: page.height / 2, share: 0.5, of: null },
      { at: MARGIN, share: 0, of: null },
      { at: page.height - MARGIN, share: 1, of: null },
      // A control stands on a line of text as its letters do.
      ...standing.map((at) => ({ at, share: 1, of: null })),
      ...others.flatMap((of) => edges(of.y, of.height, of)),
    ],
    ruled: given.lines.filter(({ width, height }) => width >= height),
  };
}

/** @param reach snapping distance */
export function snap(box: Box, scene: Scene, reach: number): Snapped {
  const ends = scene.ruled
    .filter((line) => Math.abs(box.y + box.height - line.y) <= NEAR_LINE)
    .flatMap(({ x, width }): readonly Line[] => [
      { at: x, share: 0, of: null },
      { at: x + width, share: 1, of: null },
    ]);
  const column = nearest(box.x, box.width, [scene.columns, ends], reach);
  const row = nearest(box.y, box.height, [scene.rows], reach);
  const gapX = column === null ? equalGaps('x', box, scene.others, reach) : null;
  const gapY = row === null ? equalGaps('y', box, scene.others, reach) : null;
  const x = column === null ? (gapX?.start ?? box.x) : column.at - column.share * box.width;
  const y = row === null ? (gapY?.start ?? box.y) : row.at - row.share * box.height;
  const moved = { ...box, x, y };
  const { width, height } = scene.page;
  return {
    x,
    y,
    guides: [
      ...(column === null
        ? []
        : [guideAlong('x', column, [y, y + box.height], [column.of?.y, column.of?.height], height)]),
      ...(row === null ? [] : [guideAlong('y', row, [x, x + box.width], [row.of?.x, row.of?.width], width)]),
      ...(gapX?.guidesOf(moved) ?? []),
      ...(gapY?.guidesOf(moved) ?? []),
    ],
  };
}

function edges(start: number, length: number, of: Box): readonly Line[] {
  return [0, 0.5, 1].map((share) => ({ at: start + share * length, share, of }));
}

function nearest(
  start: number,
  length: number,
  groups: readonly (readonly Line[])[],
  reach: number,
): Line | null {
  let best: Line | null = null;
  let least = reach;
  for (const lines of groups) {
    for (const line of lines) {
      const distance = Math.abs(start + line.share * length - line.at);
      if (distance > least) continue;
      best = line;
      least = distance;
    }
  }
  return best;
}

/** From the moved box to the control that it is aligned with, or over the whole page. */
function guideAlong(
  axis: 'x' | 'y',
  { at }: Line,
  [from, to]: readonly [number, number],
  [start, length = 0]: readonly [number | undefined, number | undefined],
  whole: number,
): Guide {
  if (start === undefined) return { kind: 'line', axis, at, from: 0, to: whole, distance: null };
  const distance = Math.max(0, start - to, from - start - length);
  return {
    kind: 'line',
    axis,
    at,
    from: Math.min(from, start),
    to: Math.max(to, start + length),
    distance,
  };
}
