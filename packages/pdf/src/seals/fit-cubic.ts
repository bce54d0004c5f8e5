/** Fits one cubic Bézier curve to points (Schneider, “An algorithm for automatically fitting digitized curves”, 1990). */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Cubic {
  readonly from: Point;
  readonly control1: Point;
  readonly control2: Point;
  readonly to: Point;
}

export interface Fit {
  readonly curve: Cubic;
  /** The largest distance of a point from the curve. */
  readonly error: number;
}

const ITERATIONS = 3;
const TINY = 1e-9;

/**
 * The curve through the first and the last point, with the given unit tangents there, that is closest to the points
 * between them; null for points without any extent.
 */
export function fitCubic(points: readonly Point[], tangent1: Point, tangent2: Point): Fit | null {
  const [from] = points;
  const to = points.at(-1);
  if (from === undefined || to === undefined) return null;
  const parameters = chordLengths(points);
  const length = parameters.at(-1) ?? 0;
  if (length < TINY) return null;
  for (const [index, along] of parameters.entries()) parameters[index] = along / length;
  let best: Fit | null = null;
  for (let iteration = 0; iteration < ITERATIONS; iteration += 1) {
    const [reach1, reach2] = reaches(points, parameters, tangent1, tangent2, length);
    const curve: Cubic = {
      from,
      control1: { x: from.x + tangent1.x * reach1, y: from.y + tangent1.y * reach1 },
      control2: { x: to.x + tangent2.x * reach2, y: to.y + tangent2.y * reach2 },
      to,
    };
    let error = 0;
    for (const [index, wanted] of points.entries()) {
      error = Math.max(error, refine(curve, wanted, parameters, index));
    }
    if (best === null || error < best.error) best = { curve, error };
  }
  return best;
}

export function pointAt({ from, control1, control2, to }: Cubic, t: number): Point {
  const u = 1 - t;
  const [a, b, c, d] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
  return {
    x: a * from.x + b * control1.x + c * control2.x + d * to.x,
    y: a * from.y + b * control1.y + c * control2.y + d * to.y,
  };
}

function chordLengths(points: readonly Point[]): number[] {
  const lengths: number[] = [];
  let length = 0;
  let before = points[0];
  for (const each of points) {
    if (before !== undefined) length += Math.hypot(each.x - before.x, each.y - before.y);
    lengths.push(length);
    before = each;
  }
  return lengths;
}

/** Distances of the control points from the ends, by least squares. */
function reaches(
  points: readonly Point[],
  parameters: readonly number[],
  tangent1: Point,
  tangent2: Point,
  length: number,
): readonly [number, number] {
  const from = points[0] ?? { x: 0, y: 0 };
  const to = points.at(-1) ?? from;
  const dot = tangent1.x * tangent2.x + tangent1.y * tangent2.y;
  let [c11, c12, c22, x1, x2] = [0, 0, 0, 0, 0];
  for (const [index, wanted] of points.entries()) {
    const t = parameters[index] ?? 0;
    const u = 1 - t;
    const [b0, b1, b2, b3] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
    const restX = wanted.x - from.x * (b0 + b1) - to.x * (b2 + b3);
    const restY = wanted.y - from.y * (b0 + b1) - to.y * (b2 + b3);
    c11 += b1 * b1;
    c12 += b1 * b2 * dot;
    c22 += b2 * b2;
    x1 += b1 * (tangent1.x * restX + tangent1.y * restY);
    x2 += b2 * (tangent2.x * restX + tangent2.y * restY);
  }
  const determinant = c11 * c22 - c12 * c12;
  const reach1 = (x1 * c22 - x2 * c12) / determinant;
  const reach2 = (c11 * x2 - c12 * x1) / determinant;
  const isUsable = (reach: number) => reach > TINY && reach < 3 * length;
  if (isUsable(reach1) && isUsable(reach2)) return [reach1, reach2];
  const third = Math.hypot(to.x - from.x, to.y - from.y) / 3;
  return [third, third];
}

/** Moves the parameter towards the nearest point of the curve by a Newton step. @returns the distance before it */
function refine(curve: Cubic, wanted: Point, parameters: number[], index: number): number {
  const { from, control1, control2, to } = curve;
  const t = parameters[index] ?? 0;
  const u = 1 - t;
  const here = pointAt(curve, t);
  const [awayX, awayY] = [here.x - wanted.x, here.y - wanted.y];
  if (index > 0 && index < parameters.length - 1) {
    const first = (p: number, q: number, r: number, s: number) =>
      3 * (u * u * (q - p) + 2 * u * t * (r - q) + t * t * (s - r));
    const second = (p: number, q: number, r: number, s: number) =>
      6 * (u * (r - 2 * q + p) + t * (s - 2 * r + q));
    const x1 = first(from.x, control1.x, control2.x, to.x);
    const y1 = first(from.y, control1.y, control2.y, to.y);
    const x2 = second(from.x, control1.x, control2.x, to.x);
    const y2 = second(from.y, control1.y, control2.y, to.y);
    const moved = t - (awayX * x1 + awayY * y1) / (x1 * x1 + y1 * y1 + awayX * x2 + awayY * y2);
    if (moved > 0 && moved < 1) parameters[index] = moved;
  }
  return Math.hypot(awayX, awayY);
}
