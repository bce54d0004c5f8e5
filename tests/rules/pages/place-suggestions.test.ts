import { describe, expect, test } from 'vitest';
import type { Proposals, Proposed } from '../../../packages/web/src/canvas/suggestions/suggested-control.js';
import { suggestionActs } from '../../../packages/web/src/canvas/suggestions/suggestion-acts.js';
import {
  firstPlaceDesk,
  type PlaceDesk,
  placeDesk,
} from '../../../packages/web/src/place/place-desk-state.js';
import { openSuggestions, type Suggestion } from '../../../packages/web/src/place/place-suggestions.js';
import { deskAfter } from './desk-after.js';
import { placeView } from './given-views.js';

const sent = deskAfter(placeDesk);
const empty = () => firstPlaceDesk(placeView());

const none = {
  ...{ dateFormat: null, numberFormat: null, fractionDigits: null, maxLength: null },
  ...{ fontSize: null, sealSpecs: null, options: null },
};

function proposal(
  given: Partial<Proposed> = {},
  attribute: Partial<Proposed['specialAttribute']> = {},
): Proposals[number] {
  return {
    component: {
      participantFlag: '甲方',
      fileIndex: 0,
      componentName: '甲方盖章',
      componentType: 6,
      required: 1,
      pageNum: 1,
      positionX: 100.4,
      positionY: 600,
      specialAttribute: { width: 159, height: 159, ...none, ...attribute },
      ...given,
    },
    by: 'signature',
    score: 0.9,
  };
}

const blank = (given: Partial<Proposed> = {}) =>
  proposal({ componentType: 1, componentName: '地址', ...given }, { width: 160, height: 24 });

function open(
  desk: PlaceDesk,
  proposals: Proposals,
  { dismissed = [], chosen = desk.flag }: { dismissed?: readonly string[]; chosen?: string } = {},
): readonly Suggestion[] {
  const { view, history } = desk;
  const asked = { view, fields: history.now, answers: [proposals], dismissed: new Set(dismissed), chosen };
  return openSuggestions(asked);
}

const ownersOf = (found: readonly Suggestion[]) => found.map(({ field }) => field.flag);

describe('a proposal for a draft', () => {
  test('becomes an area of the party that the file names, where it names it', () => {
    const desk = empty();
    const found = open(desk, [proposal()]);
    const { desk: after } = sent(desk, { type: 'accepted', fields: found.map(({ field }) => field) });
    expect(after.history.now).toMatchObject([
      { flag: '甲方', name: '甲方盖章', page: 1, x: 100, y: 600, type: 6, width: 159, required: true },
    ]);
    expect(after.selectedId).toBe(found[0]?.field.id);
  });

  test('states what its attributes say, and what a new field has otherwise', () => {
    const date = proposal({ componentType: 3, required: 0 }, { dateFormat: 'yyyy年MM月dd日', fontSize: 12 });
    const sum = proposal({ componentType: 2, positionY: 20 }, { numberFormat: '#,##0', fractionDigits: 2 });
    expect(open(empty(), [date, sum]).map(({ field }) => field)).toMatchObject([
      { dateFormat: 'yyyy年MM月dd日', fontSize: 12, required: false, thousands: false, digits: '' },
      { dateFormat: 'yyyy-MM-dd', fontSize: 14, required: true, thousands: true, digits: '2' },
    ]);
  });

  test('is for a party that fills in or signs there: nobody gets what the file asks of another', () => {
    // 乙方 only signs.
    expect(ownersOf(open(empty(), [blank(), blank({ participantFlag: '乙方' })]))).toEqual(['甲方']);
  });

  test('that names nobody is for the chosen party if it can have it, else for the first that can', () => {
    const unnamed = { participantFlag: '' };
    expect(ownersOf(open(empty(), [proposal(unnamed)], { chosen: '乙方' }))).toEqual(['乙方']);
    expect(ownersOf(open(empty(), [blank(unnamed)], { chosen: '乙方' }))).toEqual(['甲方']);
  });

  test('of a type that cannot be placed here is left out', () => {
    expect(open(empty(), [proposal({ componentType: 77 })])).toEqual([]);
  });

  test('over a field is left out; dismissed, it stays away', () => {
    const desk = empty();
    const [one] = open(desk, [proposal()]);
    expect(open(desk, [proposal()], { dismissed: [one?.field.id ?? ''] })).toEqual([]);
    const at = { fileId: 1, page: 1, x: 110, y: 610 };
    const { desk: other } = sent(desk, { type: 'added', tool: 'sign', at, id: 'a', word: '盖章' });
    expect(open(other, [proposal()])).toEqual([]);
    expect(open(other, [proposal({ pageNum: 2 })])).toHaveLength(1);
  });

  test('stays open when its neighbour is accepted, though their areas overlap', () => {
    const neighbours = [proposal(), proposal({ participantFlag: '乙方', positionY: 620 })];
    const desk = empty();
    const [first] = open(desk, neighbours);
    if (first === undefined) throw new Error('nothing is proposed');
    const { desk: after } = sent(desk, { type: 'accepted', fields: [first.field] });
    expect(ownersOf(open(after, neighbours))).toEqual(['乙方']);
  });

  test('all at once are one step to undo, with names of their own, and are open again after it', () => {
    const all = [proposal(), proposal({ pageNum: 2 })];
    const desk = empty();
    const fields = open(desk, all).map(({ field }) => field);
    const { desk: after } = sent(desk, { type: 'accepted', fields });
    expect(after.history.now.map(({ name }) => name)).toEqual(['甲方盖章', '甲方盖章2']);
    expect(after).toMatchObject({ selectedId: null, said: { kind: 'accepted', count: 2 } });
    const moved = sent(after, {
      type: 'nudged',
      id: fields[0]?.id ?? '',
      to: { x: 400, y: 10, width: 159, height: 159 },
      at: 0,
    });
    expect(open(moved.desk, all)).toEqual([]);
    const { desk: back } = sent(after, { type: 'undone' });
    expect(back.history.now).toEqual([]);
    expect(open(back, all)).toHaveLength(2);
  });

  test('is selected and shown like a field, though the draft does not have it', () => {
    const { desk, effects } = sent(empty(), { type: 'shown', id: 'suggested' });
    expect(desk.selectedId).toBe('suggested');
    expect(effects).toEqual([{ kind: 'show', id: 'suggested' }]);
  });
});

describe('accepting and dismissing', () => {
  function acts(keys: readonly string[]) {
    const done: string[] = [];
    const note = (what: string) => (given: readonly string[]) => done.push(`${what} ${given.join()}`);
    const show = (key: string) => done.push(`show ${key}`);
    return { done, ...suggestionActs({ keys, add: note('add'), dismissed: note('dismiss'), show }) };
  }

  test('one goes on to the next, and from the last back to the one before', () => {
    const { done, accept, dismiss } = acts(['a', 'b', 'c']);
    accept(['a']);
    dismiss(['c']);
    expect(done).toEqual(['add a', 'show b', 'dismiss c', 'show b']);
  });

  test('several are taken in reading order, once each, and what is no longer open is not', () => {
    const { done, accept } = acts(['a', 'b', 'c']);
    accept(['c', 'a', 'gone']);
    accept(['gone']);
    expect(done).toEqual(['add a,c']);
  });
});
