import { LenientReader } from '../../import/lenient-reader.js';
import { isArray, isName, isNamed, isString, type PdfValue } from '../../syntax/values.js';

export interface Rectangle {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** One mark that a content stream paints on the page. */
export interface Mark {
  readonly kind: 'text' | 'fill' | 'stroke';
  /** Bounding box; empty for text. */
  readonly box: Rectangle;
  /** Whether the whole box is painted. */
  readonly exact: boolean;
  /** For an area, its path and fill rule; null if it is clipped. */
  readonly shape: string | null;
  /** Lightness of its colour, from 0 for black to 1 for paper, which is also assumed for an unknown colour. */
  readonly luminance: number;
  /** Width of lines and of text outlines: 0 if only the inside is painted. */
  readonly width: number;
  /** Upper bound of the area that a line covers. */
  readonly area: number;
  /** Whether the path is a single unrotated rectangle. */
  readonly rectangular: boolean;
  readonly text: PaintedText | null;
}

export interface PaintedText {
  readonly font: string | null;
  /** The larger of height and width of the em, as far as the operators determine it. */
  readonly size: number;
  /** Sine and cosine of its baseline. */
  readonly direction: readonly [sine: number, cosine: number];
  readonly blank: boolean;
}

interface State {
  matrix: readonly number[];
  clip: Rectangle;
  clipIsExact: boolean;
  fill: number;
  stroke: number;
  width: number;
  font: string | null;
  size: number;
  /** Horizontal scale of glyphs: 1 for their own width. */
  stretch: number;
  /** Text rendering modes (ISO 32000-2 table 104). */
  mode: number;
}

/** Assumed for unknown colours, any of which may hide what lies below. */
const PAPER = 1;
const MAX_MARKS = 50_000;
const HARMLESS: ReadonlySet<string> = new Set(
  'ET Td TD T* Tc Tw TL Ts j J M d i ri BMC EMC MP DP'.split(' '),
);
/** Required number of operands: with any other number, readers behave differently. */
const OPERANDS: Readonly<Record<string, number>> = {
  ...{ cm: 6, re: 4, m: 2, l: 2, c: 6, v: 4, y: 4, w: 1 },
  ...{ g: 1, rg: 3, k: 4, G: 1, RG: 3, K: 4, Tf: 2, Tr: 1, Tm: 6, Tz: 1 },
};
const IDENTITY: readonly number[] = [1, 0, 0, 1, 0, 0];
const EMPTY_BOX: Rectangle = Object.freeze({ left: 0, bottom: 0, right: 0, top: 0 });
const WHOLE_PLANE: Rectangle = Object.freeze({ left: -1e9, bottom: -1e9, right: 1e9, top: 1e9 });

/**
 * The marks of a content stream that paints only text, lines and areas; null for one that does anything else: pictures,
 * other streams, patterns, graphics states, layers, text used as a clipping path.
 */
export function marksOf(content: Uint8Array): readonly Mark[] | null {
  const marks: Mark[] = [];
  const path = new Path();
  let state: State = {
    matrix: IDENTITY,
    clip: WHOLE_PLANE,
    clipIsExact: true,
    fill: 0,
    stroke: 0,
    width: 1,
    font: null,
    size: 0,
    stretch: 1,
    mode: 0,
  };
  let textMatrix = IDENTITY;
  const saved: State[] = [];
  const mark = (kind: 'fill' | 'stroke', luminance: number, exact: boolean, rule = ''): void => {
    const width = kind === 'stroke' ? state.width * scaleOf(state.matrix) : 0;
    const box = intersection(grown(path.box, width / 2), state.clip);
    const shape = kind === 'fill' && state.clip === WHOLE_PLANE ? `${rule} ${path.description}` : null;
    const { isRectangle: rectangular } = path;
    const area = width * (path.length + width);
    marks.push({ kind, box, exact, shape, luminance, width, area, rectangular, text: null });
  };
  const write = (operands: readonly PdfValue[]): void => {
    const matrix = product(textMatrix, state.matrix);
    const outlined = state.mode === 1 || state.mode === 2;
    const luminances = [state.mode === 1 ? null : state.fill, outlined ? state.stroke : null];
    const luminance = Math.max(...luminances.filter((value) => value !== null));
    const size = Math.abs(state.size) * scaleOf(matrix) * Math.max(1, Math.abs(state.stretch));
    const [a = 1, b = 0] = matrix;
    const length = Math.hypot(a, b) || 1;
    const text = {
      font: state.font,
      size,
      direction: [Math.abs(b) / length, Math.abs(a) / length],
      blank: state.mode === 3 || isBlankText(operands),
    } as const;
    const width = outlined ? state.width * scaleOf(state.matrix) : 0;
    const extent = { box: EMPTY_BOX, exact: false, shape: null, area: 0, rectangular: false };
    marks.push({ kind: 'text', luminance, width, text, ...extent });
  };
  const end = (): void => {
    if (path.clips) {
      state.clipIsExact &&= path.isRectangle;
      state.clip = intersection(state.clip, path.box);
    }
    path.clear();
  };
  const paint = (fills: boolean, strokes: boolean, rule: string): void => {
    if (fills) mark('fill', state.fill, path.isRectangle && state.clipIsExact, rule);
    if (strokes) mark('stroke', state.stroke, false);
    end();
  };
  for (const { word, operands } of operationsOf(content)) {
    if (marks.length > MAX_MARKS) return null;
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
        state.fill = luminanceOf(numbers);
        break;
      case 'G':
      case 'RG':
      case 'K':
        state.stroke = luminanceOf(numbers);
        break;
      case 'cs':
      case 'sc':
      case 'scn':
        if (operands.some(isName) && word !== 'cs') return null;
        state.fill = PAPER;
        break;
      case 'CS':
      case 'SC':
      case 'SCN':
        if (operands.some(isName) && word !== 'CS') return null;
        state.stroke = PAPER;
        break;
      case 'Tr':
        state.mode = numbers[0] ?? 0;
        if (![0, 1, 2, 3].includes(state.mode)) return null;
        break;
      case 'Tf':
        state.font = isName(operands[0]) ? operands[0].name : null;
        state.size = numbers[0] ?? 0;
        break;
      case 'Tz':
        state.stretch = (numbers[0] ?? 100) / 100;
        break;
      case 'BT':
        textMatrix = IDENTITY;
        break;
      case 'Tm':
        textMatrix = numbers;
        break;
      case 'BDC':
        if (isNamed(operands[0], 'OC')) return null;
        break;
      case 'Tj':
      case 'TJ':
      case "'":
      case '"':
        write(operands);
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
        path.close();
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
        if (word === 's') path.close();
        paint(false, true, '');
        break;
      case 'B':
      case 'B*':
      case 'b':
      case 'b*':
        if (word.startsWith('b')) path.close();
        paint(true, true, word.endsWith('*') ? 'even-odd' : 'winding');
        break;
      default:
        if (!HARMLESS.has(word)) return null;
    }
  }
  return marks;
}

/** Bounds of a path. */
class Path {
  #box: Rectangle | null = null;
  #parts = 0;
  #length = 0;
  #at: readonly [number, number] | null = null;
  #start: readonly [number, number] | null = null;
  readonly #steps: string[] = [];
  /** Whether the path is a single unrotated rectangle, so that its bounds equal its shape. */
  isRectangle = false;
  clips = false;

  get box(): Rectangle {
    return this.#box ?? EMPTY_BOX;
  }

  /** Upper bound of the length: a curve is no longer than its control polygon. */
  get length(): number {
    return this.#length;
  }

  get description(): string {
    return this.#steps.join(' ');
  }

  rectangle([x = 0, y = 0, width = 0, height = 0]: readonly number[], matrix: readonly number[]): void {
    this.isRectangle = this.#parts === 0 && matrix[1] === 0 && matrix[2] === 0;
    this.#parts += 1;
    this.#steps.push('re');
    this.#at = null;
    this.#add([x, y, x + width, y, x + width, y + height, x, y + height, x, y], matrix);
  }

  points(step: string, numbers: readonly number[], matrix: readonly number[]): void {
    this.isRectangle = false;
    this.#parts += 1;
    this.#steps.push(step);
    if (step === 'm') this.#at = null;
    this.#add(numbers, matrix);
    if (step === 'm') this.#start = this.#at;
  }

  close(): void {
    if (this.#start === null || this.#at === null) return;
    this.#length += Math.hypot(this.#start[0] - this.#at[0], this.#start[1] - this.#at[1]);
    this.#at = this.#start;
  }

  clear(): void {
    this.#box = null;
    this.#parts = 0;
    this.#length = 0;
    this.#at = null;
    this.#start = null;
    this.#steps.length = 0;
    this.isRectangle = false;
    this.clips = false;
  }

  #add(numbers: readonly number[], [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]): void {
    for (let index = 0; index + 1 < numbers.length; index += 2) {
      const [x = 0, y = 0] = numbers.slice(index, index + 2);
      const [right, top] = [a * x + c * y + e, b * x + d * y + f];
      this.#steps.push(right.toFixed(1), top.toFixed(1));
      if (this.#at !== null) this.#length += Math.hypot(right - this.#at[0], top - this.#at[1]);
      this.#at = [right, top];
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
  return found.left > found.right || found.bottom > found.top ? EMPTY_BOX : found;
}

function grown({ left, bottom, right, top }: Rectangle, by: number): Rectangle {
  return { left: left - by, bottom: bottom - by, right: right + by, top: top + by };
}

function product(one: readonly number[], other: readonly number[]): readonly number[] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = one;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = other;
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];
}

/** Maximum factor by which a matrix lengthens a line. */
function scaleOf([a = 1, b = 0, c = 0, d = 1]: readonly number[]): number {
  return Math.max(Math.hypot(a, b), Math.hypot(c, d));
}

/** From 0 for black to 1 for paper, which is also assumed for operands that do not determine it. */
export function luminanceOf(operands: readonly PdfValue[]): number {
  const parts = operands.filter((value) => typeof value === 'number');
  if (parts.length < operands.length) return PAPER;
  const [one = 0, two = 0, three = 0, black = 0] = parts.map((part) => Math.min(Math.max(part, 0), 1));
  switch (parts.length) {
    case 1:
      return one;
    case 3:
      return 0.2126 * one + 0.7152 * two + 0.0722 * three;
    case 4:
      return (0.2126 * (1 - one) + 0.7152 * (1 - two) + 0.0722 * (1 - three)) * (1 - black);
    default:
      return PAPER;
  }
}

function isBlankText(value: PdfValue): boolean {
  if (isArray(value)) return value.every(isBlankText);
  return !isString(value) || value.bytes.every((byte) => byte === 0x20 || byte === 0);
}

/** The operators of a content stream with their operands; whatever cannot be parsed is `?`. */
export function* operationsOf(
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
