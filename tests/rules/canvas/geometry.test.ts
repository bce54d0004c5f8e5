import { describe, expect, test } from 'vitest';
import {
  around,
  type Box,
  between,
  clampedMove,
  hit,
  isWithin,
  MIN_SIDE,
  overlapOf,
  touches,
  within,
} from '../../../packages/web/src/canvas/geometry/box.js';
import {
  chosenPages,
  onOtherPage,
  type PageChoice,
} from '../../../packages/web/src/canvas/geometry/copying.js';
import { indexByPage, onPage, seamsOf } from '../../../packages/web/src/canvas/geometry/page-index.js';
import { inReadingOrder } from '../../../packages/web/src/canvas/geometry/reading-order.js';
import { type Handle, handles, resized } from '../../../packages/web/src/canvas/geometry/resizing.js';
import { a4, box, control, numbersFrom, placed } from './given-boxes.js';

describe('a box', () => {
  test.each<[string, Box, Box]>([
    ['inside its page stays', box(10, 20), box(10, 20)],
    ['beyond the right edge moves back', box(790, 20), box(634, 20)],
    ['above the page moves down', box(10, -5), box(10, 0)],
    ['larger than the page shrinks', box(-10, -10, 2000, 2000), box(0, 0, 794, 1123)],
    ['too small to grasp grows', box(10, 10, 2, 3), box(10, 10, MIN_SIDE, MIN_SIDE)],
    ['is placed on whole px', box(10.4, 10.6, 160.2, 23.7), box(10, 11, 160, 24)],
  ])('%s', (_what, given, expected) => {
    expect(within(a4, given)).toEqual(expected);
  });

  test('is drawn from either corner', () => {
    expect(between({ x: 30, y: 50 }, { x: 10, y: 20 })).toEqual(box(10, 20, 20, 30));
  });

  test.each([
    ['apart', box(0, 0, 10, 10), box(20, 0, 10, 10), false, 0],
    ['edge to edge', box(0, 0, 10, 10), box(10, 0, 10, 10), false, 0],
    ['half over it', box(0, 0, 10, 10), box(5, 0, 10, 10), true, 0.5],
    ['inside it', box(0, 0, 100, 100), box(5, 5, 10, 10), true, 1],
  ] as const)('%s of another touches it and overlaps it accordingly', (_what, one, other, isOver, share) => {
    expect(touches(one, other)).toBe(isOver);
    expect(overlapOf(one, other)).toBe(share);
  });

  test('around others contains each of them, and there is none around nothing', () => {
    expect(around([box(10, 20, 5, 5), box(40, 5, 10, 10)])).toEqual(box(10, 5, 40, 20));
    expect(around([])).toBeNull();
  });
});

describe('the control at a point', () => {
  const under = box(0, 0, 100, 100);
  const over = box(50, 50, 100, 100);
  const small = box(300, 300, 12, 12);
  test.each([
    ['is the topmost that contains it', { x: 60, y: 60 }, over],
    ['is the lower one where nothing covers it', { x: 10, y: 10 }, under],
    ['is a small one in reach of a finger', { x: 320, y: 306 }, small],
    ['is none beyond that reach', { x: 340, y: 306 }, null],
  ])('%s', (_what, point, expected) => {
    expect(hit([under, over, small], point, 16)).toBe(expected);
  });

  test('is the one with the nearer centre where the reach of two meets', () => {
    const left = box(0, 0, 12, 12);
    const right = box(40, 0, 12, 12);
    expect(hit([left, right], { x: 24, y: 6 }, 16)).toBe(left);
    expect(hit([left, right], { x: 28, y: 6 }, 16)).toBe(right);
  });
});

test('several controls move together only as far as all stay on the page', () => {
  const boxes = [box(10, 10), box(600, 300)];
  expect(clampedMove(a4, boxes, { x: 100, y: -100 })).toEqual({ x: 34, y: -10 });
  expect(clampedMove(a4, [], { x: 100, y: -100 })).toEqual({ x: 0, y: 0 });
});

describe('a handle', () => {
  const rules = { page: a4, isProportional: false };
  test.each<[Handle, Box]>([
    ['nw', box(110, 120, 90, 30)],
    ['n', box(100, 120, 100, 30)],
    ['ne', box(100, 120, 110, 30)],
    ['e', box(100, 100, 110, 50)],
    ['se', box(100, 100, 110, 70)],
    ['s', box(100, 100, 100, 70)],
    ['sw', box(110, 100, 90, 70)],
    ['w', box(110, 100, 90, 50)],
  ])('%s moves its own edges and leaves the others', (handle, expected) => {
    expect(resized(box(100, 100, 100, 50), handle, { x: 10, y: 20 }, rules)).toEqual(expected);
  });

  test.each<[Handle, Box]>([
    ['se', box(100, 100, 200, 100)],
    ['nw', box(0, 50, 200, 100)],
    ['e', box(100, 100, 200, 100)],
  ])('%s keeps the proportion if asked to', (handle, expected) => {
    const delta = handle === 'nw' ? { x: -100, y: 0 } : { x: 100, y: 0 };
    expect(resized(box(100, 100, 100, 50), handle, delta, { ...rules, isProportional: true })).toEqual(
      expected,
    );
  });

  test('never leaves the page, falls below the minimum or loses the proportion', () => {
    const random = numbersFrom(7);
    const minimum = { width: 20, height: 16 };
    for (let round = 0; round < 2_000; round += 1) {
      const given = box(random(600), random(900), 20 + random(150), 16 + random(150));
      const handle = handles[random(handles.length)] ?? 'se';
      const isProportional = random(2) === 0;
      const delta = { x: random(3000) - 1500, y: random(3000) - 1500 };
      const next = resized(given, handle, delta, { page: a4, isProportional, minimum });
      expect(next.x).toBeGreaterThanOrEqual(-0.001);
      expect(next.y).toBeGreaterThanOrEqual(-0.001);
      expect(next.x + next.width).toBeLessThanOrEqual(a4.width + 0.001);
      expect(next.y + next.height).toBeLessThanOrEqual(a4.height + 0.001);
      expect(next.width).toBeGreaterThanOrEqual(minimum.width - 0.001);
      expect(next.height).toBeGreaterThanOrEqual(minimum.height - 0.001);
      if (isProportional) expect(next.width / next.height).toBeCloseTo(given.width / given.height, 6);
    }
  });
});

describe('copying to pages', () => {
  test.each<[PageChoice, string, readonly number[]]>([
    ['all', '', [1, 2, 4, 5]],
    ['odd', '', [1, 5]],
    ['even', '', [2, 4]],
    ['last', '', [5]],
    ['some', '1,3-4', [1, 4]],
    ['some', '5，2、2', [2, 5]],
    ['some', '4-1 9 0 x 1e3', []],
    ['some', '2-99999', [2, 4, 5]],
  ])('%s %s leaves out its own page', (choice, text, expected) => {
    expect(chosenPages(5, 3, choice, text)).toEqual(expected);
  });

  test.each<[string, Box, Box]>([
    ['near the left and top', box(50, 60), box(50, 60)],
    ['near the right', box(594, 60), box(923, 60)],
    ['near the bottom', box(50, 1059), box(50, 730)],
    ['larger than the other page', box(0, 0, 700, 1100), box(0, 0, 700, 794)],
  ])(
    'keeps a control %s at its distance from the nearest edges of a page across',
    (_what, given, expected) => {
      expect(onOtherPage(given, a4, { width: 1123, height: 794 })).toEqual(expected);
    },
  );

  test('a control is on the other page, whatever the sizes are', () => {
    const random = numbersFrom(11);
    for (let round = 0; round < 1_000; round += 1) {
      const from = { width: 200 + random(1000), height: 200 + random(1000) };
      const to = { width: 100 + random(1500), height: 100 + random(1500) };
      const given = within(from, box(random(1200), random(1200), 12 + random(300), 12 + random(300)));
      expect(isWithin(to, onOtherPage(given, from, to))).toBe(true);
      expect(onOtherPage(given, from, from)).toEqual(given);
    }
  });
});

test('controls are read by file, page, line and from left to right', () => {
  const files = [{ fileId: 2 }, { fileId: 1 }];
  const keys = [
    placed('e', box(10, 0), 2),
    placed('d', box(10, 500)),
    placed('c', box(300, 102)),
    placed('b', box(10, 105)),
    { ...placed('a', box(700, 900)), fileId: 2 },
  ];
  expect(inReadingOrder(files, keys).map(({ key }) => key)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

describe('the index by page', () => {
  const a = control('a', box(10, 400));
  const b = control('b', box(10, 10));
  const c = control('c', box(10, 10), { page: 2 });
  const seam = control('s', box(635, 300), { kind: 'seam' });

  test('lists the controls of a page in reading order, and seam areas by file', () => {
    const index = indexByPage([a, b, c, seam]);
    expect(onPage(index, '1/1')).toEqual([b, a]);
    expect(onPage(index, '1/2')).toEqual([c]);
    expect(onPage(index, '1/3')).toEqual([]);
    expect(seamsOf(index, 1)).toEqual([seam]);
    expect(index.byKey.get('c')).toBe(c);
  });

  test('keeps the list of every page that did not change', () => {
    const before = indexByPage([a, b, c]);
    const after = indexByPage([{ ...a }, b, { ...c, x: 11 }], before);
    expect(after.byKey.get('a')).toBe(a);
    expect(onPage(after, '1/1')).toBe(onPage(before, '1/1'));
    expect(onPage(after, '1/2')).not.toBe(onPage(before, '1/2'));
  });
});
