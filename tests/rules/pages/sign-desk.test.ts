import { describe, expect, test } from 'vitest';
import type { Mark } from '../../../packages/web/src/sign/marks.js';
import {
  firstSignDesk,
  openPlaces,
  openSpots,
  type SignDesk,
  type SignEvent,
  signDesk,
  toolsOf,
} from '../../../packages/web/src/sign/sign-desk-state.js';
import { deskAfter } from './desk-after.js';
import { area, idOf, seal, signView } from './given-views.js';

const first = area({ componentId: 1, name: '甲方盖章', y: 100 });
const second = area({ componentId: 2, name: '法人章', y: 400 });
const optional = area({ componentId: 3, name: '选填章', y: 700, required: false });
const view = signView({ areas: [first, second, optional], seals: [seal()] });
const ink = { kind: 'seal', seal: seal() } as const;
const middle = { fileId: 1, page: 2, x: 397, y: 560 };

const sent = deskAfter(signDesk);
const empty = () => firstSignDesk(view, null);
const freely = () => firstSignDesk(signView({ seals: [seal()] }), null);
const chosen = (isEverywhere = false): SignEvent => ({ type: 'inkChosen', ink, isEverywhere, middle });

describe('the next area to sign', () => {
  test('is scrolled into view first', () => {
    const { desk, effects } = sent(empty(), { type: 'nextAsked', isInSight: false });
    expect(desk).toMatchObject({ current: 1, sheet: null });
    expect(effects).toMatchObject([{ kind: 'show', target: { page: 1, y: 100 } }]);
  });

  test('opens the seals if it is in view', () => {
    const { desk, effects } = sent(empty(), { type: 'nextAsked', isInSight: true });
    expect(desk.sheet).toMatchObject({ kind: 'seals', where: { area: first, replaces: null } });
    expect(effects).toEqual([]);
  });

  test('is the page itself if no areas are given', () => {
    const { desk } = sent(freely(), { type: 'nextAsked', isInSight: false });
    expect(desk.sheet).toEqual({ kind: 'seals', where: { area: null, seam: false, replaces: null } });
  });

  test('does not exist when nothing is left', () => {
    const { desk: done } = sent(empty(), { type: 'areaOpened', area: first }, chosen(true));
    expect(sent(done, { type: 'nextAsked', isInSight: false })).toEqual({ desk: done, effects: [] });
  });

  test('is reached forwards and backwards by keys, cyclically, with the focus', () => {
    const forward = sent(empty(), { type: 'stepped', by: 1 }, { type: 'stepped', by: 1 });
    expect(forward.desk.current).toBe(2);
    expect(forward.effects).toMatchObject([{ kind: 'show' }, { kind: 'focusArea', componentId: 2 }]);
    expect(sent(forward.desk, { type: 'stepped', by: 1 }).desk.current).toBe(1);
    expect(sent(empty(), { type: 'stepped', by: -1 }).desk.current).toBe(2);
  });
});

describe('a seal', () => {
  test('is placed in the opened area', () => {
    const { desk, effects } = sent(empty(), { type: 'areaOpened', area: first }, chosen());
    expect(desk.marks.map((mark) => mark.area)).toEqual([first]);
    expect(desk.sheet).toBeNull();
    expect(effects).toEqual([{ kind: 'vibrate' }]);
  });

  test('is placed in all empty areas, optional ones included, and not in filled ones', () => {
    const other = { kind: 'seal', seal: seal({ sealId: 2 }) } as const;
    const { desk } = sent(
      empty(),
      { type: 'areaOpened', area: second },
      { type: 'inkChosen', ink: other, isEverywhere: false, middle: null },
      { type: 'areaOpened', area: first },
      chosen(true),
    );
    expect(desk.marks.map((mark) => [mark.area?.componentId, mark.ink])).toEqual([
      [2, other],
      [1, ink],
      [3, ink],
    ]);
  });

  test('counts the open areas for which it is usable', () => {
    const { desk } = sent(empty(), { type: 'areaOpened', area: first }, chosen());
    expect(openPlaces(desk, { area: second, seam: false, replaces: null })).toBe(1);
    expect(openPlaces(desk, { area: first, seam: false, replaces: null })).toBe(2);
    expect(openPlaces(empty(), { area: null, seam: false, replaces: null })).toBe(2);
  });

  test('replaces the one in the area', () => {
    const { desk } = sent(empty(), { type: 'areaOpened', area: first }, chosen());
    const again = sent(desk, { type: 'areaOpened', area: first }).desk;
    expect(again.sheet).toMatchObject({ where: { replaces: desk.marks[0] } });
    expect(sent(again, chosen()).desk.marks).toHaveLength(1);
  });

  test('placed freely is in the middle of the view, within its page', () => {
    const { desk } = sent(freely(), { type: 'toolPicked', tool: 'seal', middle }, chosen());
    const [mark] = desk.marks;
    expect(mark).toMatchObject({ id: 'free 1', area: null, page: 2, seam: false });
    expect((mark?.x ?? 0) + (mark?.width ?? 0) / 2).toBeCloseTo(middle.x, 0);
    const corner: SignEvent = {
      type: 'inkChosen',
      ink,
      isEverywhere: false,
      middle: { ...middle, x: 0, y: 0 },
    };
    expect(sent(freely(), corner).desk.marks[0]).toMatchObject({ x: 0, y: 0 });
  });

  test('across the seam is at the right edge of the first page', () => {
    const { desk } = sent(freely(), { type: 'toolPicked', tool: 'seam', middle }, chosen());
    const [mark] = desk.marks;
    expect(mark).toMatchObject({ page: 1, seam: true });
    expect((mark?.x ?? 0) + (mark?.width ?? 0)).toBeCloseTo(794, 0);
  });

  test('is not placed while no page is in view', () => {
    const { desk } = sent(freely(), { type: 'inkChosen', ink, isEverywhere: false, middle: null });
    expect(desk.marks).toEqual([]);
  });

  test('is replaced in its position, at the size of the new one', () => {
    const { desk } = sent(freely(), chosen());
    const mark = onlyMark(desk);
    const small = { kind: 'seal', seal: seal({ sealId: 2, widthMm: 20, heightMm: 20 }) } as const;
    const exchanged = sent(
      desk,
      { type: 'otherSealAsked', mark },
      { type: 'inkChosen', ink: small, isEverywhere: false, middle: null },
    ).desk;
    expect(onlyMark(exchanged)).toMatchObject({ id: mark.id, x: mark.x, y: mark.y, ink: small });
    expect(onlyMark(exchanged).width).toBeLessThan(mark.width);
  });

  test('is moved, placed by numbers and removed', () => {
    const { desk } = sent(freely(), chosen());
    const mark = onlyMark(desk);
    expect(onlyMark(sent(desk, { type: 'markMoved', mark: { ...mark, x: 5 }, at: 0 }).desk).x).toBe(5);
    const numbers = sent(desk, { type: 'markPlacedByNumbers', mark: { ...mark, page: 3 } });
    expect(numbers.effects).toMatchObject([{ kind: 'show', target: { page: 3 } }]);
    const removed = sent(desk, { type: 'markRemoved', id: mark.id }).desk;
    expect(removed).toMatchObject({ marks: [], sheet: null });
  });
});

describe('the only place of a contract', () => {
  const press: SignEvent = { type: 'areaPressed', area: first };
  const oneArea = (seals = [seal()]) => firstSignDesk(signView({ areas: [first], seals }), null);

  test('is sealed at one press if there is one seal, which can be exchanged afterwards', () => {
    const { desk, effects } = sent(oneArea(), press);
    expect(onlyMark(desk)).toMatchObject({ area: first, ink });
    expect([desk.sheet, desk.current, effects]).toEqual([null, 1, [{ kind: 'vibrate' }]]);
    expect(sent(desk, press).desk.sheet).toMatchObject({ kind: 'seals', where: { area: first } });
    expect(onlyMark(sent(oneArea(), { type: 'nextAsked', isInSight: true }).desk).area).toBe(first);
  });

  test.each([
    ['two seals', oneArea([seal(), seal({ sealId: 2 })])],
    ['a seal that needs approval', oneArea([seal({ needsApproval: true })])],
    ['no seal', oneArea([])],
    ['two places', empty()],
  ])('asks what to place with %s', (_name, desk) => {
    expect(sent(desk, press).desk).toMatchObject({ marks: [], sheet: { kind: 'seals' } });
  });
});

describe('places that the text asks for', () => {
  const spots = [
    { fileId: 1, page: 2, x: 300, y: 800 },
    { fileId: 1, page: 3, x: 300, y: 200 },
  ];
  const found = () => sent(freely(), { type: 'spotsFound', spots }).desk;

  test('are where the next step leads', () => {
    const next = sent(found(), { type: 'nextAsked', isInSight: false });
    expect(next.effects).toMatchObject([{ kind: 'show', target: { page: 2 } }]);
    const { desk } = sent(found(), { type: 'nextAsked', isInSight: true });
    const mark = onlyMark(desk);
    expect([mark.x + mark.width / 2, mark.y + mark.height / 2].map(Math.round)).toEqual([300, 800]);
    expect(openSpots(desk)).toEqual([spots[1]]);
  });

  test('ask for a choice among several seals, which is placed there', () => {
    const several = firstSignDesk(signView({ seals: [seal(), seal({ sealId: 2 })] }), null);
    const [spot] = spots;
    if (spot === undefined) throw new Error('no place');
    const { desk } = sent(several, { type: 'spotPressed', spot });
    expect(desk.sheet).toMatchObject({ kind: 'seals', where: { spot } });
    expect(onlyMark(sent(desk, chosen()).desk)).toMatchObject({ page: 2, area: null });
  });
});

describe('marks placed freely', () => {
  test('never cover each other', () => {
    const date: SignEvent = { type: 'toolPicked', tool: 'date', middle };
    const { marks } = sent(freely(), chosen(), date, date, chosen()).desk;
    expect(marks).toHaveLength(4);
    for (const one of marks) {
      for (const other of marks) if (one !== other) expect(areApart(one, other)).toBe(true);
    }
  });

  test('are undone and redone one by one', () => {
    const undo: SignEvent = { type: 'undone' };
    const redo: SignEvent = { type: 'redone' };
    const placed = sent(freely(), chosen()).desk;
    const mark = onlyMark(placed);
    const removed = sent(placed, { type: 'markRemoved', id: mark.id }).desk;
    expect(sent(removed, undo).desk.marks).toEqual([mark]);
    expect(sent(removed, undo, undo, undo).desk.marks).toEqual([]);
    expect(sent(removed, undo, undo, redo).desk.marks).toEqual([mark]);
    const nudge = (x: number, at: number): SignEvent => ({ type: 'markMoved', mark: { ...mark, x }, at });
    const nudged = sent(placed, nudge(1, 0), nudge(2, 100), nudge(3, 2_000)).desk;
    expect(onlyMark(sent(nudged, undo).desk).x).toBe(2);
    expect(onlyMark(sent(nudged, undo, undo).desk).x).toBe(mark.x);
  });

  test('are undone no further than to the restored draft', () => {
    const { marks } = sent(freely(), chosen()).desk;
    const restored = sent(freely(), { type: 'draftRead', marks }).desk;
    expect(sent(restored, { type: 'undone' }).desk.marks).toEqual(marks);
  });
});

describe('tools', () => {
  test.each([
    ['seal', { kind: 'seals', where: { area: null, seam: false, replaces: null } }],
    ['seam', { kind: 'seals', where: { area: null, seam: true, replaces: null } }],
    ['signature', { kind: 'pad', where: { area: null, seam: false, replaces: null } }],
    ['remark', { kind: 'remark' }],
  ] as const)('%s opens %j', (tool, sheet) => {
    expect(sent(freely(), { type: 'toolPicked', tool, middle }).desk.sheet).toEqual(sheet);
  });

  test('a date is placed at once', () => {
    const { desk } = sent(freely(), { type: 'toolPicked', tool: 'date', middle });
    expect(desk.marks.map((mark) => mark.ink)).toEqual([{ kind: 'date' }]);
    expect(desk.sheet).toBeNull();
  });

  test('a seam is offered while a file permits one and none is placed', () => {
    const [file] = view.files;
    if (file === undefined) throw new Error('no file');
    const seamable = firstSignDesk(signView({ files: [{ ...file, freeSeam: true }] }), null);
    expect(toolsOf(freely())).not.toContain('seam');
    expect(toolsOf(seamable)).toContain('seam');
    const { desk } = sent(seamable, { type: 'toolPicked', tool: 'seam', middle }, chosen());
    expect(toolsOf(desk)).not.toContain('seam');
  });

  test('handwriting instead of a seal is placed where the seal was to go', () => {
    const { desk } = sent(empty(), { type: 'areaOpened', area: first }, { type: 'handwritingAsked' });
    expect(desk.sheet).toMatchObject({ kind: 'pad', where: { area: first } });
  });
});

describe('marks placed earlier', () => {
  const { desk: placed } = sent(empty(), { type: 'areaOpened', area: first }, chosen());

  test('are restored from the draft', () => {
    expect(sent(empty(), { type: 'draftRead', marks: placed.marks }).desk.marks).toEqual(placed.marks);
  });

  test('do not replace marks placed while the draft was loading', () => {
    expect(sent(placed, { type: 'draftRead', marks: [] }).desk).toBe(placed);
  });

  test('are kept when the contract changes, as far as their areas and seals exist', () => {
    const moved = { ...first, x: 300 };
    const changed = signView({ areas: [moved, second], seals: [seal()], revision: 2 });
    const { desk } = sent(placed, { type: 'viewChanged', view: changed });
    expect(onlyMark(desk)).toMatchObject({ x: 300, area: moved });
    const without = signView({ areas: [second], seals: [seal()], revision: 2 });
    expect(sent(placed, { type: 'viewChanged', view: without }).desk.marks).toEqual([]);
    const noSeal = signView({ areas: [first], seals: [], revision: 2 });
    expect(sent(placed, { type: 'viewChanged', view: noSeal }).desk.marks).toEqual([]);
  });

  test('never share an id with later free marks', () => {
    const { desk: before } = sent(freely(), chosen());
    const { desk } = sent(freely(), { type: 'draftRead', marks: before.marks }, chosen());
    expect(new Set(desk.marks.map(({ id }) => id)).size).toBe(2);
  });
});

test('one sheet covers the pages at a time, and closing it changes nothing else', () => {
  const { desk } = sent(
    empty(),
    { type: 'opened', sheet: { kind: 'more' } },
    { type: 'areaShown', area: second },
  );
  expect(desk).toMatchObject({ sheet: null, current: idOf(2) });
  const opened = sent(desk, { type: 'opened', sheet: { kind: 'refuse' } }).desk;
  expect(sent(opened, { type: 'closed' }).desk).toEqual(desk);
});

function areApart(one: Mark, other: Mark): boolean {
  const isBeside = one.x + one.width <= other.x || other.x + other.width <= one.x;
  return isBeside || one.y + one.height <= other.y || other.y + other.height <= one.y;
}

function onlyMark({ marks }: SignDesk): Mark {
  const [mark] = marks;
  if (mark === undefined || marks.length > 1) throw new Error(`${marks.length} marks`);
  return mark;
}
