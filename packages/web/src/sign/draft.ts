/** Serialised marks, kept by the server: they survive a face check and a change of device. */
import type { signContract } from '@cinnabar/api/operations/flows.js';
import type { BodyOf } from '../api/wire.js';
import { areasOf, commandsOf, type Ink, type Mark, type Marks, todoOf, type View } from './marks.js';

type KeptInk =
  | { readonly kind: 'seal'; readonly sealId: number }
  | { readonly kind: 'handwriting'; readonly picture: string; readonly ratio: number }
  | { readonly kind: 'date' }
  | { readonly kind: 'remark'; readonly text: string };

interface KeptMark extends Omit<Mark, 'area' | 'ink'> {
  readonly areaId: number | null;
  readonly ink: KeptInk;
}

/** Marks of another contract that is signed with the same proof. */
export type Prepared = Pick<BodyOf<typeof signContract>, 'signComponents'> & { readonly shown: string };

interface Kept {
  readonly marks: readonly KeptMark[];
  /** null while required areas are empty. */
  readonly prepared: Prepared | null;
}

export function writeDraft(view: View, marks: Marks): string {
  const kept: Kept = { marks: keptMarks(marks), prepared: preparedOf(view, marks) };
  return JSON.stringify(kept);
}

function preparedOf(view: View, marks: Marks): Prepared | null {
  if (todoOf(view, marks).length > 0) return null;
  return { shown: view.shown, signComponents: commandsOf(view, marks) };
}

/** The marks that the draft of another contract is ready to sign with. */
export function preparedIn(draft: string | null): Prepared | null {
  return draft === null ? null : parsed(draft).prepared;
}

function keptMarks(marks: Marks): readonly KeptMark[] {
  return marks.map(
    ({ area, ink, ...mark }): KeptMark => ({
      ...mark,
      areaId: area?.componentId ?? null,
      ink: ink.kind === 'seal' ? { kind: 'seal', sealId: ink.seal.sealId } : ink,
    }),
  );
}

/** Restores the marks that still fit: seals may have been deleted and areas moved. */
export function readDraft(text: string, view: View): Marks {
  const kept = parsed(text).marks;
  const areas = areasOf(view);
  return kept.flatMap((each): Mark[] => {
    const { areaId, ink: keptInk, ...mark } = each;
    const area = areas.find(({ componentId }) => componentId === areaId) ?? null;
    const file = view.files.find(({ fileId }) => fileId === mark.fileId);
    const ink = inkOf(keptInk, view);
    if (ink === null || file === undefined || mark.page > file.pages.length) return [];
    if (areaId === null) return [{ ...mark, fileId: file.fileId, area: null, ink }];
    if (area === null) return [];
    const { fileId, page, x, y, width, height, seam } = area;
    return [{ id: mark.id, area, fileId, page, x, y, width, height, seam, ink }];
  });
}

/** Only this module writes drafts, so the type is known. */
function parsed(text: string): Kept {
  const nothing: Kept = { marks: [], prepared: null };
  try {
    const kept: Partial<Kept> | null = JSON.parse(text);
    return { marks: (kept?.marks ?? []).filter(isKeptMark), prepared: kept?.prepared ?? null };
  } catch {
    return nothing;
  }
}

/** Only this module writes drafts; this guard drops marks that cannot be drawn. */
function isKeptMark(value: unknown): value is KeptMark {
  return typeof value === 'object' && value !== null && 'ink' in value && 'fileId' in value && 'id' in value;
}

function inkOf(ink: KeptInk, { seals }: View): Ink | null {
  if (ink.kind !== 'seal') return ink;
  const seal = seals.find(({ sealId }) => sealId === ink.sealId);
  return seal === undefined ? null : { kind: 'seal', seal };
}
