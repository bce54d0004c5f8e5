/** What is placed, as words that the server keeps: it comes back after a face check, and on another device. */
import { areasOf, type Ink, type Mark, type Marks, type View } from './marks.js';

type KeptInk =
  | { readonly kind: 'seal'; readonly sealId: number }
  | { readonly kind: 'handwriting'; readonly picture: string; readonly ratio: number }
  | { readonly kind: 'date' }
  | { readonly kind: 'remark'; readonly text: string };

interface KeptMark extends Omit<Mark, 'area' | 'ink'> {
  readonly areaId: number | null;
  readonly ink: KeptInk;
}

export function writeDraft(marks: Marks): string {
  const kept = marks.map(
    ({ area, ink, ...mark }): KeptMark => ({
      ...mark,
      areaId: area?.componentId ?? null,
      ink: ink.kind === 'seal' ? { kind: 'seal', sealId: ink.seal.sealId } : ink,
    }),
  );
  return JSON.stringify(kept);
}

/** As far as it still fits: seals may be gone and areas moved since. */
export function readDraft(text: string, view: View): Marks {
  const kept = parsed(text);
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

function parsed(text: string): readonly KeptMark[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter(isKeptMark) : [];
  } catch {
    return [];
  }
}

/** Our own words; only what cannot be drawn is sorted out. */
function isKeptMark(value: unknown): value is KeptMark {
  return typeof value === 'object' && value !== null && 'ink' in value && 'fileId' in value && 'id' in value;
}

function inkOf(ink: KeptInk, { seals }: View): Ink | null {
  if (ink.kind !== 'seal') return ink;
  const seal = seals.find(({ sealId }) => sealId === ink.sealId);
  return seal === undefined ? null : { kind: 'seal', seal };
}
