import type { ClassicFile } from '../syntax/classic-file.js';
import { PdfSyntaxError } from '../syntax/value-reader.js';
import {
  isArray,
  isReference,
  type PdfDictionary,
  type PdfReference,
  type PdfValue,
} from '../syntax/values.js';

/** a b c d e f of ISO 32000-2 section 8.3.3: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [number, number, number, number, number, number];

export type Rotation = 0 | 90 | 180 | 270;

/** 1 px = 0.75 pt, 1 mm = 72 / 25.4 pt. */
export const PT_PER_PX = 0.75;
export const PT_PER_MM = 72 / 25.4;
export const PX_PER_MM = 96 / 25.4;

/** Display geometry of a page: its crop box, rotated, in display points (UserUnit applied). */
export interface PageFrame {
  /** pt, as displayed */
  readonly width: number;
  readonly height: number;
  readonly rotation: Rotation;
  /** Maps display coordinates (pt, origin bottom left, y up) to the page's default user space. */
  readonly toUserSpace: Matrix;
}

/** A rectangle on the page as displayed: pt, origin bottom left, y up. */
export interface DisplayRectangle {
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

/** The geometry of a page with direct attributes, as written by importPdf. */
export function pageFrame(page: PdfDictionary): PageFrame {
  const media = rectangle(page.get('MediaBox'));
  if (media === null) throw new PdfSyntaxError('a page without /MediaBox', 0);
  return frameOf(
    media,
    rectangle(page.get('CropBox')),
    number(page.get('Rotate')) ?? 0,
    number(page.get('UserUnit')) ?? 1,
  );
}

/** `media` and `crop` are [left, bottom, right, top] in user space, in any order of corners. */
export function frameOf(
  media: readonly number[],
  crop: readonly number[] | null,
  rotate: number,
  userUnit: number,
): PageFrame {
  const [left, bottom, right, top] = visibleBox(corners(media), crop === null ? null : corners(crop));
  const unit = userUnit > 0 ? userUnit : 1;
  const scale = 1 / unit;
  const rotation = quarterTurns(rotate);
  const across = (right - left) * unit;
  const along = (top - bottom) * unit;
  const upright = rotation === 0 || rotation === 180;
  const matrices: Readonly<Record<Rotation, Matrix>> = {
    0: [scale, 0, 0, scale, left, bottom],
    90: [0, scale, -scale, 0, right, bottom],
    180: [-scale, 0, 0, -scale, right, top],
    270: [0, -scale, scale, 0, left, top],
  };
  return {
    width: upright ? across : along,
    height: upright ? along : across,
    rotation,
    toUserSpace: matrices[rotation],
  };
}

function apply(matrix: Matrix, x: number, y: number): readonly [number, number] {
  const [a, b, c, d, e, f] = matrix;
  return [a * x + c * y + e, b * x + d * y + f];
}

/** The matrix that applies `first`, then `second`. */
export function multiply(first: Matrix, second: Matrix): Matrix {
  const [a, b, c, d, e, f] = first;
  const [g, h, i, j, k, l] = second;
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];
}

export function invert(matrix: Matrix): Matrix {
  const [a, b, c, d, e, f] = matrix;
  const determinant = a * d - b * c;
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ];
}

/** [left, bottom, right, top] of a rectangle after a matrix. */
export function transformedBounds(
  matrix: Matrix,
  [left, bottom, right, top]: readonly [number, number, number, number],
): [number, number, number, number] {
  const points = [
    apply(matrix, left, bottom),
    apply(matrix, right, bottom),
    apply(matrix, left, top),
    apply(matrix, right, top),
  ];
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** The /Rect of an annotation that covers a rectangle of the display. */
export function toRect(frame: PageFrame, area: DisplayRectangle): number[] {
  const bounds = transformedBounds(frame.toUserSpace, [
    area.left,
    area.bottom,
    area.left + area.width,
    area.bottom + area.height,
  ]);
  return bounds.map((value) => Math.round(value * 1000) / 1000);
}

/** The inverse for a /Rect; null if it is not a rectangle. */
export function fromRect(frame: PageFrame, rect: PdfValue | undefined): DisplayRectangle | null {
  const box = rectangle(rect);
  if (box === null) return null;
  const [left, bottom, right, top] = transformedBounds(invert(frame.toUserSpace), box);
  return { left, bottom, width: right - left, height: top - bottom };
}

/** /Matrix of a form XObject of that size that keeps it upright on a page rotated by `rotation`. */
export function uprightMatrix(rotation: Rotation, width: number, height: number): Matrix {
  const matrices: Readonly<Record<Rotation, Matrix>> = {
    0: [1, 0, 0, 1, 0, 0],
    90: [0, 1, -1, 0, height, 0],
    180: [-1, 0, 0, -1, width, height],
    270: [0, -1, 1, 0, 0, width],
  };
  return matrices[rotation];
}

export function rectangle(value: PdfValue | undefined): [number, number, number, number] | null {
  if (!isArray(value) || value.length < 4) return null;
  const numbers = value.slice(0, 4).map(number);
  const [a, b, c, d] = numbers;
  if (typeof a !== 'number' || typeof b !== 'number' || typeof c !== 'number' || typeof d !== 'number')
    return null;
  return corners([a, b, c, d]);
}

/** The pages in order, from the flat page tree written by importPdf. */
export function pageReferences(file: ClassicFile): readonly PdfReference[] {
  const pages = file.dictionary(file.dictionary(file.root)?.get('Pages'));
  return (file.array(pages?.get('Kids')) ?? []).filter(isReference);
}

/** The page of that number (from 1); null if there is none. */
export function findPage(
  file: ClassicFile,
  page: number,
): { readonly reference: PdfReference; readonly dictionary: PdfDictionary } | null {
  const reference = pageReferences(file)[page - 1];
  const entries = file.dictionary(reference);
  return reference === undefined || entries === null ? null : { reference, dictionary: entries };
}

function visibleBox(
  media: readonly [number, number, number, number],
  crop: readonly [number, number, number, number] | null,
): readonly [number, number, number, number] {
  if (crop === null) return media;
  const left = Math.max(media[0], crop[0]);
  const bottom = Math.max(media[1], crop[1]);
  const right = Math.min(media[2], crop[2]);
  const top = Math.min(media[3], crop[3]);
  return right > left && top > bottom ? [left, bottom, right, top] : media;
}

function corners(box: readonly number[]): [number, number, number, number] {
  const [a = 0, b = 0, c = 0, d = 0] = box;
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}

/** Rounds degrees to the nearest multiple of 90. */
export function quarterTurns(rotate: number): Rotation {
  const turns = ((Math.round(rotate / 90) % 4) + 4) % 4;
  return turns === 0 ? 0 : turns === 1 ? 90 : turns === 2 ? 180 : 270;
}

function number(value: PdfValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}
