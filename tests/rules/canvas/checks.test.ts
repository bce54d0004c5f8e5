import { describe, expect, test } from 'vitest';
import { checksOf, type Knowledge } from '../../../packages/web/src/designer/checks.js';
import type { Design } from '../../../packages/web/src/designer/design.js';
import { area, control, design, party, seam } from './given-design.js';

const known: Knowledge = {
  sizeOf: (_file, page) => (page <= 2 ? { width: 794, height: 1123 } : undefined),
  undrawable: new Set(),
  keywordMissing: new Set(),
  scans: new Set(),
};

const sound = design();
const also = (...controls: Design['controls']) => ({ controls: [...sound.controls, ...controls] });

function kindsOf(given: Partial<Design>, more: Partial<Knowledge> = {}) {
  return checksOf(design(given), { ...known, ...more }).map(({ said, isMistake, key }) => [
    isMistake ? 'stops' : 'warns',
    said.kind,
    key,
  ]);
}

test('a sound template has nothing to correct', () => {
  expect(kindsOf({})).toEqual([]);
});

describe('publishing is prevented by', () => {
  test.each<[string, Partial<Design>, string, string | null]>([
    ['a template without a file', { files: [], controls: [] }, 'noFile', null],
    ['a template without a name', { name: ' ' }, 'noTemplateName', null],
    [
      'a template that nobody signs',
      { parties: [party('甲方', { signs: false })], controls: [control('名称')] },
      'nobodySigns',
      null,
    ],
    ['a control without a name', also(control('x', { name: ' ', y: 300 })), 'noName', 'x'],
    ['a control without a place', also(control('x', { page: 0 })), 'unplaced', 'x'],
    ['a drop-down without options', also(control('x', { type: 102, y: 300 })), 'noOptions', 'x'],
    [
      'a drop-down with blank options',
      also(control('x', { type: 102, y: 300, attribute: { options: ['', ' '] } })),
      'noOptions',
      'x',
    ],
    [
      'a default that is not one of the options',
      also(control('x', { type: 102, y: 300, value: 'c', attribute: { options: ['a', 'b'] } })),
      'valueNoOption',
      'x',
    ],
    [
      'an invalid date format',
      also(control('x', { type: 3, y: 300, attribute: { dateFormat: 'YYYY' } })),
      'badDate',
      'x',
    ],
    [
      'a maximum length that is no number',
      also(control('x', { y: 300, attribute: { maxLength: 'many' } })),
      'badMaxLength',
      'x',
    ],
    ['an invalid colour', also(control('x', { y: 300, attribute: { textColor: 'red' } })), 'badColour', 'x'],
    ['a control beyond its page', also(control('x', { x: 700, y: 300 })), 'offPage', 'x'],
    [
      'something to fill in for a party that does not',
      also(control('x', { party: '乙方', y: 300 })),
      'notFilling',
      'x',
    ],
    [
      'an area of a party that does not sign',
      {
        parties: [party('甲方'), party('乙方', { signs: false, fills: false })],
      },
      'notSigning',
      '乙章',
    ],
    [
      'two seam seals of one party in a file',
      also(seam('s', { y: 400 }), seam('x', { y: 600 })),
      'twoSeams',
      'x',
    ],
    [
      'a seam seal over one page',
      {
        files: [
          {
            ...(sound.files[0] ?? { key: 1, fileId: null, fileName: '', fileUrl: '', width: 1, height: 1 }),
            totalPage: 1,
          },
        ],
        ...also(seam('x', { y: 400 })),
      },
      'seamShort',
      'x',
    ],
  ])('%s', (_what, given, kind, key) => {
    expect(kindsOf(given)).toContainEqual(['stops', kind, key]);
  });

  test('a key that two controls have', () => {
    const given = also(
      control('x', { componentKey: 'id_no', y: 300 }),
      control('y', { componentKey: ' id_no', y: 400 }),
    );
    expect(kindsOf(given)).toEqual([['stops', 'sameKey', 'y']]);
  });

  test('more than 50 areas of a party in a file', () => {
    const many = Array.from({ length: 50 }, (_, index) =>
      area(`a${index}`, { page: 2, x: (index % 6) * 130, y: Math.floor(index / 6) * 70 }),
    );
    expect(kindsOf(also(...many))).toEqual([['stops', 'tooManyAreas', null]]);
  });

  test('a default that cannot be drawn, and a keyword that is not in the file', () => {
    expect(kindsOf({}, { undrawable: new Set(['名称']) })).toEqual([['stops', 'undrawable', '名称']]);
    expect(kindsOf({}, { keywordMissing: new Set(['甲章']) })).toEqual([['stops', 'keywordMissing', '甲章']]);
  });

  test('a condition that names no control', () => {
    const given = also(
      control('x', { y: 300, attribute: { showWhen: { key: 'nothing', operator: 'filled' } } }),
    );
    expect(kindsOf(given)).toEqual([['stops', 'rule', 'x']]);
  });
});

describe('the author is warned of', () => {
  test.each<[string, Partial<Design>, string, string | null]>([
    ['a signer without an area', { controls: [control('名称'), area('甲章')] }, 'noArea', null],
    [
      'somebody who fills in without anything to fill in',
      { controls: sound.controls.slice(1) },
      'noControls',
      null,
    ],
    ['a control over another', also(control('x', { x: 150, y: 105 })), 'overlap', 'x'],
    [
      'a text lower than its line',
      also(control('x', { y: 300, attribute: { height: 16, fontSize: 14 } })),
      'lowText',
      'x',
    ],
    ['an area over the edge of another party’s', also(area('x', { party: '乙方', x: 210 })), 'sealOver', 'x'],
    ['something required after the signature', also(control('x', { page: 2 })), 'afterSignature', 'x'],
  ])('%s', (_what, given, kind, key) => {
    expect(kindsOf(given)).toEqual([['warns', kind, key]]);
  });

  test('a scan', () => {
    expect(kindsOf({}, { scans: new Set([1]) })).toEqual([['warns', 'scan', null]]);
  });

  test('nothing where controls only touch, or are on different pages', () => {
    expect(kindsOf(also(control('x', { y: 124 }), area('z', { page: 2 })))).toEqual([]);
  });
});

test('mistakes come before warnings, each in reading order', () => {
  const given = also(
    control('c', { page: 1, y: 600, name: '' }),
    control('b', { y: 300, attribute: { height: 10 } }),
    control('a', { y: 200, name: '' }),
  );
  expect(kindsOf(given)).toEqual([
    ['stops', 'noName', 'a'],
    ['stops', 'noName', 'c'],
    ['warns', 'lowText', 'b'],
  ]);
});

test('2,000 controls on 200 pages are checked without looking at every pair', () => {
  const controls = Array.from({ length: 2_000 }, (_, index) =>
    control(`c${index}`, { page: 1 + (index % 200), y: 50 + Math.floor(index / 200) * 40 }),
  );
  const sized: Partial<Knowledge> = { sizeOf: () => ({ width: 794, height: 1123 }) };
  const found = kindsOf(
    {
      controls: [
        ...controls,
        area('甲章', { page: 200 }),
        area('乙章', { party: '乙方', x: 400, page: 200 }),
      ],
    },
    sized,
  );
  expect(found).toEqual([]);
});
