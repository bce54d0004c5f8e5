/** What the keys do on the canvas. Pure. */
import type { CanvasControl, Placement } from './canvas-types.js';
import { clampedMove, type Size, within } from './geometry/box.js';
import { grouped } from './geometry/grouped.js';

export interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

export type KeyAct =
  | { readonly kind: 'move' | 'resize'; readonly x: number; readonly y: number }
  | { readonly kind: 'edge'; readonly edge: 'start' | 'end' }
  | { readonly kind: 'page'; readonly by: 1 | -1 }
  | { readonly kind: 'delete' | 'deselect' | 'toggle' | 'duplicate' | 'selectPage' };

const arrows: ReadonlyMap<string, readonly [x: number, y: number]> = new Map([
  ['ArrowLeft', [-1, 0]],
  ['ArrowRight', [1, 0]],
  ['ArrowUp', [0, -1]],
  ['ArrowDown', [0, 1]],
]);
const FAR = 10;

export function keyAct({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): KeyAct | null {
  if (ctrlKey || metaKey) {
    const letter = key.toLowerCase();
    if (letter === 'a') return { kind: 'selectPage' };
    return letter === 'd' ? { kind: 'duplicate' } : null;
  }
  const arrow = arrows.get(key);
  if (arrow !== undefined) {
    const step = shiftKey ? FAR : 1;
    return { kind: altKey ? 'resize' : 'move', x: arrow[0] * step, y: arrow[1] * step };
  }
  switch (key) {
    case 'Home':
      return { kind: 'edge', edge: 'start' };
    case 'End':
      return { kind: 'edge', edge: 'end' };
    case 'PageDown':
      return { kind: 'page', by: 1 };
    case 'PageUp':
      return { kind: 'page', by: -1 };
    case 'Delete':
    case 'Backspace':
      return { kind: 'delete' };
    case 'Escape':
      return { kind: 'deselect' };
    case ' ':
      return { kind: 'toggle' };
    default:
      return null;
  }
}

interface Pages {
  readonly sizeOf: (place: Pick<Placement, 'fileId' | 'page'>) => Size | undefined;
  readonly countOf: (fileId: number) => number;
}

/** New places of controls after a key; those that do not change are left out. Several keep their distances. */
export function placesAfterKey(
  controls: readonly CanvasControl[],
  act: Extract<KeyAct, { readonly kind: 'move' | 'resize' | 'edge' | 'page' }>,
  pages: Pages,
): readonly Placement[] {
  const moved = [...grouped(controls, ({ fileId, page }) => `${fileId}/${page}`).values()].flatMap((group) =>
    group.flatMap((control) => {
      const size = pages.sizeOf(control);
      return size === undefined ? [] : [{ control, place: placeAfter(control, group, size, act, pages) }];
    }),
  );
  return moved.flatMap(({ control, place }) => (isSamePlace(control, place) ? [] : [place]));
}

function placeAfter(
  control: CanvasControl,
  group: readonly CanvasControl[],
  size: Size,
  act: Extract<KeyAct, { readonly kind: 'move' | 'resize' | 'edge' | 'page' }>,
  { sizeOf, countOf }: Pages,
): Placement {
  const { key, fileId, page, x, y, width, height, kind, sizing } = control;
  const place: Placement = { key, fileId, page, x, y, width, height };
  switch (act.kind) {
    case 'move': {
      const by = clampedMove(size, group, act);
      return { ...place, x: kind === 'seam' ? x : Math.round(x + by.x), y: Math.round(y + by.y) };
    }
    case 'resize': {
      if (sizing === 'fixed' || kind === 'seam') return place;
      const ratio = act.x === 0 ? (height + act.y) / height : (width + act.x) / width;
      const next =
        sizing === 'proportional'
          ? { width: width * ratio, height: height * ratio }
          : { width: width + act.x, height: height + act.y };
      const room = {
        width: Math.min(next.width, size.width - x),
        height: Math.min(next.height, size.height - y),
      };
      return { ...place, ...within(size, { ...place, ...room }) };
    }
    case 'edge':
      if (kind === 'seam') return place;
      return { ...place, x: act.edge === 'start' ? 0 : Math.floor(size.width - width) };
    case 'page': {
      const next = Math.max(1, Math.min(countOf(fileId), page + act.by));
      const other = sizeOf({ fileId, page: next });
      return kind === 'seam' || other === undefined
        ? place
        : { ...place, page: next, ...within(other, place) };
    }
  }
}

function isSamePlace(one: Placement, other: Placement): boolean {
  return (
    one.fileId === other.fileId &&
    one.page === other.page &&
    one.x === other.x &&
    one.y === other.y &&
    one.width === other.width &&
    one.height === other.height
  );
}
