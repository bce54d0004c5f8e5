/** Anchors of controls that stay where they are. Pure. */
import type { moveComponents } from '@cinnabar/api/operations/template-places.js';
import type { DataOf } from '../api/wire.js';
import type { Anchor, Control, Design } from './design.js';

export type KeywordPlace = NonNullable<DataOf<typeof moveComponents>[number]['keywordPlace']>;

/**
 * An anchor whose offsets lead to where the control stands.
 * @param index the occurrence that somebody has named; null: the nearest one on the page of the control, else the first
 */
export function anchorAt(
  { page, x, y }: Pick<Control, 'page' | 'x' | 'y'>,
  { keyword, index }: { readonly keyword: string; readonly index: number | null },
  places: readonly KeywordPlace[],
): Anchor {
  const chosen = index ?? nearest({ page, x, y }, places);
  const place = places[chosen - 1];
  return {
    ...{ keyword, index: chosen },
    offsetX: place === undefined ? 0 : hundredths(x - place.positionX),
    offsetY: place === undefined ? 0 : hundredths(y - place.positionY),
  };
}

/** The control at another offset from its text. */
export function offsetBy(control: Control, name: 'offsetX' | 'offsetY', offset: number): Control {
  const { anchor, x, y } = control;
  if (anchor === null) return control;
  const by = offset - anchor[name];
  return {
    ...control,
    ...(name === 'offsetX' ? { x: hundredths(x + by) } : { y: hundredths(y + by) }),
    anchor: { ...anchor, [name]: offset },
  };
}

/** Controls that an edit has given another text to follow. */
export function newlyAnchored({ controls }: Design, edited: readonly Control[]): readonly Control[] {
  const before = new Map(controls.map(({ key, anchor }) => [key, anchor]));
  return edited.filter(({ key, anchor }) => {
    const old = before.get(key);
    return anchor !== null && (old?.keyword !== anchor.keyword || old.index !== anchor.index);
  });
}

function nearest({ page, x, y }: Pick<Control, 'page' | 'x' | 'y'>, places: readonly KeywordPlace[]): number {
  let best = 1;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, { pageNum, positionX, positionY }] of places.entries()) {
    const distance = Math.hypot(positionX - x, positionY - y);
    if (pageNum !== page || distance >= least) continue;
    best = index + 1;
    least = distance;
  }
  return best;
}

function hundredths(value: number): number {
  // Not -0, which JSON would not keep.
  return Math.round(value * 100) / 100 + 0;
}
