import { invert, type Matrix, multiply, type PageFrame, PT_PER_PX } from '../layout/page-geometry.js';
import type { Rule } from './page-layout.js';
import type { PdfiumExports } from './pdfium-fonts.js';

/** FPDF_PAGEOBJ_* and FPDF_SEGMENT_* of fpdf_edit.h. */
const PATH_OBJECT = 2;
const FORM_OBJECT = 5;
const LINE_TO = 0;
const BEZIER_TO = 1;

/** A drawing of a plan has more; nothing of it is a line to write on. */
const MAX_RULES = 4000;
const MAX_SEGMENTS = 60_000;
const MAX_OBJECTS = 30_000;
const MAX_DEPTH = 8;

/** px: a stroke is a line up to this thickness. */
const MAX_THICKNESS = 4;
/** px: shorter strokes are parts of letters and pictures. */
const MIN_LENGTH = 6;
const MAX_SQUARE = 30;
/** px: the ends of a line may differ by this and still count as horizontal or vertical. */
const STRAIGHT = 0.6;

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Drawn {
  readonly rules: readonly Rule[];
  readonly squares: readonly Rule[];
  readonly isPartial: boolean;
}

/** Horizontal and vertical lines of a page, whether stroked or filled, and small squares. */
export function readRules(pdfium: PdfiumExports, page: number, frame: PageFrame): Drawn {
  const reader = new RuleReader(pdfium, frame);
  reader.readAll(
    pdfium.call('FPDFPage_CountObjects', page),
    (at) => pdfium.call('FPDFPage_GetObject', page, at),
    invert(frame.toUserSpace),
    0,
  );
  return reader.end();
}

class RuleReader {
  readonly #pdfium: PdfiumExports;
  readonly #frame: PageFrame;
  readonly #scratch: number;
  readonly #rules: Rule[] = [];
  readonly #squares: Rule[] = [];
  #segments = 0;
  #objects = 0;
  #isPartial = false;

  constructor(pdfium: PdfiumExports, frame: PageFrame) {
    this.#pdfium = pdfium;
    this.#frame = frame;
    this.#scratch = pdfium.malloc(24);
  }

  readAll(count: number, objectAt: (at: number) => number, toDisplay: Matrix, depth: number): void {
    for (let at = 0; at < count; at += 1) {
      this.#objects += 1;
      if (this.#objects > MAX_OBJECTS || this.#rules.length > MAX_RULES || this.#segments > MAX_SEGMENTS) {
        this.#isPartial = true;
        return;
      }
      this.#read(objectAt(at), toDisplay, depth);
    }
  }

  end(): Drawn {
    this.#pdfium.call('free', this.#scratch);
    return { rules: this.#rules, squares: this.#squares, isPartial: this.#isPartial };
  }

  #read(object: number, toDisplay: Matrix, depth: number): void {
    const type = object === 0 ? 0 : this.#pdfium.call('FPDFPageObj_GetType', object);
    if (type !== PATH_OBJECT && type !== FORM_OBJECT) return;
    const own = this.#matrixOf(object);
    if (own === null) return;
    const matrix = multiply(own, toDisplay);
    if (type === PATH_OBJECT) this.#readPath(object, matrix);
    else if (depth < MAX_DEPTH) {
      this.readAll(
        this.#pdfium.call('FPDFFormObj_CountObjects', object),
        (at) => this.#pdfium.call('FPDFFormObj_GetObject', object, at),
        matrix,
        depth + 1,
      );
    }
  }

  #matrixOf(object: number): Matrix | null {
    if (this.#pdfium.call('FPDFPageObj_GetMatrix', object, this.#scratch) === 0) return null;
    const view = new DataView(this.#pdfium.memory.buffer, this.#scratch, 24);
    const value = (index: number) => view.getFloat32(4 * index, true);
    return [value(0), value(1), value(2), value(3), value(4), value(5)];
  }

  #readPath(object: number, matrix: Matrix): void {
    if (this.#pdfium.call('FPDFPath_GetDrawMode', object, this.#scratch, this.#scratch + 4) === 0) return;
    const modes = new DataView(this.#pdfium.memory.buffer, this.#scratch, 8);
    const isFilled = modes.getInt32(0, true) !== 0;
    const isStroked = modes.getInt32(4, true) !== 0;
    if (!isFilled && !isStroked) return;
    const thickness = isStroked ? this.#thicknessOf(object, matrix) : 0;
    for (const outline of this.#outlines(object, matrix)) {
      if (isStroked) this.#addStroked(outline, thickness);
      else this.#addFilled(outline);
    }
  }

  #thicknessOf(object: number, [a, b]: Matrix): number {
    if (this.#pdfium.call('FPDFPageObj_GetStrokeWidth', object, this.#scratch) === 0) return 1;
    const width = new DataView(this.#pdfium.memory.buffer, this.#scratch, 4).getFloat32(0, true);
    return (width * Math.hypot(a, b)) / PT_PER_PX;
  }

  /** The straight outlines of a path, in px; one with a curve is omitted, because it is a picture or a letter. */
  #outlines(object: number, matrix: Matrix): readonly (readonly Point[])[] {
    const outlines: Point[][] = [];
    const count = this.#pdfium.call('FPDFPath_CountSegments', object);
    this.#segments += count;
    if (this.#segments > MAX_SEGMENTS) return [];
    let outline: Point[] = [];
    for (let at = 0; at < count; at += 1) {
      const segment = this.#pdfium.call('FPDFPath_GetPathSegment', object, at);
      const type = this.#pdfium.call('FPDFPathSegment_GetType', segment);
      if (type === BEZIER_TO) return [];
      if (this.#pdfium.call('FPDFPathSegment_GetPoint', segment, this.#scratch, this.#scratch + 4) === 0)
        continue;
      const view = new DataView(this.#pdfium.memory.buffer, this.#scratch, 8);
      const point = this.#onDisplay(matrix, view.getFloat32(0, true), view.getFloat32(4, true));
      if (type !== LINE_TO) {
        outline = [];
        outlines.push(outline);
      }
      outline.push(point);
      const start = outline[0];
      if (start !== undefined && this.#pdfium.call('FPDFPathSegment_GetClose', segment) !== 0)
        outline.push(start);
    }
    return outlines;
  }

  #onDisplay([a, b, c, d, e, f]: Matrix, x: number, y: number): Point {
    return {
      x: (a * x + c * y + e) / PT_PER_PX,
      y: (this.#frame.height - (b * x + d * y + f)) / PT_PER_PX,
    };
  }

  #addStroked(outline: readonly Point[], thickness: number): void {
    const bounds = boundsOf(outline);
    if (isSquare(bounds) && outline.length >= 4) {
      this.#keep(this.#squares, bounds);
      return;
    }
    for (const [index, to] of outline.entries()) {
      const from = outline[index - 1];
      if (from === undefined) continue;
      const isLevel = Math.abs(from.y - to.y) <= STRAIGHT;
      const isUpright = Math.abs(from.x - to.x) <= STRAIGHT;
      if (isLevel === isUpright || thickness > MAX_THICKNESS) continue;
      const half = thickness / 2;
      const { x, y, width, height } = boundsOf([from, to]);
      this.#addRule(
        isLevel
          ? { x, y: y + height / 2 - half, width, height: thickness }
          : { x: x + width / 2 - half, y, width: thickness, height },
      );
    }
  }

  #addFilled(outline: readonly Point[]): void {
    if (outline.length >= 4) this.#addRule(boundsOf(outline));
  }

  #addRule(rule: Rule): void {
    const [short, long] = [Math.min(rule.width, rule.height), Math.max(rule.width, rule.height)];
    if (short <= MAX_THICKNESS && long >= MIN_LENGTH && long > 2 * short) this.#keep(this.#rules, rule);
  }

  #keep(kept: Rule[], { x, y, width, height }: Rule): void {
    const { width: across, height: along } = this.#frame;
    const isOnPage = x + width > 0 && y + height > 0 && x < across / PT_PER_PX && y < along / PT_PER_PX;
    const rule = { x: rounded(x), y: rounded(y), width: rounded(width), height: rounded(height) };
    if (isOnPage && Object.values(rule).every(Number.isFinite)) kept.push(rule);
  }
}

function isSquare({ width, height }: Rule): boolean {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  return short >= MIN_LENGTH && long <= MAX_SQUARE && long <= 1.4 * short;
}

function boundsOf(points: readonly Point[]): Rule {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
