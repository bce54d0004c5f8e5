import { createRequire } from 'node:module';
import { type SfntTables, writeSfnt } from './sfnt.js';

/**
 * Converts a font with cubic outlines (Compact Font Format) to a TrueType font when it is opened, so that layout,
 * subsetting and embedding support only one kind of font. The only open FangSong, FandolFang, has this format.
 */

/** The part of fontkit in use, which has no type declarations. */
interface Fontkit {
  create(bytes: Uint8Array): {
    readonly numGlyphs: number;
    getGlyph(id: number): { readonly path: { readonly commands: readonly PathCommand[] } };
  };
}

interface PathCommand {
  readonly command: 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'bezierCurveTo' | 'closePath';
  readonly args: readonly number[];
}

interface Point {
  readonly x: number;
  readonly y: number;
  readonly onCurve: boolean;
}

const require = createRequire(import.meta.url);

/** Tolerance of a curve in font units: less than the rounding to whole units. */
const TOLERANCE = 0.4;
/** The distance of a cubic from its best quadratic is this factor times its third difference. */
const CUBIC_ERROR = Math.sqrt(3) / 36;
const MAX_PIECES = 8;

/** Tables with the same meaning in both formats. */
const KEPT = ['cmap', 'hhea', 'hmtx', 'name', 'OS/2'] as const;

/** @param tables of a font with a `CFF ` table; `bytes` is the whole file */
export function compactToTrueType(bytes: Uint8Array, tables: SfntTables): Uint8Array {
  const fontkit: Fontkit = require('fontkit');
  const font = fontkit.create(bytes);
  const glyphs = Array.from({ length: font.numGlyphs }, (_, id) =>
    encodeGlyph(contoursOf(font.getGlyph(id).path.commands)),
  );

  const loca = Buffer.alloc(4 * (glyphs.length + 1));
  let offset = 0;
  for (const [id, glyph] of glyphs.entries()) {
    offset += glyph.length;
    loca.writeUInt32BE(offset, 4 * (id + 1));
  }

  const made = new Map<string, Uint8Array>([
    ['glyf', Buffer.concat(glyphs)],
    ['head', longOffsets(tables.get('head') ?? new Uint8Array(54))],
    ['loca', loca],
    ['maxp', maximumProfile(glyphs.length)],
    ['post', withoutNames(tables.get('post') ?? new Uint8Array(32))],
  ]);
  for (const tag of KEPT) {
    const table = tables.get(tag);
    if (table !== undefined) made.set(tag, table);
  }
  return writeSfnt(made);
}

function contoursOf(commands: readonly PathCommand[]): readonly (readonly Point[])[] {
  const contours: Point[][] = [];
  let x = 0;
  let y = 0;
  for (const { command, args } of commands) {
    const contour = contours.at(-1);
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = args;
    if (command === 'moveTo') contours.push([on(a, b)]);
    if (command === 'lineTo') contour?.push(on(a, b));
    if (command === 'quadraticCurveTo') contour?.push(off(a, b), on(c, d));
    if (command === 'bezierCurveTo') contour?.push(...quadratics([x, y, a, b, c, d, e, f]));
    if (command === 'closePath') continue;
    x = args.at(-2) ?? x;
    y = args.at(-1) ?? y;
  }
  return contours.map(withoutRepeatedEnd).filter((contour) => contour.length > 2);
}

const on = (x: number, y: number): Point => ({ x: Math.round(x), y: Math.round(y), onCurve: true });
const off = (x: number, y: number): Point => ({ x: Math.round(x), y: Math.round(y), onCurve: false });

type Cubic = readonly [number, number, number, number, number, number, number, number];

/** As many quadratic pieces as the tolerance requires; the error decreases with the cube of their number. */
function quadratics([x0, y0, x1, y1, x2, y2, x3, y3]: Cubic): readonly Point[] {
  const third = Math.hypot(x3 - 3 * x2 + 3 * x1 - x0, y3 - 3 * y2 + 3 * y1 - y0);
  const pieces = Math.min(MAX_PIECES, Math.max(1, Math.ceil(Math.cbrt((CUBIC_ERROR * third) / TOLERANCE))));
  const at = (p0: number, p1: number, p2: number, p3: number, t: number): number =>
    (1 - t) ** 3 * p0 + 3 * (1 - t) ** 2 * t * p1 + 3 * (1 - t) * t * t * p2 + t ** 3 * p3;
  const slope = (p0: number, p1: number, p2: number, p3: number, t: number): number =>
    3 * (1 - t) ** 2 * (p1 - p0) + 6 * (1 - t) * t * (p2 - p1) + 3 * t * t * (p3 - p2);

  const points: Point[] = [];
  for (let piece = 0; piece < pieces; piece++) {
    const from = piece / pieces;
    const to = (piece + 1) / pieces;
    // The sub-cubic's control points are its ends plus a third of their slopes; the control point of the quadratic is
    // between them.
    const control = (p0: number, p1: number, p2: number, p3: number): number => {
      const start = at(p0, p1, p2, p3, from);
      const end = at(p0, p1, p2, p3, to);
      const third = (to - from) / 3;
      const first = start + third * slope(p0, p1, p2, p3, from);
      const second = end - third * slope(p0, p1, p2, p3, to);
      return (3 * (first + second) - start - end) / 4;
    };
    points.push(off(control(x0, x1, x2, x3), control(y0, y1, y2, y3)));
    points.push(on(at(x0, x1, x2, x3, to), at(y0, y1, y2, y3, to)));
  }
  return points;
}

/** A contour is closed implicitly, so its last point need not repeat the first. */
function withoutRepeatedEnd(contour: readonly Point[]): readonly Point[] {
  const first = contour[0];
  const last = contour.at(-1);
  const repeated = contour.length > 1 && last?.onCurve && first?.x === last.x && first.y === last.y;
  return repeated ? contour.slice(0, -1) : contour;
}

/** A simple glyph with two-byte coordinates: larger than necessary, but only subsets are embedded. */
function encodeGlyph(contours: readonly (readonly Point[])[]): Buffer {
  const points = contours.flat();
  if (points.length === 0) return Buffer.alloc(0);

  const header = 10 + 2 * contours.length + 2;
  const length = header + points.length * 5;
  const glyph = Buffer.alloc(length + (length % 2));
  glyph.writeInt16BE(contours.length, 0);
  const box = [
    Math.min(...points.map(({ x }) => x)),
    Math.min(...points.map(({ y }) => y)),
    Math.max(...points.map(({ x }) => x)),
    Math.max(...points.map(({ y }) => y)),
  ];
  for (const [index, value] of box.entries()) glyph.writeInt16BE(value, 2 + 2 * index);

  let end = -1;
  for (const [index, contour] of contours.entries()) {
    end += contour.length;
    glyph.writeUInt16BE(end, 10 + 2 * index);
  }
  let before: Point = { x: 0, y: 0, onCurve: true };
  for (const [index, point] of points.entries()) {
    glyph.writeUInt8(point.onCurve ? 1 : 0, header + index);
    glyph.writeInt16BE(point.x - before.x, header + points.length + 2 * index);
    glyph.writeInt16BE(point.y - before.y, header + 3 * points.length + 2 * index);
    before = point;
  }
  return glyph;
}

/** head: loca in four bytes an entry, checkSumAdjustment unset. */
function longOffsets(head: Uint8Array): Buffer {
  const changed = Buffer.from(head);
  changed.writeUInt32BE(0, 8);
  changed.writeInt16BE(1, 50);
  return changed;
}

/** maxp version 1.0, required for these outlines; its limits only serve old rasterisers. */
function maximumProfile(glyphs: number): Buffer {
  const table = Buffer.alloc(32, 0xff);
  table.writeUInt32BE(0x00010000, 0);
  table.writeUInt16BE(glyphs, 4);
  table.writeUInt16BE(1, 14);
  table.fill(0, 16, 32);
  return table;
}

/** post version 3.0: without glyph names. */
function withoutNames(post: Uint8Array): Buffer {
  const table = Buffer.from(post.subarray(0, 32));
  table.writeUInt32BE(0x00030000, 0);
  return table;
}
