import { describe, expect, test } from 'vitest';
import type { Proposed } from '../../../packages/web/src/canvas/suggestions/suggested-control.js';
import {
  addedBy,
  type MovedPlace,
  movableIn,
  placeOf,
  replacements,
  withReplacement,
} from '../../../packages/web/src/designer/replacing.js';
import { area, control, design, file } from './given-design.js';

const by = { fileName: '新.docx', fileUrl: 'files/new.pdf', totalPage: 4, width: 794, height: 1123 };
const anchor = { keyword: '身份证号：', index: 1, offsetX: 5, offsetY: 0 };
const seam = control('seam', { type: 6, attribute: { signStyle: 2 } });

const given = design({
  controls: [
    control('moved', { anchor }),
    control('stayed', { y: 300 }),
    control('guess', { y: 400 }),
    control('lost', { y: 500 }),
    control('tray', { page: 0 }),
    seam,
  ],
});

const answer = (part: Partial<MovedPlace>): MovedPlace => ({
  ...{ index: 0, pageNum: 1, positionX: 100, positionY: 100, keywordIndex: null, keywordPlace: null },
  ...{ by: 'label', score: 0.9, doubtful: false },
  ...part,
});
const answers = [
  answer({ pageNum: 3, positionX: 120.4, positionY: 90, keywordIndex: 2, by: 'keyword' }),
  answer({ positionY: 300.3, by: 'samePlace' }),
  answer({ positionY: 620, doubtful: true }),
  answer({ pageNum: null, positionX: null, positionY: null, by: 'none', doubtful: true }),
];
const found = replacements(given, 1, by, answers);
const replacedWith = (confirmed: readonly string[], uploaded: Parameters<typeof withReplacement>[2] = by) =>
  withReplacement(given, file(1), uploaded, replacements(given, 1, uploaded, answers), new Set(confirmed), {
    ...{ initiator: '发起人', makeKey: () => 'new' },
  });

function placeholder(part: Partial<Proposed>) {
  const component: Proposed = {
    ...{ participantFlag: 'A', fileIndex: 0, componentName: 'lost', componentType: 1, required: 1 },
    ...{ pageNum: 4, positionX: 30, positionY: 40 },
    specialAttribute: {
      ...{ width: 160, height: 24, dateFormat: null, numberFormat: null, fractionDigits: null },
      ...{ maxLength: null, fontSize: null, sealSpecs: null, options: null },
    },
    ...part,
  };
  const at = { page: 4, x: 30, y: 40, width: 160, height: 24, line: 2 };
  return { text: '{{A.lost}}', ...at, problem: null, component };
}

describe('replacing a file', () => {
  test('asks for the place of every control that has one of its own, with its text', () => {
    expect(movableIn(given, 1).map(({ key }) => key)).toEqual(['moved', 'stayed', 'guess', 'lost']);
    expect(placeOf(control('one', { anchor, ...area }))).toEqual({
      ...{ pageNum: 1, positionX: 100, positionY: 100, keyword: '身份证号：', keywordIndex: 1 },
      specialAttribute: { width: 159, height: 159, signStyle: 1 },
    });
  });

  test('says what moved with the text, stayed, has to be confirmed and has no place', () => {
    expect(found.map(({ control: { key }, standing }) => [key, standing])).toEqual([
      ['moved', 'moved'],
      ['stayed', 'stayed'],
      ['guess', 'doubtful'],
      ['lost', 'lost'],
    ]);
  });

  test('drops nothing: what is not confirmed or has no place waits for one', () => {
    const { controls, files } = replacedWith([]);
    expect(files).toMatchObject([{ key: 1, fileUrl: 'files/new.pdf', totalPage: 4 }]);
    expect(controls.map(({ key, page }) => [key, page])).toEqual([
      ...[
        ['moved', 3],
        ['stayed', 1],
        ['guess', 0],
        ['lost', 0],
        ['tray', 0],
        ['seam', 1],
      ],
    ]);
    expect(controls[0]).toMatchObject({ x: 120, y: 90, anchor: { ...anchor, index: 2 } });
    expect(replacedWith(['guess']).controls[2]).toMatchObject({ page: 1, y: 620 });
  });

  test('lets go of a text that the new file does not have', () => {
    const anchored = design({ controls: [control('one', { anchor })] });
    const [only] = replacements(anchored, 1, by, [answer({ positionY: 200, doubtful: true })]);
    expect(only).toMatchObject({ standing: 'doubtful', at: { anchor: null, y: 200 } });
  });

  test('a placeholder of the same name and party says where its control belongs', () => {
    const uploaded = { ...by, placeholders: [placeholder({})] };
    const { controls } = replacedWith([], uploaded);
    expect(controls).toHaveLength(given.controls.length);
    expect(controls[3]).toMatchObject({ key: 'lost', page: 4, x: 30, y: 40 });
  });

  test('a placeholder without a control makes one, unless a control has moved there', () => {
    const fresh = placeholder({ componentName: '新', positionY: 200 });
    const there = placeholder({ componentName: '别名', pageNum: 3, positionX: 118, positionY: 90 });
    const uploaded = { ...by, placeholders: [fresh, there] };
    expect(addedBy(given, 1, uploaded, found, () => 'new').map(({ name }) => name)).toEqual(['新']);
    expect(replacedWith([], uploaded).controls.at(-1)).toMatchObject({
      key: 'new',
      name: '新',
      file: 1,
      page: 4,
    });
  });
});
