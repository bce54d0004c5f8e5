/** Resizing by handles and keys. Pure; lengths are document px. */
import { type Box, MIN_SIDE, type Point, type Size } from './box.js';

export const handles = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const;
export type Handle = (typeof handles)[number];

interface Rules {
  readonly page: Size;
  /** Whether width and height keep their proportion. */
  readonly isProportional: boolean;
  readonly minimum?: Size;
}

const smallest: Size = { width: MIN_SIDE, height: MIN_SIDE };

/** The box after its handle was dragged; the opposite edges stay where they are, and nothing leaves the page. */
export function resized(
  box: Box,
  handle: Handle,
  { x: dx, y: dy }: Point,
  { page, isProportional, minimum = smallest }: Rules,
): Box {
  const sides = {
    w: handle.includes('w'),
    e: handle.includes('e'),
    n: handle.startsWith('n'),
    s: handle.startsWith('s'),
  };
  const roomX = sides.w ? box.x + box.width : page.width - box.x;
  const roomY = sides.n ? box.y + box.height : page.height - box.y;
  const bound = (value: number, least: number, most: number) =>
    Math.max(Math.min(least, most), Math.min(value, most));
  let width = bound(box.width + (sides.e ? dx : sides.w ? -dx : 0), minimum.width, roomX);
  let height = bound(box.height + (sides.s ? dy : sides.n ? -dy : 0), minimum.height, roomY);
  if (isProportional) {
    const isCorner = handle.length === 2;
    const wished = isCorner
      ? Math.max(width / box.width, height / box.height)
      : sides.e || sides.w
        ? width / box.width
        : height / box.height;
    const least = Math.max(minimum.width / box.width, minimum.height / box.height);
    const ratio = bound(wished, least, Math.min(roomX / box.width, roomY / box.height));
    [width, height] = [box.width * ratio, box.height * ratio];
  }
  return {
    x: sides.w ? box.x + box.width - width : box.x,
    y: sides.n ? box.y + box.height - height : box.y,
    width,
    height,
  };
}
