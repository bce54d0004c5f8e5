import { type DisplayRectangle, type PageFrame, PT_PER_MM, PT_PER_PX } from '../layout/page-geometry.js';
import { type Box, DrawingRefused, type Mark } from '../model.js';

/** Size of the largest seal for which an area reserves space: the largest round seal in use, mm. */
export const MAX_SEAL_SIZE = 45;
/** Gap between a seal and its date line, and size of that line, px. A date may be wider than a small seal. */
export const DATE_GAP = 3;
export const DATE_HEIGHT = 20;
export const DATE_WIDTH = 150;

/** Width and height, pt. */
export interface Extent {
  readonly width: number;
  readonly height: number;
}

/** A point on the displayed page, pt, y up. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Displayed size of a page, pt. */
export type DisplaySize = Pick<PageFrame, 'width' | 'height'>;

/** Centre of the box. */
export function centreOf(box: Box, frame: DisplaySize): Point {
  return {
    x: (box.x + box.width / 2) * PT_PER_PX,
    y: frame.height - (box.y + box.height / 2) * PT_PER_PX,
  };
}

/** A seal with the properties that determine its size on paper, mm. */
export interface SizedSeal {
  readonly seal: { readonly width: number; readonly height: number };
  readonly size: 'actual' | 'fitted';
}

/** Size of a seal on paper. `limit` is the size of a field created beforehand, to which a larger seal is reduced. */
export function sealExtent(mark: SizedSeal, box: Box, limit: Extent | null): Extent {
  const width = mark.seal.width * PT_PER_MM;
  const height = mark.seal.height * PT_PER_MM;
  if (mark.size === 'fitted') {
    return scaled(
      width,
      height,
      Math.min((box.width * PT_PER_PX) / width, (box.height * PT_PER_PX) / height),
    );
  }
  return limit === null
    ? { width, height }
    : scaled(width, height, Math.min(1, limit.width / width, limit.height / height));
}

/** Space reserved for a seal at actual size in an area that is created before the signer and the seal are known. */
export function roomOfArea(box: Box): Extent {
  return {
    width: Math.max(box.width * PT_PER_PX, MAX_SEAL_SIZE * PT_PER_MM),
    height: Math.max(box.height * PT_PER_PX, MAX_SEAL_SIZE * PT_PER_MM),
  };
}

/** Area of an empty signature field: the box, the largest seal around its centre, and a date line below. */
export function areaOfField(box: Box, frame: PageFrame, label: string): DisplayRectangle {
  return onPage(around(box, frame, roomOfArea(box), true), frame, label);
}

/** Area of a placement without a signature area: the box and everything that its mark draws. */
export function areaOfMark(mark: Mark, box: Box, frame: PageFrame, label: string): DisplayRectangle {
  return mark.kind === 'seal'
    ? areaOfSeal(sealExtent(mark, box, null), mark.dateLine !== null, box, frame, label)
    : onPage(around(box, frame, { width: 0, height: 0 }, false), frame, label);
}

/** Area of a seal drawn at that size, with its box and its date line. */
export function areaOfSeal(
  painted: Extent,
  dated: boolean,
  box: Box,
  frame: DisplaySize,
  label: string,
): DisplayRectangle {
  return onPage(around(box, frame, painted, dated), frame, label);
}

function around(box: Box, frame: DisplaySize, painted: Extent, dated: boolean): DisplayRectangle {
  const { x, y } = centreOf(box, frame);
  const dateWidth = dated ? DATE_WIDTH * PT_PER_PX : 0;
  const dateRoom = dated ? (DATE_GAP + DATE_HEIGHT) * PT_PER_PX : 0;
  const halfWidth = Math.max(box.width * PT_PER_PX, painted.width, dateWidth) / 2;
  const up = Math.max(box.height * PT_PER_PX, painted.height) / 2;
  const down = Math.max((box.height * PT_PER_PX) / 2, painted.height / 2 + dateRoom);
  return { left: x - halfWidth, bottom: y - down, width: 2 * halfWidth, height: up + down };
}

function onPage(area: DisplayRectangle, frame: DisplaySize, label: string): DisplayRectangle {
  const left = Math.max(0, area.left);
  const bottom = Math.max(0, area.bottom);
  const right = Math.min(frame.width, area.left + area.width);
  const top = Math.min(frame.height, area.bottom + area.height);
  if (!(right > left && top > bottom)) throw new DrawingRefused('OFF_PAGE', label, null);
  return { left, bottom, width: right - left, height: top - bottom };
}

export function scaled(width: number, height: number, factor: number): Extent {
  return { width: width * factor, height: height * factor };
}
