/** Controls by page. Pure. */
import type { CanvasControl } from '../canvas-types.js';
import { grouped } from './grouped.js';
import { inReadingOrder } from './reading-order.js';

export interface PageIndex {
  /** By `fileId/page`, in reading order; a list stays the same object while none of its controls changes. */
  readonly pages: ReadonlyMap<string, readonly CanvasControl[]>;
  /** Seam areas by file: they are on every page of it. */
  readonly seams: ReadonlyMap<number, readonly CanvasControl[]>;
  readonly byKey: ReadonlyMap<string, CanvasControl>;
}

const noControls: readonly CanvasControl[] = [];

/** @param given controls may be new objects; those equal to before stay the same objects, which need no rendering */
export function indexByPage(given: readonly CanvasControl[], before?: PageIndex): PageIndex {
  const controls = given.map((control) => {
    const old = before?.byKey.get(control.key);
    return old !== undefined && isEqual(old, control) ? old : control;
  });
  const free = controls.filter(({ kind }) => kind !== 'seam');
  const seams = controls.filter(({ kind }) => kind === 'seam');
  return {
    pages: groupedAs(free, ({ fileId, page }) => `${fileId}/${page}`, before?.pages),
    seams: groupedAs(seams, ({ fileId }) => fileId, before?.seams),
    byKey: new Map(controls.map((control) => [control.key, control])),
  };
}

export function onPage(index: PageIndex, key: string): readonly CanvasControl[] {
  return index.pages.get(key) ?? noControls;
}

export function seamsOf(index: PageIndex, fileId: number): readonly CanvasControl[] {
  return index.seams.get(fileId) ?? noControls;
}

function groupedAs<Key>(
  controls: readonly CanvasControl[],
  keyOf: (control: CanvasControl) => Key,
  before: ReadonlyMap<Key, readonly CanvasControl[]> | undefined,
): ReadonlyMap<Key, readonly CanvasControl[]> {
  const groups = grouped(controls, keyOf);
  return new Map(
    [...groups].map(([key, group]) => {
      const sorted = inReadingOrder([], group);
      const old = before?.get(key);
      const isSame = old?.length === sorted.length && old.every((each, at) => each === sorted[at]);
      return [key, isSame ? old : sorted];
    }),
  );
}

function isEqual(one: CanvasControl, other: CanvasControl): boolean {
  return (
    one.x === other.x &&
    one.y === other.y &&
    one.width === other.width &&
    one.height === other.height &&
    one.page === other.page &&
    one.fileId === other.fileId &&
    one.kind === other.kind &&
    one.party === other.party &&
    one.name === other.name &&
    one.required === other.required &&
    one.state === other.state &&
    one.sizing === other.sizing &&
    one.shown === other.shown &&
    one.drawn?.picture === other.drawn?.picture
  );
}
