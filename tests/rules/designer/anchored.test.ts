/** A control that begins to follow a text stays where it stands. */
import { expect, test } from 'vitest';
import { anchorAt, newlyAnchored, offsetBy } from '../../../packages/web/src/designer/anchored.js';
import { applied } from '../../../packages/web/src/designer/commands.js';
import { control, design } from './given-design.js';

const places = [
  { pageNum: 1, positionX: 90, positionY: 100 },
  { pageNum: 1, positionX: 90, positionY: 400 },
  { pageNum: 2, positionX: 96.004, positionY: 104 },
];

test.each([
  ['the nearest one on its page', { page: 1, x: 150, y: 390 }, null, { index: 2, offsetX: 60, offsetY: -10 }],
  [
    'on the second page the one there',
    { page: 2, x: 96, y: 90 },
    null,
    { index: 3, offsetX: 0, offsetY: -14 },
  ],
  [
    'the first if its page has none',
    { page: 3, x: 100, y: 100 },
    null,
    { index: 1, offsetX: 10, offsetY: 0 },
  ],
  ['the one that somebody names', { page: 1, x: 150, y: 390 }, 1, { index: 1, offsetX: 60, offsetY: 290 }],
  ['one that is not there', { page: 1, x: 150, y: 390 }, 9, { index: 9, offsetX: 0, offsetY: 0 }],
] as const)('%s', (_name, at, index, expected) => {
  expect(anchorAt(at, { keyword: '签字', index }, places)).toEqual({ keyword: '签字', ...expected });
});

test('only a control with another text or occurrence is looked up, and an edit replaces whole controls', () => {
  const anchor = { keyword: '签字', index: 1, offsetX: 5, offsetY: 6 };
  const given = design({ controls: [control('a', { anchor }), control('b'), control('c')] });
  const edited = [
    control('a', { anchor: { ...anchor, index: 2 } }),
    control('b', { anchor }),
    control('c', { name: '丙' }),
  ];
  expect(newlyAnchored(given, edited).map(({ key }) => key)).toEqual(['a', 'b']);
  expect(newlyAnchored(given, [control('a', { anchor, name: '甲' })])).toEqual([]);
  const after = applied(given, { type: 'controlsEdited', controls: edited.slice(1) });
  expect(after.controls.map(({ name }) => name)).toEqual(['a', 'b', '丙']);
});

test('another offset moves the control at once, along one axis, and one without a text stays', () => {
  const anchor = { keyword: '签字', index: 1, offsetX: 5.5, offsetY: 6 };
  const given = control('a', { anchor, x: 95.5, y: 106 });
  expect(offsetBy(given, 'offsetX', -4.2)).toEqual({
    ...given,
    x: 85.8,
    anchor: { ...anchor, offsetX: -4.2 },
  });
  expect(offsetBy(given, 'offsetY', 20)).toMatchObject({
    x: 95.5,
    y: 120,
    anchor: { offsetX: 5.5, offsetY: 20 },
  });
  expect(offsetBy(control('b'), 'offsetX', 7)).toEqual(control('b'));
});
