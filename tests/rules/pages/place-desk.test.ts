import { describe, expect, test } from 'vitest';
import {
  firstPlaceDesk,
  type PlaceDesk,
  type PlaceEvent,
  placeDesk,
  selectedOf,
} from '../../../packages/web/src/place/place-desk-state.js';
import type { Placed } from '../../../packages/web/src/place/placed.js';
import { deskAfter } from './desk-after.js';
import { placeView } from './given-views.js';

const sent = deskAfter(placeDesk);
const empty = () => firstPlaceDesk(placeView());
const at = { fileId: 1, page: 1, x: 100, y: 100 };

const added = (id: string, given: Partial<Extract<PlaceEvent, { type: 'added' }>> = {}): PlaceEvent => ({
  type: 'added',
  tool: 'text',
  at,
  id,
  word: '单行文本',
  ...given,
});

const fieldsOf = (desk: PlaceDesk) => desk.history.now;

function field(desk: PlaceDesk, id: string): Placed {
  const found = fieldsOf(desk).find((each) => each.id === id);
  if (found === undefined) throw new Error(`no field ${id}`);
  return found;
}

describe('a new field', () => {
  test('belongs to the chosen party, and is selected, focused and announced', () => {
    const { desk } = sent(empty(), added('a'));
    expect(field(desk, 'a')).toMatchObject({ flag: '甲方', name: '单行文本', page: 1, x: 100, y: 100 });
    expect(desk).toMatchObject({
      selectedId: 'a',
      focusId: 'a',
      said: { kind: 'added', name: '单行文本', page: 1 },
    });
  });

  test('has a number in its name from the second on, and is offset from the first', () => {
    const { desk } = sent(empty(), added('a'), added('b'), added('c'));
    expect(fieldsOf(desk).map(({ name }) => name)).toEqual(['单行文本', '单行文本2', '单行文本3']);
    expect(fieldsOf(desk).map(({ x, y }) => [x, y])).toEqual([
      [100, 100],
      [124, 124],
      [148, 148],
    ]);
  });

  test('stays within its page', () => {
    const { desk } = sent(empty(), added('a', { at: { ...at, x: 790, y: -20 } }));
    expect(field(desk, 'a')).toMatchObject({ x: 794 - 160, y: 0 });
  });

  test('for the seam is at the right edge of the first page, once per party and file', () => {
    const seam = { tool: 'seam', at: { ...at, page: 3 } } as const;
    const { desk } = sent(empty(), added('a', seam), added('b', seam));
    expect(fieldsOf(desk)).toHaveLength(1);
    expect(field(desk, 'a')).toMatchObject({ page: 1, seam: true, x: 794 - 159 });
  });

  test('is refused for a party that does not fill, and on a missing page', () => {
    const { desk } = sent(empty(), { type: 'partyChosen', flag: '乙方' }, added('a'));
    expect(fieldsOf(desk)).toEqual([]);
    expect(fieldsOf(sent(empty(), added('a', { at: { ...at, page: 4 } })).desk)).toEqual([]);
  });
});

describe('a field', () => {
  const { desk: one } = sent(empty(), added('a'));

  test('is dropped at the pointer, and its position is announced', () => {
    const to = { fileId: 1, page: 2, x: 30, y: 40, width: 160, height: 24 };
    const { desk } = sent(one, { type: 'selected', id: 'a' }, { type: 'dropped', id: 'a', to });
    expect(field(desk, 'a')).toMatchObject({ page: 2, x: 30, y: 40 });
    expect(desk).toMatchObject({ selectedId: 'a', said: { kind: 'position', page: 2, x: 30, y: 40 } });
  });

  test('for the seam is not carried to another file', () => {
    const seam = sent(empty(), added('s', { tool: 'seam' })).desk;
    const to = { fileId: 2, page: 1, x: 10, y: 500, width: 159, height: 159 };
    expect(sent(seam, { type: 'dropped', id: 's', to }).desk).toBe(seam);
  });

  test('for the seam keeps its page and edge when dragged', () => {
    const seam = sent(empty(), added('s', { tool: 'seam' })).desk;
    const to = { fileId: 1, page: 3, x: 10, y: 500, width: 159, height: 159 };
    expect(field(sent(seam, { type: 'dropped', id: 's', to }).desk, 's')).toMatchObject({
      page: 1,
      x: 794 - 159,
      y: 500,
    });
  });

  test('is moved by keys, to another page too, and its position is announced', () => {
    const to = { ...field(one, 'a'), x: 101, page: 2 };
    const { desk } = sent(one, { type: 'nudged', id: 'a', to, at: 0 });
    expect(field(desk, 'a')).toMatchObject({ x: 101, page: 2 });
    expect(desk.said).toMatchObject({ kind: 'position', page: 2, x: 101 });
    expect(sent(desk, { type: 'selected', id: 'a' }).desk.focusId).toBeNull();
  });

  test('is duplicated beside itself with a key of its own', () => {
    const keyed = sent(one, { type: 'changed', id: 'a', change: { key: 'name' }, kind: '', at: 0 }).desk;
    const { desk } = sent(keyed, { type: 'duplicated', id: 'a', copyId: 'b' });
    expect(field(desk, 'b')).toMatchObject({ key: 'name_2', x: 116, y: 116, page: 1 });
    expect(selectedOf(desk)?.id).toBe('b');
  });

  test('is copied to other pages, and their number is announced', () => {
    const to = [
      { page: 2, id: 'b' },
      { page: 3, id: 'c' },
    ];
    const open = sent(one, { type: 'sheetOpened', sheet: 'copy' }).desk;
    const { desk } = sent(open, { type: 'copied', id: 'a', to });
    expect(fieldsOf(desk).map(({ id, page }) => [id, page])).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ]);
    expect(fieldsOf(desk).map(({ x, y }) => [x, y])).toEqual([
      [100, 100],
      [100, 100],
      [100, 100],
    ]);
    expect(desk).toMatchObject({ sheet: null, said: { kind: 'copied', pages: 2 } });
  });

  test('is removed, and nothing is selected afterwards', () => {
    const { desk } = sent(one, { type: 'removed', id: 'a' });
    expect(fieldsOf(desk)).toEqual([]);
    expect(desk).toMatchObject({ selectedId: null, said: { kind: 'removed', name: '单行文本' } });
  });

  test('that was removed changes nothing', () => {
    expect(sent(one, { type: 'removed', id: 'z' }).desk).toBe(one);
  });

  test('opens its properties over the pages if there is no panel beside them', () => {
    expect(sent(one, { type: 'opened', id: 'a', hasPanel: true }).desk.sheet).toBeNull();
    expect(sent(one, { type: 'opened', id: 'a', hasPanel: false }).desk.sheet).toBe('properties');
  });

  test('rejected by the server is displayed with the message', () => {
    const { desk, effects } = sent(
      one,
      { type: 'refused', id: 'a', words: '字段编码重复' },
      { type: 'shown', id: 'a' },
    );
    expect(desk).toMatchObject({
      refusal: { id: 'a', words: '字段编码重复' },
      selectedId: 'a',
    });
    expect(effects).toMatchObject([{ kind: 'show', id: 'a' }]);
  });
});

describe('changes', () => {
  const { desk: one } = sent(empty(), added('a'));
  const typed = (name: string, now: number): PlaceEvent => ({
    type: 'changed',
    id: 'a',
    change: { name },
    kind: 'name',
    at: now,
  });

  test('are undone and redone', () => {
    const { desk } = sent(one, added('b'), { type: 'undone' }, { type: 'undone' });
    expect(fieldsOf(desk)).toEqual([]);
    expect(fieldsOf(sent(desk, { type: 'redone' }).desk).map(({ id }) => id)).toEqual(['a']);
  });

  test('of one kind in quick succession are undone as one', () => {
    const { desk } = sent(one, typed('姓', 1000), typed('姓名', 1300), { type: 'undone' });
    expect(field(desk, 'a').name).toBe('单行文本');
  });

  test('with a pause between them, or of different fields, are undone separately', () => {
    const paused = sent(one, typed('姓', 1000), typed('姓名', 1600), { type: 'undone' }).desk;
    expect(field(paused, 'a').name).toBe('姓');
    const two = sent(one, added('b')).desk;
    const other: PlaceEvent = { type: 'changed', id: 'b', change: { name: '电话' }, kind: 'name', at: 1100 };
    const back = sent(two, typed('姓', 1000), other, { type: 'undone' }).desk;
    expect(field(back, 'a').name).toBe('姓');
    expect(field(back, 'b').name).toBe('单行文本2');
  });

  test('clear the redo history', () => {
    const { desk } = sent(one, { type: 'undone' }, added('b'), { type: 'redone' });
    expect(fieldsOf(desk).map(({ id }) => id)).toEqual(['b']);
  });

  test('undone leave no missing field selected', () => {
    expect(selectedOf(sent(one, { type: 'undone' }).desk)).toBeNull();
  });
});

test('a draft is restored as far as its parties and pages exist', () => {
  const { desk } = sent(empty(), added('a'), added('b', { at: { ...at, page: 3 } }));
  const draft = JSON.stringify(fieldsOf(desk));
  expect(fieldsOf(firstPlaceDesk(placeView({ draft })))).toEqual(fieldsOf(desk));
  const [file] = placeView().files;
  if (file === undefined) throw new Error('no file');
  const shorter = placeView({ draft, files: [{ ...file, pages: file.pages.slice(0, 1) }] });
  expect(fieldsOf(firstPlaceDesk(shorter)).map(({ id }) => id)).toEqual(['a']);
  expect(fieldsOf(firstPlaceDesk(placeView({ draft, placeParties: [] })))).toEqual([]);
});
