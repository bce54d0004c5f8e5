import type { Rule } from '@cinnabar/pdf/render/page-layout.js';
import type { Area } from './found-control.js';

/** px: ends of lines that meet may be this far apart. */
const NEAR = 3;
const MIN_WIDTH = 20;
const MIN_HEIGHT = 14;
/** A table has fewer; a drawing of a plan has no cells to fill in. */
const MAX_LINES = 150;
const MAX_CELLS = 1000;

/** Lines of one position, with the stretches that they cover. */
interface Track {
  readonly at: number;
  readonly stretches: { from: number; to: number }[];
}

/** The cells of all tables of a page that its lines enclose. */
export function cellsOf(rules: readonly Rule[]): readonly Area[] {
  const rows = tracksOf(rules, 'horizontal');
  const columns = tracksOf(rules, 'vertical');
  if (rows.length > MAX_LINES || columns.length > MAX_LINES) return [];
  const cells: Area[] = [];
  for (const [row, top] of rows.entries()) {
    for (const [column, left] of columns.entries()) {
      const x = left.at + NEAR + 1;
      const y = top.at + NEAR + 1;
      if (!covers(top, x) || !covers(left, y)) continue;
      const bottom = rows.slice(row + 1).find((track) => covers(track, x));
      const right = columns.slice(column + 1).find((track) => covers(track, y));
      if (bottom === undefined || right === undefined) continue;
      const [width, height] = [right.at - left.at, bottom.at - top.at];
      const isClosed = covers(bottom, right.at - NEAR - 1) && covers(right, bottom.at - NEAR - 1);
      if (width >= MIN_WIDTH && height >= MIN_HEIGHT && isClosed)
        cells.push({ x: left.at, y: top.at, width, height });
    }
  }
  return cells.length > MAX_CELLS ? [] : cells;
}

function covers({ stretches }: Track, at: number): boolean {
  return stretches.some(({ from, to }) => from - NEAR <= at && at <= to + NEAR);
}

function tracksOf(rules: readonly Rule[], direction: 'horizontal' | 'vertical'): readonly Track[] {
  const isHorizontal = direction === 'horizontal';
  const tracks: Track[] = [];
  const lines = rules
    .filter(({ width, height }) => (isHorizontal ? width > height : height > width))
    .map(({ x, y, width, height }) =>
      isHorizontal
        ? { at: y + height / 2, from: x, to: x + width }
        : { at: x + width / 2, from: y, to: y + height },
    )
    .sort((one, other) => one.at - other.at || one.from - other.from);
  for (const { at, from, to } of lines) {
    const track = tracks.at(-1);
    if (track !== undefined && at - track.at <= NEAR) track.stretches.push({ from, to });
    else tracks.push({ at, stretches: [{ from, to }] });
  }
  for (const { stretches } of tracks) joinTouching(stretches);
  return tracks;
}

/** Programs draw the border of each cell on its own. */
function joinTouching(stretches: { from: number; to: number }[]): void {
  stretches.sort((one, other) => one.from - other.from);
  for (let at = 1; at < stretches.length; ) {
    const [before, stretch] = [stretches[at - 1], stretches[at]];
    if (before === undefined || stretch === undefined || stretch.from - before.to > NEAR) {
      at += 1;
      continue;
    }
    before.to = Math.max(before.to, stretch.to);
    stretches.splice(at, 1);
  }
}
