import type { Matrix } from '../layout/page-geometry.js';

/** How a page is put on a sheet of paper with room at its foot. Lengths in pt, origin bottom left, y up. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  /** From the page as displayed to the sheet. */
  readonly placing: Matrix;
}

/** At the foot of every sheet: 24 mm, of which printers leave the lowest 4 mm white. */
export const STRIP_HEIGHT = 68;
/** Smaller pages get a larger sheet, so that what stands at its foot has room. */
const SMALLEST_SIDE = 480;

/**
 * The sheet is as large as the page, which is made a little smaller, in the middle of what the strip leaves: paper of
 * the usual sizes stays what it is.
 */
export function sheetFor(page: { readonly width: number; readonly height: number }): Sheet {
  const width = Math.max(page.width, SMALLEST_SIDE);
  const height = Math.max(page.height, SMALLEST_SIDE);
  const room = height - STRIP_HEIGHT;
  const scale = Math.min(1, width / page.width, room / page.height);
  const left = (width - page.width * scale) / 2;
  // At the top: a page that leaves room leaves it above the strip.
  const bottom = height - page.height * scale;
  return { width, height, placing: [scale, 0, 0, scale, left, bottom] };
}
