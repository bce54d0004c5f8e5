import type { PageLayout, TextLine } from '@cinnabar/pdf/render/page-layout.js';
import { guidesOf } from '@cinnabar/server/pages/rules/guides-of.js';
import { expect, test } from 'vitest';

/** A line of letters of 16 px, each at its left edge. */
function line(baseline: number, lefts: readonly number[]): TextLine {
  const characters = lefts.map((left) => ({ text: '字', left, right: left + 16 }));
  return { top: baseline - 14, bottom: baseline + 2, baseline, characters };
}

const layout = (more: Partial<PageLayout>): PageLayout => ({
  ...{ width: 794, height: 1123, lines: [], rules: [], squares: [], isPartial: false },
  ...more,
});

test('a line of text is a baseline to snap to', () => {
  const { baselines } = guidesOf(layout({ lines: [line(100, [50, 66, 82])] }));
  expect(baselines).toEqual([{ x: 50, y: 100, width: 48 }]);
});

test('two columns have a baseline each', () => {
  const { baselines } = guidesOf(layout({ lines: [line(100, [50, 66, 400, 416])] }));
  expect(baselines).toEqual([
    { x: 50, y: 100, width: 32 },
    { x: 400, y: 100, width: 32 },
  ]);
});

test('ruled lines stay as they are', () => {
  const rule = { x: 50, y: 200, width: 100, height: 1 };
  expect(guidesOf(layout({ rules: [rule] }))).toEqual({ baselines: [], lines: [rule] });
});

test('of a page full of strokes, no more are sent than anybody can use', () => {
  const rule = { x: 50, y: 200, width: 100, height: 1 };
  expect(guidesOf(layout({ rules: Array.from({ length: 4000 }, () => rule) })).lines).toHaveLength(2000);
});
