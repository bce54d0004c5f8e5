import { type Letter, letterPath, roomOf } from './lettering.js';

/** An axis-aligned ellipse around the centre of the seal, in mm; a circle if both semi-axes are equal. */
export interface Ellipse {
  readonly a: number;
  readonly b: number;
}

/** Number of steps of the arc length table. At this number, letters are less than 0.01 mm off their place. */
const STEPS = 720;

/**
 * The arc on which a text is set, centred at the top or at the bottom of the ellipse and spanning the parameter angle
 * `sweep` (radians). Letters at the top have their feet towards the centre, letters at the bottom their heads, so that
 * both read from left to right.
 */
export interface Arc {
  readonly ellipse: Ellipse;
  readonly at: 'top' | 'bottom';
  readonly sweep: number;
}

/** Outlines of the letters, each `width` x `height` mm, spaced by arc length and perpendicular to the curve. */
export function arcTextPath(letters: readonly Letter[], arc: Arc, width: number, height: number): string {
  const { ellipse, sweep } = arc;
  const direction = arc.at === 'top' ? 1 : -1;
  const start = (arc.at === 'top' ? -Math.PI / 2 : Math.PI / 2) - (direction * sweep) / 2;
  const lengths = lengthTable(ellipse, start, direction * sweep);
  const total = lengths.at(-1) ?? 0;
  const room = roomOf(letters);

  let used = 0;
  return letters
    .map((letter) => {
      const length = (total * (used + letter.room / 2)) / room;
      used += letter.room;
      const t = start + (direction * sweep * stepAt(lengths, length)) / STEPS;
      const outwards = Math.atan2(Math.sin(t) / ellipse.b, Math.cos(t) / ellipse.a);
      return letterPath(letter, {
        x: ellipse.a * Math.cos(t),
        y: ellipse.b * Math.sin(t),
        width,
        height,
        turn: outwards + (direction * Math.PI) / 2,
      });
    })
    .join('');
}

export function arcLength(ellipse: Ellipse, sweep: number): number {
  return lengthTable(ellipse, -Math.PI / 2 - sweep / 2, sweep).at(-1) ?? 0;
}

function lengthTable({ a, b }: Ellipse, start: number, sweep: number): readonly number[] {
  const lengths = [0];
  let total = 0;
  for (let step = 1; step <= STEPS; step++) {
    const middle = start + (sweep * (step - 0.5)) / STEPS;
    total += (Math.hypot(a * Math.sin(middle), b * Math.cos(middle)) * Math.abs(sweep)) / STEPS;
    lengths.push(total);
  }
  return lengths;
}

/** Fractional step at which the arc reaches that length. */
function stepAt(lengths: readonly number[], length: number): number {
  let low = 0;
  let high = lengths.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((lengths[middle] ?? 0) <= length) low = middle;
    else high = middle;
  }
  const from = lengths[low] ?? 0;
  const to = lengths[high] ?? from;
  return to > from ? low + (length - from) / (to - from) : low;
}

/** Letter sizes in the order in which they are tried. */
export interface LetterSizes {
  /** mm */
  readonly maxHeight: number;
  readonly step: number;
  /** Minimum width-to-height ratio and minimum height of an ideograph. */
  readonly tries: readonly { readonly ratio: number; readonly height: number }[];
}

/** Maximum width of a letter relative to its height, and the share of its advance that it fills. */
const MAX_WIDTH = 0.92;
const FILLED = 0.94;

/**
 * Finds the largest letter size at which a text fits; null if it does not fit even at the last entry of `tries`.
 * `roomAt(height)` is the available arc length at that height, mm.
 */
export function fitLetters(
  room: number,
  sizes: LetterSizes,
  roomAt: (height: number) => number,
): { readonly width: number; readonly height: number } | null {
  for (const { ratio, height: least } of sizes.tries) {
    for (let height = sizes.maxHeight; height >= least - 1e-9; height -= sizes.step) {
      const width = Math.min(MAX_WIDTH * height, (FILLED * roomAt(height)) / room);
      if (width / height >= ratio) return { width, height };
    }
  }
  return null;
}
