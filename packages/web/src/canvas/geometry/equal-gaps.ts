/** Equal gaps between a moved control and its neighbours in one row or column. Pure. */
import type { Box } from './box.js';
import type { Guide } from './guide.js';

interface EqualGap {
  /** Position of the moved box at which the gaps are equal. */
  readonly start: number;
  readonly guidesOf: (moved: Box) => readonly Guide[];
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The nearest position within `reach` at which the box has equal gaps; null if there is none. */
export function equalGaps(axis: 'x' | 'y', box: Box, others: readonly Box[], reach: number): EqualGap | null {
  const own = spanOf(axis, box);
  const across = spanOf(axis === 'x' ? 'y' : 'x', box);
  const beside = others.filter((other) => {
    const span = spanOf(axis === 'x' ? 'y' : 'x', other);
    return span.start < across.end && across.start < span.end;
  });
  const middle = (own.start + own.end) / 2;
  const spans = beside.map((other) => spanOf(axis, other));
  const before = spans.filter((span) => (span.start + span.end) / 2 < middle);
  const after = spans.filter((span) => (span.start + span.end) / 2 >= middle);
  const [near, far] = before.sort((one, other) => other.end - one.end);
  const [next, last] = after.sort((one, other) => one.start - other.start);
  const length = own.end - own.start;
  const wished = [
    ...(near !== undefined && next !== undefined ? [(near.end + next.start - length) / 2] : []),
    ...(near !== undefined && far !== undefined ? [near.end + (near.start - far.end)] : []),
    ...(next !== undefined && last !== undefined ? [next.start - (last.start - next.end) - length] : []),
  ].filter((start) => Math.abs(start - own.start) <= reach && isFree(start, length, near, next));
  const [start] = wished.sort((one, other) => Math.abs(one - own.start) - Math.abs(other - own.start));
  if (start === undefined) return null;
  return {
    start,
    guidesOf(moved) {
      const now = spanOf(axis, moved);
      const line = spanOf(axis === 'x' ? 'y' : 'x', moved);
      const at = (line.start + line.end) / 2;
      const row = [far, near, now, next, last].filter((span) => span !== undefined);
      const gaps = row.slice(1).map((span, index) => ({ from: row[index]?.end ?? 0, to: span.start }));
      const own = gaps.filter(({ from, to }) => from === now.end || to === now.start);
      const widths = own.map(({ from, to }) => to - from);
      return gaps
        .filter(({ from, to }) => to > from && widths.some((width) => Math.abs(width - (to - from)) < 1))
        .map(({ from, to }) => ({ kind: 'gap', axis, at, from, to, distance: to - from }));
    },
  };
}

function isFree(start: number, length: number, near: Span | undefined, next: Span | undefined): boolean {
  return (near === undefined || start > near.end) && (next === undefined || start + length < next.start);
}

function spanOf(axis: 'x' | 'y', { x, y, width, height }: Box): Span {
  return axis === 'x' ? { start: x, end: x + width } : { start: y, end: y + height };
}
