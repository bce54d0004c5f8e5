/** Reducer of the signing desk: marks, open sheet and current area. */
import type { DocumentPoint, Target } from '../shared/document/document-handle.js';
import { changed, noPast, type Past, redone, undone } from '../shared/state/history.js';
import type { Step } from '../shared/state/step.js';
import { besideOthers } from './beside-others.js';
import { readDraft, writeDraft } from './draft.js';
import {
  type Area,
  areasOf,
  type Ink,
  type Mark,
  type Marks,
  markIn,
  type SealChoice,
  sizeOf,
  todoOf,
  type View,
  withAreas,
  within,
} from './marks.js';
import { targetOf, targetOfSpot } from './targets.js';

export type Tool = 'seal' | 'signature' | 'date' | 'remark' | 'seam';

/** Target of the seal or handwriting being chosen: an area, a mark to replace, a point, or the visible page. */
export interface Where {
  readonly area: Area | null;
  readonly seam: boolean;
  readonly replaces: Mark | null;
  /** The centre of what is placed. */
  readonly spot?: DocumentPoint;
}

/** The open sheet; at most one at a time. */
export type OpenSheet =
  | { readonly kind: 'seals' | 'pad'; readonly where: Where }
  | { readonly kind: 'mark'; readonly id: string }
  | { readonly kind: 'more' | 'refuse' | 'intent' | 'remark' | 'text' };

export interface SignDesk {
  readonly view: View;
  readonly marks: Marks;
  readonly history: Past<Marks>;
  /** Where the text of a contract without areas asks for a signature. */
  readonly spots: readonly DocumentPoint[];
  readonly sheet: OpenSheet | null;
  /** The area visited last. */
  readonly current: Area['componentId'] | null;
  /** Announcement for screen readers. */
  readonly said: string;
}

export type SignEvent =
  | { readonly type: 'viewChanged'; readonly view: View }
  | { readonly type: 'draftRead'; readonly marks: Marks }
  /** Go to the next empty area; if it is already visible, open it at once. */
  | { readonly type: 'nextAsked'; readonly isInSight: boolean }
  | { readonly type: 'stepped'; readonly by: 1 | -1 }
  /** Pressed on its page: what is unambiguous is placed at once. */
  | { readonly type: 'areaPressed' | 'areaOpened' | 'areaShown'; readonly area: Area }
  | { readonly type: 'spotsFound'; readonly spots: readonly DocumentPoint[] }
  | { readonly type: 'spotPressed'; readonly spot: DocumentPoint }
  | { readonly type: 'toolPicked'; readonly tool: Tool; readonly middle: DocumentPoint | null }
  | {
      readonly type: 'inkChosen';
      readonly ink: Ink;
      /** Whether to fill all empty areas. */
      readonly isEverywhere: boolean;
      readonly middle: DocumentPoint | null;
    }
  /** Successive moves of a mark within a short time are undone together; `at` is in ms. */
  | { readonly type: 'markMoved'; readonly mark: Mark; readonly at: number }
  | { readonly type: 'markPlacedByNumbers' | 'markShown' | 'otherSealAsked'; readonly mark: Mark }
  | { readonly type: 'markRemoved'; readonly id: string }
  | { readonly type: 'handwritingAsked' | 'closed' }
  | { readonly type: 'undone' | 'redone' }
  | { readonly type: 'opened'; readonly sheet: OpenSheet }
  | { readonly type: 'said'; readonly words: string };

export type SignEffect =
  | { readonly kind: 'show'; readonly target: Target }
  /** Its page may have to be rendered first. */
  | { readonly kind: 'focusArea'; readonly componentId: Area['componentId'] }
  | { readonly kind: 'vibrate' };

const onPage: Where = { area: null, seam: false, replaces: null };

export function firstSignDesk(view: View, sheet: OpenSheet | null): SignDesk {
  return { view, marks: [], history: noPast, spots: [], sheet, current: null, said: '' };
}

export function signDesk(desk: SignDesk, event: SignEvent): Step<SignDesk, SignEffect> {
  const [next, ...effects] = reduce(desk, event);
  // What the signer does can be undone; what was restored is where that begins.
  if (next.marks === desk.marks || next.history !== desk.history) return [next, ...effects];
  const merging = event.type === 'markMoved' ? { kind: `move ${event.mark.id}`, at: event.at } : undefined;
  const { now: marks, ...history } = changed({ ...desk.history, now: desk.marks }, next.marks, merging);
  return [{ ...next, marks, history }, ...effects];
}

function reduce(desk: SignDesk, event: SignEvent): Step<SignDesk, SignEffect> {
  const { view, marks } = desk;
  switch (event.type) {
    case 'viewChanged':
      // Restoring the marks against the new view drops those whose area or seal is gone.
      return [
        { ...desk, view: event.view, ...restored(readDraft(writeDraft(event.view, marks), event.view)) },
      ];
    case 'draftRead':
      // Marks placed while the draft was loading are newer.
      return [marks.length > 0 ? desk : { ...desk, ...restored(event.marks) }];
    case 'nextAsked': {
      const [area] = todoOf(view, marks);
      if (area === undefined) return [desk];
      if (area === null) return nextSpot(desk, event.isInSight);
      if (event.isInSight) return pressArea(desk, area);
      return [
        { ...desk, current: area.componentId },
        { kind: 'show', target: targetOf(view, area) },
      ];
    }
    case 'stepped': {
      const area = neighbour(desk, event.by);
      if (area === undefined) return [desk];
      return [...showArea(desk, area), { kind: 'focusArea', componentId: area.componentId }];
    }
    case 'areaPressed':
      return pressArea(desk, event.area);
    case 'areaOpened':
      return [openArea(desk, event.area)];
    case 'spotsFound':
      return [{ ...desk, spots: event.spots }];
    case 'spotPressed':
      return pressSpot(desk, event.spot);
    case 'areaShown':
      return showArea(desk, event.area);
    case 'toolPicked':
      return pickTool(desk, event.tool, event.middle);
    case 'inkChosen':
      return [place(desk, event.ink, whereOf(desk.sheet), event), { kind: 'vibrate' }];
    case 'markMoved':
      return [withMark(desk, event.mark)];
    case 'markShown':
      return [
        { ...desk, sheet: null },
        { kind: 'show', target: event.mark },
      ];
    case 'markPlacedByNumbers':
      return [withMark(desk, event.mark), { kind: 'show', target: event.mark }];
    case 'otherSealAsked': {
      const where = { area: null, seam: event.mark.seam, replaces: event.mark };
      return [{ ...desk, sheet: { kind: 'seals', where } }];
    }
    case 'undone':
    case 'redone': {
      const step = event.type === 'undone' ? undone : redone;
      const { now, ...history } = step({ ...desk.history, now: marks });
      return [{ ...desk, marks: now, history }];
    }
    case 'markRemoved':
      return [{ ...desk, marks: marks.filter(({ id }) => id !== event.id), sheet: null }];
    case 'handwritingAsked':
      return [{ ...desk, sheet: { kind: 'pad', where: whereOf(desk.sheet) } }];
    case 'opened':
      return [{ ...desk, sheet: event.sheet }];
    case 'closed':
      return [{ ...desk, sheet: null }];
    case 'said':
      return [{ ...desk, said: event.words }];
  }
}

function restored(marks: Marks): Pick<SignDesk, 'marks' | 'history'> {
  return { marks, history: { ...noPast } };
}

/** Number of areas that one seal can be placed in: the empty ones and the one being edited. */
export function openPlaces({ view, marks }: SignDesk, { area }: Where): number {
  const empty = todoOf(view, marks).flatMap((each) => each ?? []);
  return new Set([...empty, ...(area === null ? [] : [area])]).size;
}

/** Marks that can be placed freely if the contract has no areas. */
export function toolsOf({ view, marks }: SignDesk): readonly Tool[] {
  const hasSeam = view.files.some(({ freeSeam }) => freeSeam) && !marks.some(({ seam }) => seam);
  return ['seal', 'signature', 'date', 'remark', ...(hasSeam ? (['seam'] as const) : [])];
}

/** The next place on a contract without areas: one that its text asks for, or the visible page. */
export function openSpots({ spots, marks }: SignDesk): readonly DocumentPoint[] {
  return spots.filter((spot) => !marks.some((mark) => covers(mark, spot)));
}

function covers(mark: Mark, { fileId, page, x, y }: DocumentPoint): boolean {
  if (mark.seam || mark.fileId !== fileId || mark.page !== page) return false;
  return x >= mark.x && x <= mark.x + mark.width && y >= mark.y && y <= mark.y + mark.height;
}

function nextSpot(desk: SignDesk, isInSight: boolean): Step<SignDesk, SignEffect> {
  const [spot] = openSpots(desk);
  if (spot === undefined) return [{ ...desk, sheet: { kind: 'seals', where: onPage } }];
  return isInSight ? pressSpot(desk, spot) : [desk, { kind: 'show', target: targetOfSpot(spot) }];
}

function pressSpot(desk: SignDesk, spot: DocumentPoint): Step<SignDesk, SignEffect> {
  const where: Where = { ...onPage, spot };
  const seal = onlyChoice(desk.view);
  if (seal === null) return [{ ...desk, sheet: { kind: 'seals', where } }];
  return [
    place(desk, { kind: 'seal', seal }, where, { isEverywhere: false, middle: spot }),
    { kind: 'vibrate' },
  ];
}

/** With one place and one seal there is nothing to choose; the placed seal can be exchanged. */
function pressArea(desk: SignDesk, area: Area): Step<SignDesk, SignEffect> {
  const seal = onlyChoice(desk.view);
  const isOnly = areasOf(desk.view).length === 1 && markIn(desk.marks, area) === undefined;
  if (seal === null || !isOnly) return [openArea(desk, area)];
  const where: Where = { area, seam: area.seam, replaces: null };
  const placed = place(desk, { kind: 'seal', seal }, where, { isEverywhere: false, middle: null });
  return [{ ...placed, current: area.componentId }, { kind: 'vibrate' }];
}

function onlyChoice({ seals }: View): SealChoice | null {
  const [seal] = seals;
  return seal === undefined || seals.length > 1 || seal.needsApproval ? null : seal;
}

function openArea(desk: SignDesk, area: Area): SignDesk {
  const where = { area, seam: area.seam, replaces: markIn(desk.marks, area) ?? null };
  return { ...desk, current: area.componentId, sheet: { kind: 'seals', where } };
}

function showArea(desk: SignDesk, area: Area): Step<SignDesk, SignEffect> {
  const shown = { ...desk, current: area.componentId, sheet: null };
  return [shown, { kind: 'show', target: targetOf(desk.view, area) }];
}

/** The next or previous empty area, wrapping around. */
function neighbour({ view, marks, current }: SignDesk, by: 1 | -1): Area | undefined {
  const open = todoOf(view, marks).filter((area) => area !== null);
  if (open.length === 0) return undefined;
  const at = open.findIndex(({ componentId }) => componentId === current);
  return open.at(at === -1 ? (by === 1 ? 0 : -1) : (at + by) % open.length);
}

function pickTool(desk: SignDesk, tool: Tool, middle: DocumentPoint | null): Step<SignDesk, SignEffect> {
  switch (tool) {
    case 'date':
      return [place(desk, { kind: 'date' }, onPage, { isEverywhere: false, middle }), { kind: 'vibrate' }];
    case 'remark':
      return [{ ...desk, sheet: { kind: 'remark' } }];
    case 'signature':
      return [{ ...desk, sheet: { kind: 'pad', where: onPage } }];
    case 'seal':
    case 'seam':
      return [{ ...desk, sheet: { kind: 'seals', where: { ...onPage, seam: tool === 'seam' } } }];
  }
}

function whereOf(sheet: OpenSheet | null): Where {
  return sheet?.kind === 'seals' || sheet?.kind === 'pad' ? sheet.where : onPage;
}

function withMark(desk: SignDesk, mark: Mark): SignDesk {
  return { ...desk, marks: desk.marks.map((each) => (each.id === mark.id ? mark : each)) };
}

function place(
  desk: SignDesk,
  ink: Ink,
  { area, seam, replaces, spot }: Where,
  { isEverywhere, middle }: { readonly isEverywhere: boolean; readonly middle: DocumentPoint | null },
): SignDesk {
  const { view, marks } = desk;
  const closed = { ...desk, sheet: null };
  if (area !== null) {
    const empty = areasOf(view).filter((each) => markIn(marks, each) === undefined);
    const areas = isEverywhere ? [area, ...empty.filter((each) => each !== area)] : [area];
    return { ...closed, marks: withAreas(marks, areas, ink) };
  }
  const size = sizeOf(ink);
  if (replaces !== null) return withMark(closed, { ...replaces, ...size, ink });
  const centre = spot ?? middle;
  const file = view.files.find(({ fileId }) => fileId === centre?.fileId);
  if (centre === null || file === undefined) return closed;
  const mark: Mark = {
    id: freeId(marks),
    area: null,
    fileId: file.fileId,
    page: seam ? 1 : centre.page,
    x: centre.x - size.width / 2,
    y: centre.y - size.height / 2,
    ...size,
    seam,
    ink,
  };
  return { ...closed, marks: [...marks, seam ? within(file, mark) : besideOthers(file, marks, mark)] };
}

/** An id that no mark has, including marks of a restored draft. */
function freeId(marks: Marks): string {
  for (let number = 1; ; number += 1) {
    const id = `free ${number}`;
    if (!marks.some((mark) => mark.id === id)) return id;
  }
}
