import type { Pointer } from './follow-pointer.js';

/** In screen px. */
const EDGE = 64;
const STEP = 12;

/**
 * Scrolls while the pointer is at the upper or lower edge of a view. It starts once the pointer has been in the middle: a
 * drag from a palette starts at an edge.
 */
export function edgeScroll(view: Element, scrollBy: (dx: number, dy: number) => void) {
  const rect = view.getBoundingClientRect();
  let wasInside = false;
  /** @returns whether it has scrolled */
  return ({ x, y }: Pointer): boolean => {
    if (x < rect.left || x > rect.right) return false;
    const [above, below] = [y - rect.top, rect.bottom - y];
    if (above > EDGE && below > EDGE) wasInside = true;
    if (!wasInside || above < 0 || below < 0 || (above > EDGE && below > EDGE)) return false;
    scrollBy(0, above <= EDGE ? -STEP : STEP);
    return true;
  };
}
