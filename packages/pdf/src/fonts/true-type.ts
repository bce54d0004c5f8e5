/**
 * Reads the parts of a TrueType font that text layout and seals need (ISO/IEC 14496-22, Open Font Format): character
 * map, widths and outlines. Tables are read in place, without a cache, so that an open face costs no more than its
 * bytes; a general font library keeps every glyph that it has ever read.
 */

/** Why bytes are not a usable font; caused by the operator or the installation, never by a caller. */
export class FontError extends Error {
  constructor(
    readonly reason: 'NO_FONT_FILE' | 'NOT_TRUETYPE' | 'BROKEN_FONT',
    readonly detail: string,
  ) {
    super(`${reason}: ${detail}`);
    this.name = 'FontError';
  }
}

/** One step of an outline, font units, y up, absolute. */
export type OutlineStep =
  | { readonly kind: 'M' | 'L'; readonly x: number; readonly y: number }
  | { readonly kind: 'Q'; readonly x1: number; readonly y1: number; readonly x: number; readonly y: number }
  | { readonly kind: 'Z' };

/** The ink of a glyph; `steps` is empty for a space. */
export interface GlyphOutline {
  readonly steps: readonly OutlineStep[];
  readonly xMin: number;
  readonly yMin: number;
  readonly xMax: number;
  readonly yMax: number;
}

export interface TrueType {
  readonly unitsPerEm: number;
  /** Font units above and below the baseline (hhea); descent is negative. */
  readonly ascent: number;
  readonly descent: number;
  /** 0 if the font has no glyph. */
  glyphId(codePoint: number): number;
  /** Font units. */
  advanceOf(glyphId: number): number;
  outlineOf(glyphId: number): GlyphOutline;
}

interface Point {
  readonly x: number;
  readonly y: number;
  readonly onCurve: boolean;
}

/** a x + c y + e, b x + d y + f */
type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** Composite glyphs nest a few levels; deeper nesting is a loop. */
const MAX_COMPOSITE_DEPTH = 8;

/** Opens a font with glyf outlines. Throws FontError for collections, CFF outlines and damaged tables. */
export function openTrueType(bytes: Uint8Array, name: string): TrueType {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readTrueType(view, name);
  } catch (error) {
    if (error instanceof RangeError)
      throw new FontError('BROKEN_FONT', `${name}: a table points outside the file`);
    throw error;
  }
}

function readTrueType(view: DataView, name: string): TrueType {
  const version = view.getUint32(0);
  if (version !== 0x00010000 && version !== 0x74727565) {
    throw new FontError('NOT_TRUETYPE', `${name}: only single TrueType fonts with glyf outlines are taken`);
  }

  const tables = readTableDirectory(view);
  const table = (tag: string): number => {
    const offset = tables.get(tag);
    if (offset === undefined) throw new FontError('BROKEN_FONT', `${name}: no table ${tag}`);
    return offset;
  };

  const head = table('head');
  const hhea = table('hhea');
  const hmtx = table('hmtx');
  const loca = table('loca');
  const glyf = table('glyf');
  const glyphCount = view.getUint16(table('maxp') + 4);
  const longMetrics = view.getUint16(hhea + 34);
  const wideOffsets = view.getInt16(head + 50) === 1;
  const glyphId = characterMap(view, table('cmap'), name);

  const glyphStart = (glyph: number): number =>
    glyf + (wideOffsets ? view.getUint32(loca + 4 * glyph) : 2 * view.getUint16(loca + 2 * glyph));

  const contoursOf = (glyph: number, depth: number): readonly (readonly Point[])[] => {
    if (glyph >= glyphCount || depth > MAX_COMPOSITE_DEPTH) return [];
    const start = glyphStart(glyph);
    if (glyphStart(glyph + 1) === start) return [];

    const contourCount = view.getInt16(start);
    if (contourCount >= 0) return simpleContours(view, start, contourCount);

    return compositeParts(view, start + 10).flatMap((part) =>
      contoursOf(part.glyph, depth + 1).map((contour) =>
        contour.map((point) => transform(point, part.matrix)),
      ),
    );
  };

  return {
    unitsPerEm: view.getUint16(head + 18),
    ascent: view.getInt16(hhea + 4),
    descent: view.getInt16(hhea + 6),
    glyphId,
    advanceOf: (glyph) => view.getUint16(hmtx + 4 * Math.min(glyph, longMetrics - 1)),
    outlineOf: (glyph) => outline(contoursOf(glyph, 0)),
  };
}

function readTableDirectory(view: DataView): ReadonlyMap<string, number> {
  const tables = new Map<string, number>();
  const count = view.getUint16(4);
  for (let index = 0; index < count; index++) {
    const entry = 12 + 16 * index;
    const tag = String.fromCharCode(
      view.getUint8(entry),
      view.getUint8(entry + 1),
      view.getUint8(entry + 2),
      view.getUint8(entry + 3),
    );
    tables.set(tag, view.getUint32(entry + 8));
  }
  return tables;
}

/** Format 12 covers all of Unicode and is preferred; format 4 suffices for fonts of the basic plane. */
function characterMap(view: DataView, cmap: number, name: string): (codePoint: number) => number {
  let segmented: number | null = null;
  let basicPlane: number | null = null;
  const count = view.getUint16(cmap + 2);
  for (let index = 0; index < count; index++) {
    const entry = cmap + 4 + 8 * index;
    const platform = view.getUint16(entry);
    if (platform !== 0 && platform !== 3) continue;
    const subtable = cmap + view.getUint32(entry + 4);
    const format = view.getUint16(subtable);
    if (format === 12) segmented = subtable;
    // A Windows symbol font (encoding 0) maps its own code points, not Unicode.
    if (format === 4 && !(platform === 3 && view.getUint16(entry + 2) === 0)) basicPlane = subtable;
  }

  if (segmented !== null) return segmentedCoverage(view, segmented);
  if (basicPlane !== null) return deltaValues(view, basicPlane);
  throw new FontError('BROKEN_FONT', `${name}: no Unicode character map`);
}

function segmentedCoverage(view: DataView, subtable: number): (codePoint: number) => number {
  const groups = view.getUint32(subtable + 12);
  return (codePoint) => {
    let low = 0;
    let high = groups - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const group = subtable + 16 + 12 * middle;
      if (codePoint > view.getUint32(group + 4)) low = middle + 1;
      else if (codePoint < view.getUint32(group)) high = middle - 1;
      else return view.getUint32(group + 8) + codePoint - view.getUint32(group);
    }
    return 0;
  };
}

function deltaValues(view: DataView, subtable: number): (codePoint: number) => number {
  const doubled = view.getUint16(subtable + 6);
  const ends = subtable + 14;
  const starts = ends + doubled + 2;
  const deltas = starts + doubled;
  const rangeOffsets = deltas + doubled;
  return (codePoint) => {
    if (codePoint > 0xffff) return 0;
    for (let at = 0; at < doubled; at += 2) {
      if (codePoint > view.getUint16(ends + at)) continue;
      const start = view.getUint16(starts + at);
      if (codePoint < start) return 0;
      const delta = view.getUint16(deltas + at);
      const rangeOffset = view.getUint16(rangeOffsets + at);
      if (rangeOffset === 0) return (codePoint + delta) & 0xffff;
      const glyph = view.getUint16(rangeOffsets + at + rangeOffset + 2 * (codePoint - start));
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  };
}

const ON_CURVE = 0x01;
const X_SHORT = 0x02;
const Y_SHORT = 0x04;
const REPEAT = 0x08;
const X_SAME_OR_POSITIVE = 0x10;
const Y_SAME_OR_POSITIVE = 0x20;

function simpleContours(view: DataView, start: number, contourCount: number): readonly (readonly Point[])[] {
  let at = start + 10;
  const ends: number[] = [];
  for (let contour = 0; contour < contourCount; contour++, at += 2) ends.push(view.getUint16(at));
  const pointCount = (ends.at(-1) ?? -1) + 1;
  at += 2 + view.getUint16(at);

  const flags: number[] = [];
  while (flags.length < pointCount) {
    const flag = view.getUint8(at++);
    let repeats = flag & REPEAT ? view.getUint8(at++) + 1 : 1;
    while (repeats-- > 0) flags.push(flag);
  }

  const coordinates = (short: number, sameOrPositive: number): readonly number[] => {
    let value = 0;
    return flags.slice(0, pointCount).map((flag) => {
      if (flag & short) {
        value += flag & sameOrPositive ? view.getUint8(at) : -view.getUint8(at);
        at += 1;
      } else if (!(flag & sameOrPositive)) {
        value += view.getInt16(at);
        at += 2;
      }
      return value;
    });
  };
  const xs = coordinates(X_SHORT, X_SAME_OR_POSITIVE);
  const ys = coordinates(Y_SHORT, Y_SAME_OR_POSITIVE);

  let first = 0;
  return ends.map((end) => {
    const contour: Point[] = [];
    for (let index = first; index <= end; index++) {
      contour.push({ x: xs[index] ?? 0, y: ys[index] ?? 0, onCurve: ((flags[index] ?? 0) & ON_CURVE) !== 0 });
    }
    first = end + 1;
    return contour;
  });
}

const WORD_ARGUMENTS = 0x0001;
const ARGUMENTS_ARE_OFFSETS = 0x0002;
const ONE_SCALE = 0x0008;
const MORE_COMPONENTS = 0x0020;
const TWO_SCALES = 0x0040;
const TWO_BY_TWO = 0x0080;

function compositeParts(view: DataView, from: number): readonly { glyph: number; matrix: Matrix }[] {
  const parts: { glyph: number; matrix: Matrix }[] = [];
  let at = from;
  let flags: number;
  do {
    flags = view.getUint16(at);
    const glyph = view.getUint16(at + 2);
    at += 4;

    let e = 0;
    let f = 0;
    if (flags & ARGUMENTS_ARE_OFFSETS) {
      e = flags & WORD_ARGUMENTS ? view.getInt16(at) : view.getInt8(at);
      f = flags & WORD_ARGUMENTS ? view.getInt16(at + 2) : view.getInt8(at + 1);
    }
    at += flags & WORD_ARGUMENTS ? 4 : 2;

    const scale = (offset: number): number => view.getInt16(at + offset) / 0x4000;
    if (flags & ONE_SCALE) {
      parts.push({ glyph, matrix: [scale(0), 0, 0, scale(0), e, f] });
      at += 2;
    } else if (flags & TWO_SCALES) {
      parts.push({ glyph, matrix: [scale(0), 0, 0, scale(2), e, f] });
      at += 4;
    } else if (flags & TWO_BY_TWO) {
      parts.push({ glyph, matrix: [scale(0), scale(2), scale(4), scale(6), e, f] });
      at += 8;
    } else {
      parts.push({ glyph, matrix: [1, 0, 0, 1, e, f] });
    }
  } while (flags & MORE_COMPONENTS);
  return parts;
}

function transform(point: Point, [a, b, c, d, e, f]: Matrix): Point {
  return { x: a * point.x + c * point.y + e, y: b * point.x + d * point.y + f, onCurve: point.onCurve };
}

/** The midpoint of two consecutive control points is an implied point on the curve. */
function outline(contours: readonly (readonly Point[])[]): GlyphOutline {
  const steps: OutlineStep[] = [];
  let xMin = Number.POSITIVE_INFINITY;
  let yMin = Number.POSITIVE_INFINITY;
  let xMax = Number.NEGATIVE_INFINITY;
  let yMax = Number.NEGATIVE_INFINITY;

  for (const contour of contours) {
    const firstPoint = contour[0];
    const lastPoint = contour.at(-1);
    if (firstPoint === undefined || lastPoint === undefined || contour.length < 2) continue;
    for (const { x, y } of contour) {
      xMin = Math.min(xMin, x);
      yMin = Math.min(yMin, y);
      xMax = Math.max(xMax, x);
      yMax = Math.max(yMax, y);
    }

    const begin = firstPoint.onCurve
      ? firstPoint
      : lastPoint.onCurve
        ? lastPoint
        : middle(firstPoint, lastPoint);
    steps.push({ kind: 'M', x: begin.x, y: begin.y });
    const rest = firstPoint.onCurve ? contour.slice(1) : lastPoint.onCurve ? contour.slice(0, -1) : contour;
    let control: Point | null = null;
    for (const point of [...rest, begin]) {
      if (control === null) {
        if (!point.onCurve) control = point;
        else if (point !== begin) steps.push({ kind: 'L', x: point.x, y: point.y });
        continue;
      }
      const end: Point = point.onCurve ? point : middle(control, point);
      steps.push({ kind: 'Q', x1: control.x, y1: control.y, x: end.x, y: end.y });
      control = point.onCurve ? null : point;
    }
    steps.push({ kind: 'Z' });
  }

  if (steps.length === 0) return { steps, xMin: 0, yMin: 0, xMax: 0, yMax: 0 };
  return { steps, xMin, yMin, xMax, yMax };
}

function middle(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, onCurve: true };
}
