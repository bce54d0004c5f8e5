import { type DisplayRectangle, PT_PER_MM, PT_PER_PX } from '../layout/page-geometry.js';
import type { Box } from '../model.js';
import {
  type DisplaySize,
  type Extent,
  MAX_SEAL_SIZE,
  type Point,
  roomOfArea,
  type SizedSeal,
  scaled,
  sealExtent,
} from './signature-area.js';

/**
 * Geometry of a seam seal: when the pages of a contract are fanned out, their right edges show the whole seal. The
 * first page shows its left end.
 */

/** Maximum number of pages per seal; more would make the slices too thin to be recognised. */
const MAX_SLICES = 50;

/** The part of the seal that a page shows, counted from the left. */
export interface Slice {
  readonly index: number;
  /** Number of pages that share the seal. */
  readonly of: number;
}

/** Position of a slice on the displayed page, pt. */
export interface PlacedSlice {
  readonly shown: DisplayRectangle;
  /** Centre of the whole seal, most of which lies outside the slice. */
  readonly centre: Point;
  readonly seal: Extent;
}

/**
 * One entry per page. Pages are distributed evenly among the seals, so that no seal is on a single page unless the file
 * has only one.
 */
export function slicesOf(pageCount: number): readonly Slice[] {
  const seals = Math.ceil(pageCount / MAX_SLICES);
  const slices: Slice[] = [];
  for (let seal = 0; seal < seals; seal += 1) {
    const of = Math.floor(((seal + 1) * pageCount) / seals) - Math.floor((seal * pageCount) / seals);
    for (let index = 0; index < of; index += 1) slices.push({ index, of });
  }
  return slices;
}

/**
 * Area of a field at the right edge of a page: as wide as the largest slice, which is half a seal, and as high as the
 * largest seal of the signature area, or as the page if the signer chooses the height. On a page that is too short the
 * area is moved into it.
 */
export function stripOf(frame: DisplaySize, box: Box | null, { of }: Slice): DisplayRectangle {
  const room = box === null ? MAX_SEAL_SIZE * PT_PER_MM : roomOfArea(box).width;
  const width = Math.min(frame.width, room / Math.min(of, 2));
  const height = Math.min(frame.height, box === null ? frame.height : roomOfArea(box).height);
  const bottom = box === null ? 0 : movedIn(middleOf(box, frame) - height / 2, height, 0, frame.height);
  return { left: frame.width - width, bottom, width, height };
}

/** Size of the seal on paper, equal on all pages; reduced if a strip is too small for its slice. */
export function seamExtent(
  mark: SizedSeal,
  box: Box,
  strips: readonly { readonly strip: DisplayRectangle; readonly slice: Slice }[],
): Extent {
  const { width, height } = sealExtent(mark, box, null);
  const factors = strips.map(({ strip, slice }) =>
    Math.min((strip.width * slice.of) / width, strip.height / height),
  );
  return scaled(width, height, Math.min(1, ...factors));
}

/** Places a slice at the right edge of its strip, as close to the height of the box as the strip permits. */
export function placeSlice(
  seal: Extent,
  box: Box,
  frame: DisplaySize,
  strip: DisplayRectangle,
  { index, of }: Slice,
): PlacedSlice {
  const width = seal.width / of;
  const left = strip.left + strip.width - width;
  const { height } = seal;
  const bottom = movedIn(middleOf(box, frame) - height / 2, height, strip.bottom, strip.height);
  return {
    shown: { left, bottom, width, height },
    centre: { x: left - index * width + seal.width / 2, y: bottom + height / 2 },
    seal,
  };
}

function middleOf(box: Box, frame: DisplaySize): number {
  return frame.height - (box.y + box.height / 2) * PT_PER_PX;
}

function movedIn(start: number, length: number, from: number, room: number): number {
  return Math.max(from, Math.min(start, from + room - length));
}
