/** Copies refer to each other as their originals do. */
import { expect, test } from 'vitest';
import {
  clipboardTextOf,
  copiesOnPages,
  duplicatesOf,
  pastedControls,
} from '../../../packages/web/src/designer/canvas-bridge.js';
import type { Control, Design } from '../../../packages/web/src/designer/design.js';
import { control, design } from './given-design.js';

const given = design({
  controls: [
    control('price', { type: 2, componentKey: 'price' }),
    control('count', { type: 2, componentKey: 'count' }),
    control('total', {
      ...{ type: 2, componentKey: 'total' },
      attribute: { formula: '=price*count', showWhen: { key: 'price', operator: 'isNot', value: '0' } },
    }),
  ],
});

function counting() {
  let made = 0;
  return () => `k${++made}`;
}

function pasted(into: Design, keys: readonly string[]): readonly Control[] {
  const text = clipboardTextOf(given, keys);
  const found = pastedControls(into, text, { fileId: 1, page: 2 }, () => undefined, counting());
  if (found === null) throw new Error('nothing was copied');
  return found.controls;
}

test.each<[string, (keys: readonly string[]) => readonly Control[]]>([
  ['duplicated', (keys) => duplicatesOf(given, keys, counting())],
  ['pasted, or put as a block', (keys) => pasted(given, keys)],
  ['copied to a page', (keys) => copiesOnPages(given, keys, [2], counting())],
])('controls that are %s name those that are copied with them, and otherwise the originals', (_how, copy) => {
  expect(
    copy(['price', 'total']).map(({ componentKey, attribute }) => ({ componentKey, ...attribute })),
  ).toMatchObject([
    { componentKey: 'price_2' },
    {
      componentKey: 'total_2',
      formula: '=price_2*count',
      showWhen: { key: 'price_2', operator: 'isNot', value: '0' },
    },
  ]);
  expect(copy(['total'])[0]?.attribute).toMatchObject({
    formula: '=price*count',
    showWhen: { key: 'price' },
  });
});

test('copies on each page name those of their page', () => {
  const copies = copiesOnPages(given, ['price', 'total'], [2, 3], counting());
  expect(copies.map(({ page, attribute }) => [page, attribute.formula])).toEqual([
    [2, undefined],
    [2, '=price_2*count'],
    [3, undefined],
    [3, '=price_3*count'],
  ]);
});

test('what was cut comes back with its key', () => {
  const twice = { ...given, controls: [...given.controls, control('other', { componentKey: 'price_2' })] };
  const text = clipboardTextOf(twice, ['other']);
  const rest = { ...twice, controls: [] };
  const back = pastedControls(rest, text, { fileId: 1, page: 1 }, () => undefined, counting());
  expect(back?.controls).toMatchObject([{ componentKey: 'price_2' }]);
});
