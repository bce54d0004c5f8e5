/** Reducer of the placing desk: fields, selection and history. */
import { type Box, within } from '../canvas/geometry/box.js';
import { changed, type History, historyOf, redone, undone } from '../shared/state/history.js';
import type { Step } from '../shared/state/step.js';
import { copiesOf, duplicateOf } from './copying.js';
import { type Party, type Placed, readDraft, type View } from './placed.js';
import { freshField, obstacleTo, type Tool } from './tools.js';

export type PlaceSheet = 'properties' | 'copy' | 'list' | 'send' | 'delete' | 'more';

/** Announcement for screen readers. */
export type Said =
  | { readonly kind: 'added' | 'removed'; readonly name: string; readonly page: number }
  | { readonly kind: 'position'; readonly page: number; readonly x: number; readonly y: number }
  | { readonly kind: 'copied'; readonly pages: number }
  | { readonly kind: 'accepted'; readonly count: number };

export interface PlaceDesk {
  readonly view: View;
  readonly history: History<readonly Placed[]>;
  /** The party that new fields belong to; undefined if the flow has none. */
  readonly flag: Party['flag'] | undefined;
  readonly selectedId: Placed['id'] | null;
  /** Receives the focus once it is rendered. */
  readonly focusId: Placed['id'] | null;
  readonly sheet: PlaceSheet | null;
  /** A field that the server refused. */
  readonly refusal: { readonly id: Placed['id']; readonly words: string } | null;
  readonly said: Said | null;
}

/** Top left corner of a new field, in page px. */
export interface PlaceOnPage {
  readonly fileId: number;
  readonly page: number;
  readonly x: number;
  readonly y: number;
}

/** New position of a field, on the same page or on another. */
export type Move = Partial<Pick<Placed, 'fileId' | 'page'>> & Box;

export type PlaceEvent =
  | { readonly type: 'viewChanged'; readonly view: View }
  | { readonly type: 'partyChosen'; readonly flag: Party['flag'] }
  /** `word` names the kind of field; a number is appended if the name is taken. */
  | {
      readonly type: 'added';
      readonly tool: Tool;
      readonly at: PlaceOnPage;
      readonly id: string;
      readonly word: string;
    }
  /** Proposed fields; a name that is taken gets a number. */
  | { readonly type: 'accepted'; readonly fields: readonly Placed[] }
  /** Successive changes of the same kind within a short time are undone together; `at` is in ms. */
  | {
      readonly type: 'changed';
      readonly id: string;
      readonly change: Partial<Placed>;
      readonly kind: string;
      readonly at: number;
    }
  | { readonly type: 'placedByNumbers'; readonly id: string; readonly to: Move; readonly at: number }
  | { readonly type: 'nudged'; readonly id: string; readonly to: Move; readonly at: number }
  | { readonly type: 'resized'; readonly id: string; readonly to: Move }
  /** Of a field, or of one that is only proposed. */
  | { readonly type: 'selected' | 'shown'; readonly id: string }
  | { readonly type: 'removed'; readonly id: string }
  | { readonly type: 'dropped'; readonly id: string; readonly to: Move & PlaceOnPage }
  | { readonly type: 'opened'; readonly id: string; readonly hasPanel: boolean }
  | { readonly type: 'duplicated'; readonly id: string; readonly copyId: string }
  | {
      readonly type: 'copied';
      readonly id: string;
      readonly to: readonly { readonly page: number; readonly id: string }[];
    }
  | { readonly type: 'deselected' | 'undone' | 'redone' | 'sheetClosed' }
  | { readonly type: 'sheetOpened'; readonly sheet: PlaceSheet }
  | { readonly type: 'refused'; readonly id: string; readonly words: string };

/** Scroll to a field and give it the focus. */
export interface PlaceEffect {
  readonly kind: 'show';
  readonly id: string;
}

type Outcome = Step<PlaceDesk, PlaceEffect>;

export function firstPlaceDesk(view: View): PlaceDesk {
  return {
    view,
    history: historyOf(readDraft(view)),
    flag: view.placeParties[0]?.flag,
    selectedId: null,
    focusId: null,
    sheet: null,
    refusal: null,
    said: null,
  };
}

export function partyOf({ view, flag }: PlaceDesk): Party | undefined {
  return view.placeParties.find((party) => party.flag === flag);
}

export function selectedOf({ history, selectedId }: PlaceDesk): Placed | null {
  return history.now.find(({ id }) => id === selectedId) ?? null;
}

export function placeDesk(desk: PlaceDesk, event: PlaceEvent): Outcome {
  switch (event.type) {
    case 'viewChanged':
      return [{ ...desk, view: event.view }];
    case 'partyChosen':
      return [{ ...desk, flag: event.flag }];
    case 'added':
      return add(desk, event);
    case 'accepted':
      return accept(desk, event.fields);
    case 'selected':
      return [{ ...desk, selectedId: event.id, focusId: null }];
    case 'shown':
      return [
        { ...desk, selectedId: event.id },
        { kind: 'show', id: event.id },
      ];
    case 'deselected':
      return [{ ...desk, selectedId: null }];
    case 'undone':
      return [{ ...desk, history: undone(desk.history) }];
    case 'redone':
      return [{ ...desk, history: redone(desk.history) }];
    case 'sheetOpened':
      return [{ ...desk, sheet: event.sheet }];
    case 'sheetClosed':
      return [{ ...desk, sheet: null }];
    case 'refused':
      return [{ ...desk, refusal: { id: event.id, words: event.words } }];
    default: {
      const field = desk.history.now.find(({ id }) => id === event.id);
      return field === undefined ? [desk] : withField(desk, field, event);
    }
  }
}

type FieldEvent = Exclude<
  Extract<PlaceEvent, { readonly id: string }>,
  { readonly type: 'added' | 'refused' | 'selected' | 'shown' }
>;

/** Applies an event to an existing field. */
function withField(desk: PlaceDesk, field: Placed, event: FieldEvent): Outcome {
  const { history, view } = desk;
  const fields = history.now;
  switch (event.type) {
    case 'changed':
      return [replace(desk, { ...field, ...event.change }, merged(event, field))];
    case 'placedByNumbers':
      return [replace(desk, moved(view, field, event.to), merged({ kind: 'numbers', at: event.at }, field))];
    case 'resized':
      return [replace(desk, moved(view, field, event.to))];
    case 'nudged': {
      const now = moved(view, field, event.to);
      const next = replace(desk, now, merged({ kind: 'nudge', at: event.at }, field));
      return [{ ...next, said: position(now) }];
    }
    case 'dropped': {
      const { to } = event;
      // A seam area stays in its file, whichever page it is dropped on.
      if (field.seam && to.fileId !== field.fileId) return [desk];
      const now = moved(view, field, field.seam ? { ...to, page: field.page } : to);
      return [{ ...replace(desk, now), said: position(now) }];
    }
    case 'opened':
      return [{ ...desk, selectedId: field.id, sheet: event.hasPanel ? desk.sheet : 'properties' }];
    case 'removed': {
      const left = fields.filter(({ id }) => id !== field.id);
      const said = { kind: 'removed', name: field.name, page: field.page } as const;
      return [{ ...desk, history: changed(history, left), selectedId: null, said }];
    }
    case 'duplicated': {
      const copy = duplicateOf(field, event.copyId, [...view.kept, ...fields]);
      const page = pageOf(view, field);
      return [withNew(desk, page === undefined ? copy : { ...copy, ...within(page, copy) })];
    }
    case 'copied': {
      const file = view.files.find(({ fileId }) => fileId === field.fileId);
      const copies = copiesOf(field, event.to, file?.pages ?? [], [...view.kept, ...fields]);
      const said = { kind: 'copied', pages: copies.length } as const;
      return [{ ...desk, history: changed(history, [...fields, ...copies]), sheet: null, said }];
    }
  }
}

function add(desk: PlaceDesk, event: Extract<PlaceEvent, { readonly type: 'added' }>): Outcome {
  const { view } = desk;
  const fields = desk.history.now;
  const { tool, at, id, word } = event;
  const party = partyOf(desk);
  const file = view.files.find(({ fileId }) => fileId === at.fileId);
  const page = tool === 'seam' ? 1 : at.page;
  const size = file?.pages[page - 1];
  if (party === undefined || size === undefined) return [desk];
  if (obstacleTo(tool, party, fields, file) !== null) return [desk];
  const fresh = freshField(tool, party, { id, name: nameFor(fields, word) });
  const x = tool === 'seam' ? size.width - fresh.width : at.x;
  const free = beside(fields, { ...fresh, ...at, page, x }, size);
  return [withNew(desk, { ...fresh, fileId: at.fileId, page, ...free })];
}

/** Adds proposed fields in one step; a single one is selected. */
function accept(desk: PlaceDesk, proposed: readonly Placed[]): Outcome {
  const now = [...desk.history.now];
  for (const field of proposed) now.push({ ...field, name: nameFor(now, field.name) });
  const history = changed(desk.history, now);
  const [one, ...more] = now.slice(desk.history.now.length);
  if (one === undefined) return [desk];
  return more.length === 0
    ? [{ ...desk, history, selectedId: one.id, said: { kind: 'added', name: one.name, page: one.page } }]
    : [{ ...desk, history, selectedId: null, said: { kind: 'accepted', count: proposed.length } }];
}

/** Adds a field, selects, focuses and announces it. */
function withNew(desk: PlaceDesk, field: Placed): PlaceDesk {
  const history = changed(desk.history, [...desk.history.now, field]);
  const said = { kind: 'added', name: field.name, page: field.page } as const;
  return { ...desk, history, selectedId: field.id, focusId: field.id, said };
}

function replace(
  desk: PlaceDesk,
  field: Placed,
  merging?: { readonly kind: string; readonly at: number },
): PlaceDesk {
  const fields = desk.history.now.map((each) => (each.id === field.id ? field : each));
  return { ...desk, history: changed(desk.history, fields, merging) };
}

function merged({ kind, at }: { readonly kind: string; readonly at: number }, { id }: Placed) {
  return { kind: kind === '' ? '' : `${kind} ${id}`, at };
}

/** Clamps a field to its new page; a seam area stays at the right edge. */
function moved(view: View, field: Placed, to: Move): Placed {
  const page = pageOf(view, { ...field, ...to });
  if (page === undefined) return field;
  const { fileId = field.fileId, page: number = field.page } = to;
  const box = within(page, to);
  const x = field.seam ? page.width - box.width : box.x;
  return { ...field, fileId, page: number, ...box, x: Math.round(Math.max(0, x)) };
}

function pageOf({ files }: View, { fileId, page }: Pick<Placed, 'fileId' | 'page'>) {
  return files.find((file) => file.fileId === fileId)?.pages[page - 1];
}

function position({ page, x, y }: Placed): Said {
  return { kind: 'position', page, x, y };
}

/** The word for the kind, numbered from the second field on. */
function nameFor(fields: readonly Placed[], word: string): string {
  const taken = new Set(fields.map(({ name }) => name));
  if (!taken.has(word)) return word;
  for (let number = 2; ; number += 1) {
    const name = `${word}${number}`;
    if (!taken.has(name)) return name;
  }
}

/** Offset of a new field from one at the same position, in px. */
const ASIDE = 24;

/** Shifts a new field so that it does not hide another one exactly. */
function beside(
  fields: readonly Placed[],
  asked: Pick<Placed, 'fileId' | 'page'> & Box,
  size: { readonly width: number; readonly height: number },
): Box {
  let box = within(size, asked);
  const there = fields.filter(({ fileId, page }) => fileId === asked.fileId && page === asked.page);
  for (let tries = 0; tries < 20; tries += 1) {
    const { x, y } = box;
    if (there.every((each) => each.x !== x || each.y !== y)) return box;
    box = within(size, { ...box, x: x + ASIDE, y: y + ASIDE });
  }
  return box;
}
