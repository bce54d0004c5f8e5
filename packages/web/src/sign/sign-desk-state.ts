/** Reducer of the signing desk: marks, open sheet and current area. */
import type { DocumentPoint, Target } from '../shared/document/document-handle.js';
import type { Step } from '../shared/state/step.js';
import { readDraft, writeDraft } from './draft.js';
import {
  type Area,
  areasOf,
  type Ink,
  type Mark,
  type Marks,
  markIn,
  sizeOf,
  todoOf,
  type View,
  withAreas,
  within,
} from './marks.js';
import { targetOf } from './targets.js';

export type Tool = 'seal' | 'signature' | 'date' | 'remark' | 'seam';

/** Target of the seal or handwriting being chosen: an area, a mark to replace, or the visible page. */
export interface Where {
  readonly area: Area | null;
  readonly seam: boolean;
  readonly replaces: Mark | null;
}

/** The open sheet; at most one at a time. */
export type OpenSheet =
  | { readonly kind: 'seals' | 'pad'; readonly where: Where }
  | { readonly kind: 'mark'; readonly id: string }
  | { readonly kind: 'more' | 'refuse' | 'transfer' | 'intent' | 'remark' | 'text' };

export interface SignDesk {
  readonly view: View;
  readonly marks: Marks;
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
  | { readonly type: 'areaOpened' | 'areaShown'; readonly area: Area }
  | { readonly type: 'toolPicked'; readonly tool: Tool; readonly middle: DocumentPoint | null }
  | {
      readonly type: 'inkChosen';
      readonly ink: Ink;
      /** Whether to fill all empty areas. */
      readonly isEverywhere: boolean;
      readonly middle: DocumentPoint | null;
    }
  | { readonly type: 'markMoved' | 'markPlacedByNumbers' | 'otherSealAsked'; readonly mark: Mark }
  | { readonly type: 'markRemoved'; readonly id: string }
  | { readonly type: 'handwritingAsked' | 'closed' }
  | { readonly type: 'opened'; readonly sheet: OpenSheet }
  | { readonly type: 'said'; readonly words: string };

export type SignEffect =
  | { readonly kind: 'show'; readonly target: Target }
  /** Its page may have to be rendered first. */
  | { readonly kind: 'focusArea'; readonly componentId: Area['componentId'] }
  | { readonly kind: 'vibrate' };

const onPage: Where = { area: null, seam: false, replaces: null };

export function firstSignDesk(view: View, sheet: OpenSheet | null): SignDesk {
  return { view, marks: [], sheet, current: null, said: '' };
}

export function signDesk(desk: SignDesk, event: SignEvent): Step<SignDesk, SignEffect> {
  const { view, marks } = desk;
  switch (event.type) {
    case 'viewChanged':
      // Restoring the marks against the new view drops those whose area or seal is gone.
      return [{ ...desk, view: event.view, marks: readDraft(writeDraft(event.view, marks), event.view) }];
    case 'draftRead':
      // Marks placed while the draft was loading are newer.
      return [marks.length > 0 ? desk : { ...desk, marks: event.marks }];
    case 'nextAsked': {
      const [area] = todoOf(view, marks);
      if (area === undefined) return [desk];
      if (area === null) return [{ ...desk, sheet: { kind: 'seals', where: onPage } }];
      if (event.isInSight) return [openArea(desk, area)];
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
    case 'areaOpened':
      return [openArea(desk, event.area)];
    case 'areaShown':
      return showArea(desk, event.area);
    case 'toolPicked':
      return pickTool(desk, event.tool, event.middle);
    case 'inkChosen':
      return [place(desk, event.ink, whereOf(desk.sheet), event), { kind: 'vibrate' }];
    case 'markMoved':
      return [withMark(desk, event.mark)];
    case 'markPlacedByNumbers':
      return [withMark(desk, event.mark), { kind: 'show', target: event.mark }];
    case 'otherSealAsked': {
      const where = { area: null, seam: event.mark.seam, replaces: event.mark };
      return [{ ...desk, sheet: { kind: 'seals', where } }];
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
  { area, seam, replaces }: Where,
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
  const file = view.files.find(({ fileId }) => fileId === middle?.fileId);
  if (middle === null || file === undefined) return closed;
  const mark: Mark = {
    id: freeId(marks),
    area: null,
    fileId: file.fileId,
    page: seam ? 1 : middle.page,
    x: middle.x - size.width / 2,
    y: middle.y - size.height / 2,
    ...size,
    seam,
    ink,
  };
  return { ...closed, marks: [...marks, within(file, mark)] };
}

/** An id that no mark has, including marks of a restored draft. */
function freeId(marks: Marks): string {
  for (let number = 1; ; number += 1) {
    const id = `free ${number}`;
    if (!marks.some((mark) => mark.id === id)) return id;
  }
}
