import type { Matrix } from '../layout/page-geometry.js';
import type { Foot } from './footed-copy.js';

/** Placement of a page on a sheet with space at its foot. Lengths in pt, origin bottom left, y up. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  /** Maps the page as displayed to the sheet. */
  readonly placing: Matrix;
}

/**
 * The sheet has the size of the page, which is slightly reduced and centred in the space above the foot, so standard
 * paper sizes are preserved.
 */
export function sheetFor(
  page: { readonly width: number; readonly height: number },
  foot: Pick<Foot, 'height' | 'minSide'>,
): Sheet {
  const width = Math.max(page.width, foot.minSide);
  const height = Math.max(page.height, foot.minSide);
  const room = height - foot.height;
  const scale = Math.min(1, width / page.width, room / page.height);
  const left = (width - page.width * scale) / 2;
  // Aligned with the top, so that remaining space is above the foot.
  const bottom = height - page.height * scale;
  return { width, height, placing: [scale, 0, 0, scale, left, bottom] };
}
