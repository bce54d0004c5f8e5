import type { SealLettering } from '../fonts/font-files.js';
import type { Face, FontLibrary } from '../fonts/fonts.js';
import { composeMarks } from '../layout/compose-marks.js';
import { DrawingRefused } from '../model.js';
import { glyphPath } from './path-data.js';
import { simplifiedOutline } from './simplify-outline.js';

/** A character on a seal. */
export interface Letter {
  readonly face: Face;
  readonly codePoint: number;
  /** Advance along the line; 1 for an ideograph. */
  readonly room: number;
  /** Horizontal scale of the glyph within its cell. */
  readonly stretch: number;
  /** Abscissa in the glyph, in font units, that is centred within the advance. */
  readonly middle: number;
}

/** Centre and size of a letter's ideograph box in mm, and its clockwise rotation in radians; 0 is upright. */
export interface LetterPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly turn: number;
}

const IDEOGRAPH =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u;
/** Seals use full-width brackets with a narrow advance. */
const NARROW: ReadonlyMap<string, { readonly room: number; readonly stretch: number }> = new Map([
  ['（', { room: 0.62, stretch: 1.3 }],
  ['）', { room: 0.62, stretch: 1.3 }],
  ['·', { room: 0.45, stretch: 1 }],
]);
const AS_CUT: Readonly<Record<string, string>> = { '(': '（', ')': '）', '•': '·', '‧': '·', '・': '·' };
const FULL_WIDTH_LATIN = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/u;
const halfWidth = (character: string): string => String.fromCharCode(character.charCodeAt(0) - 0xfee0);
/** Margin beside a Latin letter. A hairline such as "l" and a space have a minimum advance. */
const AIR = 0.04;
const MIN_ADVANCE = 0.3;

/**
 * The letters of a text, each in the first seal font that contains it. Runs of spaces count as one; leading and
 * trailing spaces are removed. Throws DrawingRefused (MISSING_GLYPH) with the character that no font contains.
 */
export function lettersOf(
  fonts: FontLibrary,
  text: string,
  lettering: SealLettering,
  label: string,
): readonly Letter[] {
  const visible = composeMarks(text.replace(/\p{Default_Ignorable_Code_Point}/gu, ''));
  return [...visible.replace(/\s+/gu, ' ').trim()].map((typed) => {
    const character = AS_CUT[typed] ?? typed.replace(FULL_WIDTH_LATIN, halfWidth);
    const codePoint = character.codePointAt(0) ?? 0;
    const face = fonts.sealFaceFor(codePoint, lettering);
    if (face === null) throw new DrawingRefused('MISSING_GLYPH', label, typed);
    const narrow = NARROW.get(character);
    if (narrow !== undefined) {
      // The ink of a full-width bracket is at one side of its box.
      const { xMin, xMax } = face.outline(codePoint);
      return { face, codePoint, ...narrow, middle: (xMin + xMax) / 2 };
    }
    const middle = face.advance(codePoint) / 2;
    const room = IDEOGRAPH.test(character)
      ? 1
      : Math.max(MIN_ADVANCE, face.advance(codePoint) / face.unitsPerEm + AIR);
    return { face, codePoint, room, stretch: 1, middle };
  });
}

export function roomOf(letters: readonly Letter[]): number {
  return letters.reduce((sum, letter) => sum + letter.room, 0);
}

/** The glyph with its ideograph box centred at the place and scaled to width x height, whatever its font. */
export function letterPath({ face, codePoint, stretch, middle }: Letter, place: LetterPlace): string {
  const scaleX = (place.width * stretch) / face.unitsPerEm;
  const scaleY = place.height / face.unitsPerEm;
  const cos = Math.cos(place.turn);
  const sin = Math.sin(place.turn);
  // In font space y points up; its point (middle, ideographMiddle) is mapped to the place.
  const matrix = [cos * scaleX, sin * scaleX, sin * scaleY, -cos * scaleY] as const;
  const [a, b, c, d] = matrix;
  const middleY = face.ideographMiddle;
  return glyphPath(simplifiedOutline(face, codePoint), [
    a,
    b,
    c,
    d,
    place.x - a * middle - c * middleY,
    place.y - b * middle - d * middleY,
  ]);
}

export interface StraightLine {
  /** Centre line, in mm below the centre of the seal. */
  readonly y: number;
  readonly height: number;
  /** mm */
  readonly maxWidth: number;
  /** Width-to-height ratio of an ideograph: preferred, and the minimum before the height is reduced too. */
  readonly ratio: number;
  readonly leastRatio: number;
  readonly leastHeight: number;
}

/** Space between letters, relative to the width of an ideograph. */
const TRACKING = 0.06;

/** A horizontal line of text, centred. Throws DrawingRefused (OVERFLOW) if it does not fit. */
export function straightLinePath(letters: readonly Letter[], line: StraightLine, label: string): string {
  const units = roomOf(letters) + TRACKING * Math.max(0, letters.length - 1);
  let { height } = line;
  if (line.maxWidth / units < line.leastRatio * height) height = line.maxWidth / (units * line.leastRatio);
  if (height < line.leastHeight) throw new DrawingRefused('OVERFLOW', label, null);
  const width = Math.min(line.ratio * height, line.maxWidth / units);

  let x = (-units * width) / 2;
  const paths = letters.map((letter) => {
    const path = letterPath(letter, { x: x + (letter.room * width) / 2, y: line.y, width, height, turn: 0 });
    x += (letter.room + TRACKING) * width;
    return path;
  });
  return paths.join('');
}
