import type { Point } from './fit-cubic.js';
import type { PathStep } from './simplify-outline.js';

/**
 * SVG path data in mm with only the absolute commands M, L, C, Q and Z, which PDF content streams can express once Q is
 * elevated to C. Text reaches a picture only as outlines, so user input can never become markup.
 */

/** Maps (x, y) to (a x + c y + e, b x + d y + f), in the order of SVG and PDF. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/**
 * Distance of the control points of a quarter circle, relative to the radius; the error is at most 0.03 % of the
 * radius.
 */
const QUARTER = 0.5522847498;

/** Rounded to ten micrometres, 2540 to the inch. */
function mm(value: number): string {
  const rounded = Math.round(value * 100) / 100;
  return Object.is(rounded, -0) ? '0' : String(rounded);
}

const point = (x: number, y: number): string => `${mm(x)} ${mm(y)}`;

export function glyphPath(steps: readonly PathStep[], [a, b, c, d, e, f]: Matrix): string {
  const place = ({ x, y }: Point): string => point(a * x + c * y + e, b * x + d * y + f);
  return steps
    .map((step) => {
      if (step.kind === 'Z') return 'Z';
      if (step.kind !== 'C') return `${step.kind}${place(step)}`;
      return `C${place(step.control1)} ${place(step.control2)} ${place(step.to)}`;
    })
    .join('');
}

/** An ellipse around the origin with the semi-axes a and b. */
export function ellipsePath(a: number, b: number): string {
  const p = a * QUARTER;
  const q = b * QUARTER;
  return [
    `M${point(a, 0)}`,
    `C${point(a, q)} ${point(p, b)} ${point(0, b)}`,
    `C${point(-p, b)} ${point(-a, q)} ${point(-a, 0)}`,
    `C${point(-a, -q)} ${point(-p, -b)} ${point(0, -b)}`,
    `C${point(p, -b)} ${point(a, -q)} ${point(a, 0)}`,
    'Z',
  ].join('');
}

/** A square around the origin with round corners. */
export function roundedSquarePath(side: number, radius: number): string {
  const s = side / 2;
  const i = s - radius;
  const k = i + radius * QUARTER;
  return [
    `M${point(-i, -s)}L${point(i, -s)}`,
    `C${point(k, -s)} ${point(s, -k)} ${point(s, -i)}L${point(s, i)}`,
    `C${point(s, k)} ${point(k, s)} ${point(i, s)}L${point(-i, s)}`,
    `C${point(-k, s)} ${point(-s, k)} ${point(-s, i)}L${point(-s, -i)}`,
    `C${point(-s, -k)} ${point(-k, -s)} ${point(-i, -s)}Z`,
  ].join('');
}

/** Radius of the inner corners of a regular pentagram: the inverse square of the golden ratio. */
const PENTAGRAM = 0.381966;

/** A five-pointed star with one point up, its centre at (0, y). */
export function starPath(radius: number, y: number): string {
  const corners = Array.from({ length: 10 }, (_, index) => {
    const angle = -Math.PI / 2 + (index * Math.PI) / 5;
    const distance = index % 2 === 0 ? radius : radius * PENTAGRAM;
    return point(distance * Math.cos(angle), y + distance * Math.sin(angle));
  });
  return `M${corners.join('L')}Z`;
}
