/** Boxes on a page. Pure; lengths are document px. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Point, Size {}

/** Minimum side in px: smaller controls can neither be seen nor grasped. */
export const MIN_SIDE = 12;

/** Clamps a box to its page, shrinks it if necessary, and rounds it to whole px. */
export function within(page: Size, box: Box): Box {
  const width = Math.round(Math.max(MIN_SIDE, Math.min(box.width, page.width)));
  const height = Math.round(Math.max(MIN_SIDE, Math.min(box.height, page.height)));
  const clamp = (value: number, most: number) => Math.round(Math.max(0, Math.min(value, Math.floor(most))));
  return { x: clamp(box.x, page.width - width), y: clamp(box.y, page.height - height), width, height };
}

export function isWithin(page: Size, { x, y, width, height }: Box): boolean {
  return x >= 0 && y >= 0 && x + width <= page.width && y + height <= page.height;
}

/** The smallest box around all of them; null without any. */
export function around(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** The box between two corners, in whichever direction it was drawn. */
export function between(one: Point, other: Point): Box {
  return {
    x: Math.min(one.x, other.x),
    y: Math.min(one.y, other.y),
    width: Math.abs(one.x - other.x),
    height: Math.abs(one.y - other.y),
  };
}

export function touches(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

/** Share of the smaller box that the other covers, from 0 to 1. */
export function overlapOf(one: Box, other: Box): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  const smaller = Math.min(one.width * one.height, other.width * other.height);
  return width <= 0 || height <= 0 || smaller <= 0 ? 0 : (width * height) / smaller;
}

/**
 * The control at a point: the topmost that contains it, else the one with the nearest centre within `reach`.
 * @param boxes from the lowest to the topmost
 */
export function hit<T extends Box>(boxes: readonly T[], { x, y }: Point, reach = 0): T | null {
  const inside = boxes.findLast(
    (box) => x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height,
  );
  if (inside !== undefined) return inside;
  let best: T | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const box of boxes) {
    const outside = Math.max(box.x - x, x - box.x - box.width, box.y - y, y - box.y - box.height);
    const distance = Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y);
    if (outside > reach || distance >= least) continue;
    best = box;
    least = distance;
  }
  return best;
}

/** The longest way, up to the wished one, on which all boxes stay on their page. */
export function clampedMove(page: Size, boxes: readonly Box[], { x: dx, y: dy }: Point): Point {
  const whole = around(boxes);
  if (whole === null) return { x: 0, y: 0 };
  return {
    x: Math.max(-whole.x, Math.min(dx, page.width - whole.x - whole.width)),
    y: Math.max(-whole.y, Math.min(dy, page.height - whole.y - whole.height)),
  };
}
