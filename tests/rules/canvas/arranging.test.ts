import { describe, expect, test } from 'vitest';
import {
  type Arranged,
  type Arrangement,
  arranged,
  type Side,
} from '../../../packages/web/src/canvas/geometry/arranging.js';
import { type Box, isWithin } from '../../../packages/web/src/canvas/geometry/box.js';
import { a4, box, numbersFrom, placed } from './given-boxes.js';

const pageOf = () => a4;
const of = (key: string, at: Box, page = 1, isFixed = false): Arranged => ({
  ...placed(key, at, page),
  isFixed,
});

const three = [
  of('a', box(100, 100, 100, 20)),
  of('b', box(160, 200, 60, 40)),
  of('c', box(300, 400, 40, 60)),
];

function placesAfter(
  controls: readonly Arranged[],
  arrangement: Arrangement,
): readonly (readonly number[])[] {
  const moved = new Map(arranged(controls, arrangement, pageOf).map((place) => [place.key, place]));
  return controls.map((control) => {
    const { x, y, width, height } = moved.get(control.key) ?? control;
    return [x, y, width, height];
  });
}

test.each<[Side, readonly (readonly [number, number])[]]>([
  [
    'left',
    [
      [100, 100],
      [100, 200],
      [100, 400],
    ],
  ],
  [
    'center',
    [
      [170, 100],
      [190, 200],
      [200, 400],
    ],
  ],
  [
    'right',
    [
      [240, 100],
      [280, 200],
      [300, 400],
    ],
  ],
  [
    'top',
    [
      [100, 100],
      [160, 100],
      [300, 100],
    ],
  ],
  [
    'middle',
    [
      [100, 270],
      [160, 260],
      [300, 250],
    ],
  ],
  [
    'bottom',
    [
      [100, 440],
      [160, 420],
      [300, 400],
    ],
  ],
])('aligned %s, all share that edge or centre', (side, expected) => {
  expect(placesAfter(three, { kind: 'align', side }).map(([x, y]) => [x, y])).toEqual(expected);
});

test.each<['x' | 'y', readonly number[]]>([
  ['x', [100, 220, 300]],
  ['y', [100, 240, 400]],
])('distributed along %s, the gaps are equal and the outermost stay', (axis, expected) => {
  const index = axis === 'x' ? 0 : 1;
  expect(placesAfter(three, { kind: 'distribute', axis }).map((each) => each[index])).toEqual(expected);
});

describe('the same size', () => {
  test('is that of the first', () => {
    expect(placesAfter(three, { kind: 'sameSize', of: 'both' }).map((each) => each.slice(2))).toEqual([
      [100, 20],
      [100, 20],
      [100, 20],
    ]);
    expect(placesAfter(three, { kind: 'sameSize', of: 'width' })[2]?.slice(2)).toEqual([100, 60]);
    expect(placesAfter(three, { kind: 'sameSize', of: 'height' })[2]?.slice(2)).toEqual([40, 20]);
  });

  test('is not given to a seal at its true size', () => {
    const seal = of('s', box(400, 500, 159, 159), 1, true);
    expect(
      arranged([...three, seal], { kind: 'sameSize', of: 'both' }, pageOf).map(({ key }) => key),
    ).toEqual(['b', 'c']);
  });
});

test('over several pages, left edges are shared by all and top edges on each page', () => {
  const spread = [of('a', box(100, 100)), of('b', box(50, 300), 2), of('c', box(200, 200), 2)];
  expect(placesAfter(spread, { kind: 'align', side: 'left' }).map(([x]) => x)).toEqual([50, 50, 50]);
  expect(placesAfter(spread, { kind: 'align', side: 'top' }).map(([, y]) => y)).toEqual([100, 200, 200]);
});

test('whoever is in place already is not reported', () => {
  expect(arranged(three, { kind: 'align', side: 'left' }, pageOf).map(({ key }) => key)).toEqual(['b', 'c']);
  expect(arranged([], { kind: 'align', side: 'left' }, pageOf)).toEqual([]);
});

test('every arrangement leaves every control on its page, and repeated it changes nothing', () => {
  const random = numbersFrom(23);
  const sides: readonly Side[] = ['left', 'center', 'right', 'top', 'middle', 'bottom'];
  for (let round = 0; round < 400; round += 1) {
    const controls = Array.from({ length: 2 + random(8) }, (_, index) =>
      of(`${index}`, box(random(600), random(900), 12 + random(180), 12 + random(180)), 1 + random(3)),
    );
    const side = sides[random(sides.length)] ?? 'left';
    const arrangement: Arrangement =
      random(2) === 0 ? { kind: 'align', side } : { kind: 'sameSize', of: 'both' };
    const moved = new Map(arranged(controls, arrangement, pageOf).map((place) => [place.key, place]));
    for (const place of moved.values()) expect(isWithin(a4, place)).toBe(true);
    const next = controls.map((control) => ({ ...control, ...moved.get(control.key) }));
    const again = arranged(next, arrangement, pageOf);
    // Centres are rounded to whole px.
    for (const place of again) {
      const before = next.find(({ key }) => key === place.key);
      expect(Math.abs(place.x - (before?.x ?? 0))).toBeLessThanOrEqual(1);
      expect(Math.abs(place.y - (before?.y ?? 0))).toBeLessThanOrEqual(1);
    }
  }
});
