/** px of a rendering; right and bottom are exclusive. */
export interface PixelRectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Two renderings of the same size, 4 bytes per pixel. */
export interface PicturePair {
  readonly before: Uint32Array;
  readonly after: Uint32Array;
  readonly width: number;
  readonly height: number;
}

/** px; differences in adjacent cells are merged into one place. */
const CELL = 16;
/** Maximum number of places per difference. */
export const MAX_PLACES = 8;
/** The fourth byte of a pixel is unused. */
const COLOUR = 0x00ffffff;

/**
 * The places at which two renderings differ outside the excepted rectangles, from top to bottom; empty if they do not.
 * Tolerance is zero, because the same program rendered the same page.
 */
export function differentPlaces(
  { before, after, width, height }: PicturePair,
  excepted: readonly PixelRectangle[],
): readonly PixelRectangle[] {
  const across = Math.ceil(width / CELL);
  const cells = new Map<number, PixelRectangle>();
  for (let y = 0; y < height; y += 1) {
    let inRow: readonly PixelRectangle[] | null = null;
    for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
      if (before[at] === after[at] || (((before[at] ?? 0) ^ (after[at] ?? 0)) & COLOUR) === 0) continue;
      inRow ??= excepted.filter(({ top, bottom }) => top <= y && y < bottom);
      if (inRow.some(({ left, right }) => left <= x && x < right)) continue;
      const cell = Math.floor(y / CELL) * across + Math.floor(x / CELL);
      const pixel = { left: x, top: y, right: x + 1, bottom: y + 1 };
      const known = cells.get(cell);
      cells.set(cell, known === undefined ? pixel : united(known, pixel));
    }
  }
  return placesOf(cells, across);
}

export function united(one: PixelRectangle, other: PixelRectangle): PixelRectangle {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

/** Merges adjacent cells; returns only the largest places. */
function placesOf(cells: Map<number, PixelRectangle>, across: number): readonly PixelRectangle[] {
  const places: PixelRectangle[] = [];
  for (const start of [...cells.keys()]) {
    const waiting = [start];
    let place: PixelRectangle | null = null;
    for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
      const found = cells.get(cell);
      if (found === undefined) continue;
      cells.delete(cell);
      place = place === null ? found : united(place, found);
      const column = cell % across;
      for (const row of [-across, 0, across]) {
        for (const step of [-1, 0, 1]) {
          if (column + step >= 0 && column + step < across) waiting.push(cell + row + step);
        }
      }
    }
    if (place !== null) places.push(place);
  }
  return places
    .toSorted((one, other) => areaOf(other) - areaOf(one))
    .slice(0, MAX_PLACES)
    .toSorted((one, other) => one.top - other.top || one.left - other.left);
}

function areaOf({ left, top, right, bottom }: PixelRectangle): number {
  return (right - left) * (bottom - top);
}
