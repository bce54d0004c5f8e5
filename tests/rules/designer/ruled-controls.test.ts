import { describe, expect, test } from 'vitest';
import { ruledControls, withKeysToName } from '../../../packages/web/src/designer/ruled-controls.js';
import { area, control, design } from './given-design.js';

const price = control('price', { type: 2, name: '单价' });
const extra = control('extra', { name: '备注' });
const known = control('known', { name: '数量', type: 2, componentKey: 'count' });
const given = design({ controls: [price, extra, known, control('seal', area)] });
const none = { showWhen: undefined, formula: undefined };

describe('the rules of a control', () => {
  test('can name every other control that is filled in, whether it has a key yet or not', () => {
    const keys = withKeysToName(given, extra).controls.map(({ key, componentKey }) => [key, componentKey]);
    expect(keys).toEqual([
      ['price', 'unit_price'],
      ['extra', ''],
      ['known', 'count'],
      ['seal', ''],
    ]);
  });

  test('give a control the key by which a condition names it for the first time', () => {
    const showWhen = { key: 'unit_price', operator: 'filled' } as const;
    expect(ruledControls(given, extra, { ...none, showWhen })).toEqual([
      { ...extra, attribute: { ...extra.attribute, showWhen } },
      { ...price, componentKey: 'unit_price' },
    ]);
  });

  test('give no key to what has one, or is not named', () => {
    const [, ...others] = ruledControls(given, extra, { ...none, formula: '=count' });
    expect(others).toEqual([]);
  });

  test('give keys for a formula once it can be read', () => {
    const keyed = (formula: string) =>
      ruledControls(given, extra, { ...none, formula }).flatMap(({ key, componentKey }) =>
        componentKey === '' ? [] : [[key, componentKey]],
      );
    expect(keyed('=unit_price*')).toEqual([]);
    expect(keyed('=unit_price*count')).toEqual([['price', 'unit_price']]);
  });

  test('are taken away', () => {
    const ruled = { ...extra, attribute: { ...extra.attribute, formula: '=count' } };
    expect(ruledControls(given, ruled, none)).toEqual([extra]);
  });
});
