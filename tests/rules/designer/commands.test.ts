import { describe, expect, test } from 'vitest';
import { applied, orphansOf } from '../../../packages/web/src/designer/commands.js';
import { type Design, readDesign, writeDesign } from '../../../packages/web/src/designer/design.js';
import { done, newHistory, redoneTo, undoneTo } from '../../../packages/web/src/designer/history.js';
import { missingIn } from '../../../packages/web/src/designer/missing.js';
import { area, control, design, file, party } from './given-design.js';

const keysOf = ({ controls }: Design) => controls.map(({ key }) => key);

describe('a command on the design', () => {
  test('a party that no longer fills loses its fields and keeps its areas', () => {
    const before = design({ controls: [control('field'), control('area', area)] });
    expect(orphansOf(before, 'A', { fills: false }).map(({ key }) => key)).toEqual(['field']);
    const after = applied(before, { type: 'partyChanged', key: 'A', change: { fills: false } });
    expect(keysOf(after)).toEqual(['area']);
  });

  test('a deleted party leaves its heir the controls that the heir can have', () => {
    const before = design({
      parties: [party('A'), party('B', { fills: false, fillOrder: 2, signOrder: 2 })],
      controls: [control('field'), control('area', area), control('other', { party: 'B', ...area })],
    });
    const after = applied(before, { type: 'partyRemoved', key: 'A', heir: 'B' });
    expect(after.controls).toMatchObject([
      { key: 'area', party: 'B' },
      { key: 'other', party: 'B' },
    ]);
    expect(after.parties).toMatchObject([{ key: 'B', signOrder: 1 }]);
    expect(keysOf(applied(before, { type: 'partyRemoved', key: 'A', heir: null }))).toEqual(['other']);
  });

  test('a replaced file keeps every control: at its new place, or waiting for one', () => {
    const seam = control('seam', { type: 6, attribute: { signStyle: 2 } });
    const before = design({ controls: [control('found'), control('lost'), control('unnamed'), seam] });
    const after = applied(before, {
      type: 'fileReplaced',
      file: file(1, { totalPage: 5 }),
      places: [
        { key: 'found', at: { page: 2, x: 40, y: 50 } },
        { key: 'lost', at: null },
      ],
    });
    expect(after.controls).toMatchObject([
      { key: 'found', page: 2, x: 40, y: 50 },
      { key: 'lost', page: 0 },
      { key: 'unnamed', page: 0 },
      { key: 'seam', page: 1 },
    ]);
    expect(missingIn(after).map(({ kind }) => kind)).toEqual(['place', 'place']);
  });

  test('moving a control by hand detaches it from its text; resizing does not', () => {
    const anchor = { keyword: '甲方', index: 1, offsetX: 0, offsetY: 0 };
    const before = design({ controls: [control('one', { anchor })] });
    const resized = applied(before, { type: 'controlsMoved', moves: [{ key: 'one', width: 200 }] });
    expect(resized.controls[0]).toMatchObject({ anchor, attribute: { width: 200, height: 24 } });
    const moved = applied(before, { type: 'controlsMoved', moves: [{ key: 'one', x: 5 }] });
    expect(moved.controls[0]).toMatchObject({ anchor: null, x: 5, y: 100 });
  });

  test('an attribute is merged, and taken away by undefined', () => {
    const before = design({ controls: [control('one', { attribute: { width: 10, maxLength: '5' } })] });
    const change = { attribute: { fontSize: 20, maxLength: undefined } };
    const after = applied(before, { type: 'controlsChanged', keys: ['one'], change });
    expect(after.controls[0]?.attribute).toEqual({ width: 10, fontSize: 20 });
  });
});

describe('the history of the design', () => {
  test('undo covers parties, files and controls, and returns to where the change was made', () => {
    const page = { file: 1, page: 2 };
    let history = newHistory(design({ controls: [control('one')] }));
    history = done(history, { type: 'renamed', name: '新' }, { selection: [], page: null });
    history = done(
      history,
      { type: 'controlsMoved', moves: [{ key: 'one', x: 9 }] },
      { selection: ['one'], page },
    );
    const back = undoneTo(history);
    expect(back.now).toMatchObject({ selection: ['one'], page, design: { name: '新' } });
    expect(back.now.design.controls[0]).toMatchObject({ x: 100 });
    expect(undoneTo(back).now.design.name).toBe('采购合同');
    expect(redoneTo(back).now.design.controls[0]).toMatchObject({ x: 9 });
  });
});

describe('a draft on the wire', () => {
  test('reads back as it was written, whatever parties and files are named and ordered', () => {
    let made = 0;
    const before = design({
      files: [file(2), file(1)],
      controls: [
        control('one', { file: 1, anchor: { keyword: '金额', index: 2, offsetX: 3, offsetY: 4 } }),
        control('two', { file: 2, party: 'B', componentKey: 'amount', value: '5' }),
      ],
    });
    const draft = writeDesign(before, null);
    expect(draft.components).toMatchObject([
      { participantFlag: 'A', fileIndex: 1, keyword: '金额', keywordIndex: 2 },
      { participantFlag: 'B', fileIndex: 0, componentKey: 'amount', value: '5' },
    ]);
    const again = writeDesign(
      readDesign(draft, () => `k${++made}`),
      null,
    );
    expect(again).toEqual(draft);
  });
});
