/**
 * Areas that marks cover on the displayed page, in px. The geometry is that of their fields, for callers that do not
 * have the file.
 */

import { type DisplayRectangle, PT_PER_PX } from '../layout/page-geometry.js';
import type { Box, PageSize } from '../model.js';
import { placeSlice, seamExtent, slicesOf, stripOf } from './seam.js';
import { areaOfSeal, type DisplaySize, roomOfArea, type SizedSeal, sealExtent } from './signature-area.js';

/** A seal as it was placed. */
export interface PlacedSeal extends SizedSeal {
  readonly dated: boolean;
}

/**
 * Area of a seal centred in its box, including its date line.
 * @param hadField whether the field was created before the first signature and thus limits the size of the seal
 */
export function coverOfSeal(page: PageSize, box: Box, seal: PlacedSeal, hadField: boolean): Box {
  const display = displayOf(page);
  const extent = sealExtent(seal, box, hadField ? roomOfArea(box) : null);
  return boxOf(areaOfSeal(extent, seal.dated, box, display, 'seal'), box.page, display);
}

/**
 * Area of a seam's slice on one page or, until the seam has been sealed, of the strip reserved for it.
 * @param area box of the signature area for which the strips were created; null: the signer chose the height
 * @returns null if the file has no such page
 */
export function coverOfSlice(
  pages: readonly PageSize[],
  pageNumber: number,
  box: Box,
  area: Box | null,
  seal: SizedSeal | null,
): Box | null {
  const strips = slicesOf(pages.length).flatMap((slice, index) => {
    const page = pages[index];
    if (page === undefined) return [];
    const display = displayOf(page);
    // Without a signature area, the field on the first page is added together with the seal.
    return [{ display, slice, strip: stripOf(display, index === 0 ? (area ?? box) : area, slice) }];
  });
  const here = strips[pageNumber - 1];
  if (here === undefined) return null;
  const { display, slice, strip } = here;
  if (seal === null) return boxOf(stripOf(display, area ?? box, slice), pageNumber, display);
  const placed = placeSlice(seamExtent(seal, box, strips), box, display, strip, slice);
  return boxOf(placed.shown, pageNumber, display);
}

function displayOf({ width, height }: PageSize): DisplaySize {
  return { width: width * PT_PER_PX, height: height * PT_PER_PX };
}

function boxOf({ left, bottom, width, height }: DisplayRectangle, page: number, display: DisplaySize): Box {
  return {
    page,
    x: left / PT_PER_PX,
    y: (display.height - bottom - height) / PT_PER_PX,
    width: width / PT_PER_PX,
    height: height / PT_PER_PX,
  };
}
