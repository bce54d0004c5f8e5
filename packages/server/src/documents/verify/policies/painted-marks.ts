import { LenientReader } from '../../import/lenient-reader.js';
import { isArray, isName, isString, type PdfValue } from '../../pdf/values.js';

export interface Rectangle {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** One thing that a content stream puts on the page. */
export interface Mark {
  readonly kind: 'text' | 'fill' | 'stroke';
  /** What encloses it; of text nothing. */
  readonly box: Rectangle;
  /** All of the box is painted. */
  readonly exact: boolean;
  /** Of an area: its path and the rule by which it is filled; null for one that is clipped. */
  readonly shape: string | null;
  /** So light that it hides what lies below without showing itself, or of a colour that cannot be told. */
  readonly light: boolean;
  /** Of lines. */
  readonly width: number;
  /** Of text. */
  readonly font: string | null;
  readonly blank: boolean;
}

interface State {
  matrix: readonly number[];
  clip: Rectangle;
  clipIsExact: boolean;
  fillIsLight: boolean;
  strokeIsLight: boolean;
  width: number;
  font: string | null;
  /** Glyphs are drawn along their outlines. */
  outlines: boolean;
}

/** Luminance from which paint passes for paper. */
const LIGHT = 0.75;
const MOST_MARKS = 50_000;
const HARMLESS: ReadonlySet<string> = new Set(
  'BT ET Td TD Tm T* Tc Tw Tz TL Ts j J M d i ri BMC BDC EMC MP DP'.split(' '),
);
/** How many operands they take: with others readers differ in what they do. */
const OPERANDS: Readonly<Record<string, number>> = {
  ...{ cm: 6, re: 4, m: 2, l: 2, c: 6, v: 4, y: 4, w: 1 },
  ...{ g: 1, rg: 3, k: 4, G: 1, RG: 3, K: 4, Tf: 2, Tr: 1 },
};
const NOWHERE: Rectangle = Object.freeze({ left: 0, bottom: 0, right: 0, top: 0 });
const EVERYWHERE: Rectangle = Object.freeze({ left: -1e9, bottom: -1e9, right: 1e9, top: 1e9 });

/**
 * What a content stream paints, with text, lines and areas alone; null for one that does anything else: pictures, other
 * streams, patterns, graphics states.
 */
export function marksOf(content: Uint8Array): readonly Mark[] | null {
  const marks: Mark[] = [];
  const path = new Path();
  let state: State = {
    matrix: [1, 0, 0, 1, 0, 0],
    clip: EVERYWHERE,
    clipIsExact: true,
    fillIsLight: false,
    strokeIsLight: false,
    width: 1,
    font: null,
    outlines: false,
  };
  const saved: State[] = [];
  const mark = (kind: Mark['kind'], light: boolean, exact: boolean, blank = false, rule = ''): void => {
    const spread = kind === 'stroke' ? (state.width * scaleOf(state.matrix)) / 2 : 0;
    const box = kind === 'text' ? NOWHERE : intersection(grown(path.box, spread), state.clip);
    const width = state.width * scaleOf(state.matrix);
    const shape = kind === 'fill' && state.clip === EVERYWHERE ? `${rule} ${path.description}` : null;
    marks.push({ kind, box, exact, shape, light, width, font: state.font, blank });
  };
  const end = (): void => {
    if (path.clips) {
      state.clipIsExact &&= path.isRectangle;
      state.clip = intersection(state.clip, path.box);
    }
    path.clear();
  };
  const paint = (fills: boolean, strokes: boolean, rule: string): void => {
    if (fills) mark('fill', state.fillIsLight, path.isRectangle && state.clipIsExact, false, rule);
    if (strokes) mark('stroke', state.strokeIsLight, false);
    end();
  };
  for (const { word, operands } of operationsOf(content)) {
    if (marks.length > MOST_MARKS) return null;
    const wanted = OPERANDS[word];
    if (wanted !== undefined && wanted !== operands.length) return null;
    const numbers = operands.filter((value) => typeof value === 'number');
    switch (word) {
      case 'q':
        saved.push({ ...state });
        break;
      case 'Q':
        state = saved.pop() ?? state;
        break;
      case 'cm':
        state.matrix = product(numbers, state.matrix);
        break;
      case 'w':
        state.width = numbers[0] ?? 1;
        break;
      case 'g':
      case 'rg':
      case 'k':
        state.fillIsLight = isLight(numbers);
        break;
      case 'G':
      case 'RG':
      case 'K':
        state.strokeIsLight = isLight(numbers);
        break;
      case 'cs':
      case 'sc':
      case 'scn':
        state.fillIsLight = true;
        break;
      case 'CS':
      case 'SC':
      case 'SCN':
        state.strokeIsLight = true;
        break;
      case 'Tr':
        state.outlines = (numbers[0] ?? 0) % 4 === 1 || (numbers[0] ?? 0) % 4 === 2;
        break;
      case 'Tf':
        state.font = isName(operands[0]) ? operands[0].name : null;
        break;
      case 'Tj':
      case 'TJ':
      case "'":
      case '"':
        mark(
          'text',
          state.fillIsLight || (state.outlines && state.strokeIsLight),
          false,
          isBlankText(operands),
        );
        break;
      case 're':
        path.rectangle(numbers, state.matrix);
        break;
      case 'm':
      case 'l':
      case 'c':
      case 'v':
      case 'y':
        path.points(word, numbers, state.matrix);
        break;
      case 'h':
        break;
      case 'W':
      case 'W*':
        path.clips = true;
        break;
      case 'n':
        end();
        break;
      case 'f':
      case 'F':
      case 'f*':
        paint(true, false, word.endsWith('*') ? 'even-odd' : 'winding');
        break;
      case 'S':
      case 's':
        paint(false, true, '');
        break;
      case 'B':
      case 'B*':
      case 'b':
      case 'b*':
        paint(true, true, word.endsWith('*') ? 'even-odd' : 'winding');
        break;
      default:
        if (!HARMLESS.has(word)) return null;
    }
  }
  return marks;
}

/** A path as far as its bounds go. */
class Path {
  #box: Rectangle | null = null;
  #parts = 0;
  readonly #steps: string[] = [];
  /** One rectangle that is not turned, and nothing else: its bounds are what it is. */
  isRectangle = false;
  clips = false;

  get box(): Rectangle {
    return this.#box ?? NOWHERE;
  }

  get description(): string {
    return this.#steps.join(' ');
  }

  rectangle([x = 0, y = 0, width = 0, height = 0]: readonly number[], matrix: readonly number[]): void {
    this.isRectangle = this.#parts === 0 && matrix[1] === 0 && matrix[2] === 0;
    this.#parts += 1;
    this.#steps.push('re');
    this.#add([x, y, x + width, y, x, y + height, x + width, y + height], matrix);
  }

  points(step: string, numbers: readonly number[], matrix: readonly number[]): void {
    this.isRectangle = false;
    this.#parts += 1;
    this.#steps.push(step);
    this.#add(numbers, matrix);
  }

  clear(): void {
    this.#box = null;
    this.#parts = 0;
    this.#steps.length = 0;
    this.isRectangle = false;
    this.clips = false;
  }

  #add(numbers: readonly number[], [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]): void {
    for (let index = 0; index + 1 < numbers.length; index += 2) {
      const [x = 0, y = 0] = numbers.slice(index, index + 2);
      const [right, top] = [a * x + c * y + e, b * x + d * y + f];
      this.#steps.push(right.toFixed(1), top.toFixed(1));
      const known = this.#box ?? { left: right, bottom: top, right, top };
      this.#box = {
        left: Math.min(known.left, right),
        bottom: Math.min(known.bottom, top),
        right: Math.max(known.right, right),
        top: Math.max(known.top, top),
      };
    }
  }
}

function intersection(one: Rectangle, other: Rectangle): Rectangle {
  const found = {
    left: Math.max(one.left, other.left),
    bottom: Math.max(one.bottom, other.bottom),
    right: Math.min(one.right, other.right),
    top: Math.min(one.top, other.top),
  };
  return found.left > found.right || found.bottom > found.top ? NOWHERE : found;
}

function grown({ left, bottom, right, top }: Rectangle, by: number): Rectangle {
  return { left: left - by, bottom: bottom - by, right: right + by, top: top + by };
}

function product(one: readonly number[], other: readonly number[]): readonly number[] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = one;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = other;
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];
}

/** How much longer a line gets at most. */
function scaleOf([a = 1, b = 0, c = 0, d = 1]: readonly number[]): number {
  return Math.max(Math.hypot(a, b), Math.hypot(c, d));
}

function isLight(numbers: readonly number[]): boolean {
  const [one = 0, two = 0, three = 0, black = 0] = numbers;
  switch (numbers.length) {
    case 1:
      return one > LIGHT;
    case 3:
      return 0.2126 * one + 0.7152 * two + 0.0722 * three > LIGHT;
    case 4:
      return (0.2126 * (1 - one) + 0.7152 * (1 - two) + 0.0722 * (1 - three)) * (1 - black) > LIGHT;
    default:
      return true;
  }
}

function isBlankText(value: PdfValue): boolean {
  if (isArray(value)) return value.every(isBlankText);
  return !isString(value) || value.bytes.every((byte) => byte === 0x20 || byte === 0);
}

/** The operators of a content stream with what stands before them; whatever cannot be told from one is `?`. */
function* operationsOf(
  content: Uint8Array,
): Generator<{ readonly word: string; readonly operands: readonly PdfValue[] }> {
  const reader = new LenientReader(content);
  let operands: PdfValue[] = [];
  for (reader.skipWhitespace(); reader.position < content.length; reader.skipWhitespace()) {
    const before = reader.position;
    const value = reader.value();
    if (value !== null || reader.position !== before) {
      operands.push(value);
      continue;
    }
    const word = reader.word();
    if (word === '') reader.position += 1;
    yield { word: word === '' ? '?' : word, operands };
    operands = [];
  }
}
