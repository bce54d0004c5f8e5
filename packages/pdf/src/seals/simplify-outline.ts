import { RecentlyUsed } from '../engine/recently-used.js';
import type { Face } from '../fonts/fonts.js';
import type { GlyphOutline } from '../fonts/true-type.js';
import { type Cubic, fitCubic, type Point, pointAt } from './fit-cubic.js';

/** One step of a simplified outline, font units, y up, absolute. */
export type PathStep =
  | ({ readonly kind: 'M' | 'L' } & Point)
  | { readonly kind: 'C'; readonly control1: Point; readonly control2: Point; readonly to: Point }
  | { readonly kind: 'Z' };

/** Accepted deviation, em: 12 µm in a character of 5 mm, less than a third of a dot at 600 dpi. */
const TOLERANCE = 1 / 400;
/** Longer straight strokes stay straight, em. */
const SHORT = 1 / 16;
const MAX_MERGED = 16;
const SAMPLES = 6;
/** A run that cannot be merged may be part of a longer one that can. */
const MAX_FAILURES = 3;

type Segment = Cubic & { readonly isStraight: boolean };

const simplified = new WeakMap<Face, RecentlyUsed<readonly PathStep[]>>();

/**
 * The outline of a character with about a third of its curves. TrueType stores quadratic approximations of the cubic
 * curves that were designed, PDF has cubic curves only, and every signature carries its seal.
 */
export function simplifiedOutline(face: Face, codePoint: number): readonly PathStep[] {
  let known = simplified.get(face);
  if (known === undefined) {
    known = new RecentlyUsed(1000);
    simplified.set(face, known);
  }
  const found = known.get(`${codePoint}`);
  if (found !== undefined) return found;
  const steps = simplify(face.outline(codePoint), face.unitsPerEm);
  known.set(`${codePoint}`, steps);
  return steps;
}

function simplify(outline: GlyphOutline, unitsPerEm: number): readonly PathStep[] {
  return contoursOf(outline).flatMap(({ start, segments }) => [
    { kind: 'M' as const, ...start },
    ...merge(segments, unitsPerEm).map(stepOf),
    { kind: 'Z' as const },
  ]);
}

interface Contour {
  readonly start: Point;
  readonly segments: readonly Segment[];
}

function contoursOf({ steps }: GlyphOutline): readonly Contour[] {
  const contours: { start: Point; segments: Segment[] }[] = [];
  let from: Point = { x: 0, y: 0 };
  for (const step of steps) {
    if (step.kind === 'Z') continue;
    const to = { x: step.x, y: step.y };
    if (step.kind === 'M') contours.push({ start: to, segments: [] });
    else contours.at(-1)?.segments.push(step.kind === 'Q' ? elevated(from, step, to) : straight(from, to));
    from = to;
  }
  return contours;
}

/** A quadratic curve as a cubic one. */
function elevated(from: Point, { x1, y1 }: { readonly x1: number; readonly y1: number }, to: Point): Segment {
  const control = { x: x1, y: y1 };
  return {
    from,
    control1: between(from, control, 2 / 3),
    control2: between(to, control, 2 / 3),
    to,
    isStraight: false,
  };
}

function straight(from: Point, to: Point): Segment {
  return {
    from,
    control1: between(from, to, 1 / 3),
    control2: between(from, to, 2 / 3),
    to,
    isStraight: true,
  };
}

function between(from: Point, to: Point, share: number): Point {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** Replaces runs of segments by single curves, each as long as the tolerance allows. */
function merge(segments: readonly Segment[], unitsPerEm: number): readonly Segment[] {
  const tolerance = TOLERANCE * unitsPerEm;
  const isMergeable = ({ from, to, isStraight }: Segment) =>
    !isStraight || Math.hypot(to.x - from.x, to.y - from.y) < SHORT * unitsPerEm;
  const merged: Segment[] = [];
  for (let start = 0; start < segments.length; ) {
    let next = start + 1;
    let found = segments[start];
    let failures = 0;
    for (let end = start + 1; end <= Math.min(start + MAX_MERGED, segments.length); end += 1) {
      const run = segments.slice(start, end);
      if (!run.every(isMergeable)) break;
      const fit = run.length === 1 ? null : fitRun(run);
      if (fit !== null && fit.error <= tolerance) {
        found = { ...fit.curve, isStraight: false };
        next = end;
      } else if (run.length > 1) failures += 1;
      if (failures === MAX_FAILURES) break;
    }
    if (found !== undefined)
      merged.push(isFlat(found, tolerance / 2) ? straight(found.from, found.to) : found);
    start = next;
  }
  return merged;
}

function fitRun(run: readonly Segment[]) {
  const [first] = run;
  const last = run.at(-1);
  if (first === undefined || last === undefined) return null;
  const points = [first.from];
  for (const segment of run) {
    for (let sample = 1; sample <= SAMPLES; sample += 1) points.push(pointAt(segment, sample / SAMPLES));
  }
  const tangent1 = direction(first.from, [first.control1, first.control2, first.to]);
  const tangent2 = direction(last.to, [last.control2, last.control1, last.from]);
  return tangent1 === null || tangent2 === null ? null : fitCubic(points, tangent1, tangent2);
}

/** Unit vector towards the first of these points that is elsewhere. */
function direction(from: Point, candidates: readonly Point[]): Point | null {
  for (const { x, y } of candidates) {
    const length = Math.hypot(x - from.x, y - from.y);
    if (length > 0) return { x: (x - from.x) / length, y: (y - from.y) / length };
  }
  return null;
}

/** Whether the control points lie on the way from one end to the other, up to the tolerance. */
function isFlat({ from, control1, control2, to, isStraight }: Segment, tolerance: number): boolean {
  if (isStraight) return true;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  return [control1, control2].every(({ x, y }) => {
    const along = ((x - from.x) * dx + (y - from.y) * dy) / length;
    const aside = Math.abs((x - from.x) * dy - (y - from.y) * dx) / length;
    return aside <= tolerance && along >= -tolerance && along <= length + tolerance;
  });
}

function stepOf({ control1, control2, to, isStraight }: Segment): PathStep {
  return isStraight ? { kind: 'L', ...to } : { kind: 'C', control1, control2, to };
}
