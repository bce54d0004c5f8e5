import { describe, expect, test } from 'vitest';
import {
  aligned,
  differences,
  onlyTheirs,
  withTaken,
} from '../../../packages/web/src/designer/difference.js';
import { readControls } from '../../../packages/web/src/designer/read-controls.js';
import { suggestedKey } from '../../../packages/web/src/designer/suggested-key.js';
import { control, design, file, party } from './given-design.js';

describe('two people at one draft', () => {
  const base = design({ controls: [control('one'), control('two'), control('three')] });
  const mine = { ...base, controls: [control('one', { x: 1 }), control('two'), control('three')] };
  const theirs = {
    ...base,
    name: '新名称',
    controls: [control('one', { x: 2 }), control('two', { y: 7 }), control('four')],
  };

  test('differ element by element', () => {
    expect(differences(mine, theirs).map(({ kind, key, what }) => `${kind} ${key} ${what}`)).toEqual([
      'settings  changed',
      'control three removed',
      'control one changed',
      'control two changed',
      'control four added',
    ]);
    expect(differences(mine, mine)).toEqual([]);
  });

  test('need decide only what both have changed', () => {
    const free = onlyTheirs(base, mine, theirs);
    expect(free.map(({ key }) => key)).toEqual(['', 'three', 'two', 'four']);
    const merged = withTaken(mine, theirs, free);
    expect(merged.name).toBe('新名称');
    expect(merged.controls).toMatchObject([{ key: 'one', x: 1 }, { key: 'two', y: 7 }, { key: 'four' }]);
  });

  test('are compared by ids, keys and places, whatever the pages called the elements', () => {
    const foreign = {
      ...base,
      parties: [party('x', { flag: 'A' }), party('y', { flag: 'B', fillOrder: 2, signOrder: 2 })],
      files: [file(9, { fileName: '1.pdf', fileUrl: 'files/1.pdf' })],
      controls: base.controls.map((each, index) => ({ ...each, key: `k${index}`, party: 'x', file: 9 })),
    };
    expect(differences(base, aligned(foreign, base))).toEqual([]);
  });
});

test('controls from the clipboard are read, and what is none is left out', () => {
  const good = {
    participantFlag: 'A',
    componentName: '姓名',
    componentType: 1,
    required: 1,
    positionX: 5,
    positionY: 6,
    specialAttribute: { fontSize: 14, font: 'Comic Sans', evil: true },
  };
  expect(
    readControls([good, null, 'x', { ...good, componentType: 'text' }, { ...good, positionX: Number.NaN }]),
  ).toMatchObject([{ componentName: '姓名', positionX: 5, specialAttribute: { fontSize: 14 } }]);
  expect(readControls([good])[0]?.specialAttribute).toEqual({ fontSize: 14 });
});

test.each([
  ['身份证号', 'id_no'],
  ['合同金额', 'amount_2'],
  ['Full name', 'full_name'],
  ['其他', null],
])('the key for %s', (name, key) => {
  expect(suggestedKey(name, new Set(['amount']))).toBe(key);
});
