import { type Letter, letterPath, roomOf } from './lettering.js';

/** An axis-parallel ellipse around the seal's centre, mm. A circle is one with equal axes. */
export interface Ellipse {
  readonly a: number;
  readonly b: number;
}

/** Steps of the length table: the error of a letter's place stays below a hundredth of a millimetre. */
const STEPS = 720;

/**
 * Where the text runs: from the parameter angle `middle` by `sweep / 2` to both sides (radians; -PI / 2 is the top, PI
 * / 2 the bottom). Letters over the top stand outwards, letters along the bottom inwards, so that both read from
 * left to right.
 */
export interface Arc {
  readonly ellipse: Ellipse;
  readonly at: 'top' | 'bottom';
  readonly sweep: number;
}

/** Letters at equal distances of arc length, `width` x `height` mm each, upright on the curve. */
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

/** The step, with its fraction, at which a length is reached. */
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

/** Sizes of lettering to try, the next where the previous one is too cramped. */
export interface LetterSizes {
  /** mm */
  readonly greatest: number;
  readonly step: number;
  /** An ideograph is at least `ratio` times as wide as high, and at least `height` high. */
  readonly tries: readonly { readonly ratio: number; readonly height: number }[];
}

/** Letters may grow as wide as this share of their height, and fill this share of their room. */
const MAX_WIDTH = 0.92;
const FILLED = 0.94;

/**
 * The largest lettering for a text: `roomAt(height)` is the arc length that the text has at that height, mm. Null when
 * even the last try is too cramped.
 */
export function fitLetters(
  room: number,
  sizes: LetterSizes,
  roomAt: (height: number) => number,
): { readonly width: number; readonly height: number } | null {
  for (const { ratio, height: least } of sizes.tries) {
    for (let height = sizes.greatest; height >= least - 1e-9; height -= sizes.step) {
      const width = Math.min(MAX_WIDTH * height, (FILLED * roomAt(height)) / room);
      if (width / height >= ratio) return { width, height };
    }
  }
  return null;
}
