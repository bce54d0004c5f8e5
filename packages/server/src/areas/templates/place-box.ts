/** px on the page as displayed, origin top left. */
export interface PlacedBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Where a control of the wished size ends up on its page: one that sticks out is moved in, and shrunk where the page
 * is smaller than it. Null when its top left corner is off the page: then the place itself is a mistake.
 */
export function placeBox(page: Size, wanted: PlacedBox): PlacedBox | null {
  const { x, y } = wanted;
  if (x < 0 || y < 0 || x >= page.width || y >= page.height) return null;
  // Sizes are whole pixels in the interface.
  const width = Math.max(1, Math.min(wanted.width, Math.floor(page.width)));
  const height = Math.max(1, Math.min(wanted.height, Math.floor(page.height)));
  return { x: movedIn(x, width, page.width), y: movedIn(y, height, page.height), width, height };
}

/** A hundredth of a pixel is finer than what anybody sees, and spares the answers sixteen digits. */
function movedIn(start: number, length: number, room: number): number {
  return start + length <= room ? start : Math.max(0, Math.floor((room - length) * 100) / 100);
}
