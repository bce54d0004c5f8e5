/** Aligns, distributes and sizes several controls. Pure; lengths are document px. */
import type { Placement } from '../canvas-types.js';
import { around, type Box, type Point, type Size, within } from './box.js';
import { grouped } from './grouped.js';

export type Side = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom';
export type Arrangement =
  | { readonly kind: 'align'; readonly side: Side }
  | { readonly kind: 'distribute'; readonly axis: 'x' | 'y' }
  | { readonly kind: 'sameSize'; readonly of: 'width' | 'height' | 'both' };

/** A control to be arranged; one of fixed size is moved but not resized. */
export interface Arranged extends Placement {
  readonly isFixed: boolean;
}

type PageOf = (place: Pick<Placement, 'fileId' | 'page'>) => Size | undefined;

/**
 * New places of the controls that change. Controls on several pages share one left or right edge, but are aligned
 * vertically and distributed on each page separately.
 * @param controls the first gives its size to the others
 */
export function arranged(
  controls: readonly Arranged[],
  arrangement: Arrangement,
  pageOf: PageOf,
): readonly Placement[] {
  const next = newPlaces(controls, arrangement);
  return next.flatMap((place, index) => {
    const { key, fileId, page, ...before } = controls[index] ?? place;
    const size = pageOf(place);
    const box = size === undefined ? place : within(size, place);
    const isSame =
      box.x === before.x && box.y === before.y && box.width === before.width && box.height === before.height;
    return isSame ? [] : [{ key, fileId, page, x: box.x, y: box.y, width: box.width, height: box.height }];
  });
}

function newPlaces(controls: readonly Arranged[], arrangement: Arrangement): readonly Placement[] {
  switch (arrangement.kind) {
    case 'align':
      return isHorizontal(arrangement.side)
        ? aligned(controls, arrangement.side, controls)
        : onEachPage(controls, (group) => aligned(group, arrangement.side, group));
    case 'distribute':
      return onEachPage(controls, (group) => distributed(group, arrangement.axis));
    case 'sameSize': {
      const [model] = controls;
      return controls.map((control) => {
        if (model === undefined || control.isFixed) return control;
        const { of } = arrangement;
        return {
          ...control,
          width: of === 'height' ? control.width : model.width,
          height: of === 'width' ? control.height : model.height,
        };
      });
    }
  }
}

function isHorizontal(side: Side): boolean {
  return side === 'left' || side === 'center' || side === 'right';
}

function aligned(
  controls: readonly Arranged[],
  side: Side,
  among: readonly Arranged[],
): readonly Placement[] {
  const whole = around(among);
  if (whole === null) return controls;
  return controls.map((control) => ({ ...control, ...alignedTo(whole, control, side) }));
}

function alignedTo(whole: Box, { width, height }: Size, side: Side): Partial<Point> {
  switch (side) {
    case 'left':
      return { x: whole.x };
    case 'center':
      return { x: whole.x + (whole.width - width) / 2 };
    case 'right':
      return { x: whole.x + whole.width - width };
    case 'top':
      return { y: whole.y };
    case 'middle':
      return { y: whole.y + (whole.height - height) / 2 };
    case 'bottom':
      return { y: whole.y + whole.height - height };
  }
}

/** The outermost two stay; the gaps between all become equal, and negative where they must overlap. */
function distributed(controls: readonly Arranged[], axis: 'x' | 'y'): readonly Placement[] {
  const length = (control: Arranged) => (axis === 'x' ? control.width : control.height);
  const sorted = [...controls].sort((one, other) => one[axis] - other[axis]);
  const whole = around(controls);
  if (whole === null || controls.length < 3) return controls;
  const room = axis === 'x' ? whole.width : whole.height;
  const gap = (room - sorted.reduce((sum, each) => sum + length(each), 0)) / (controls.length - 1);
  const starts = new Map<string, number>();
  let at = whole[axis];
  for (const control of sorted) {
    starts.set(control.key, at);
    at += length(control) + gap;
  }
  return controls.map((control) => ({ ...control, [axis]: starts.get(control.key) ?? control[axis] }));
}

/** Keeps the order of the controls. */
function onEachPage(
  controls: readonly Arranged[],
  change: (group: readonly Arranged[]) => readonly Placement[],
): readonly Placement[] {
  const groups = grouped(controls, ({ fileId, page }) => `${fileId}/${page}`);
  const next = new Map([...groups.values()].flatMap(change).map((place) => [place.key, place]));
  return controls.map((control) => next.get(control.key) ?? control);
}
