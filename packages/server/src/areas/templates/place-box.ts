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
 * Position of a control of the requested size on its page: one that exceeds the page is moved inside, and shrunk if it
 * is larger than the page. Null if its top left corner is off the page, which makes the position invalid.
 */
export function placeBox(page: Size, wanted: PlacedBox): PlacedBox | null {
  const { x, y } = wanted;
  if (x < 0 || y < 0 || x >= page.width || y >= page.height) return null;
  // Sizes are whole pixels in the interface.
  const width = Math.max(1, Math.min(wanted.width, Math.floor(page.width)));
  const height = Math.max(1, Math.min(wanted.height, Math.floor(page.height)));
  return { x: movedIn(x, width, page.width), y: movedIn(y, height, page.height), width, height };
}

/**
 * Rounded to hundredths of a pixel, because smaller differences are invisible and responses would have sixteen digits.
 */
function movedIn(start: number, length: number, room: number): number {
  return start + length <= room ? start : Math.max(0, Math.floor((room - length) * 100) / 100);
}
