import type { SealLettering } from '../fonts/font-files.js';
import type { Face, FontLibrary } from '../fonts/fonts.js';
import { composeMarks } from '../layout/compose-marks.js';
import { DrawingRefused } from '../model.js';
import { glyphPath } from './path-data.js';

/** A character as it is cut into a seal. */
export interface Letter {
  readonly face: Face;
  readonly codePoint: number;
  /** Room along the line, 1 for an ideograph. */
  readonly room: number;
  /** Horizontal scale of the glyph within its cell. */
  readonly stretch: number;
  /** The point of the glyph, font units from its left, that is in the middle of the room. */
  readonly middle: number;
}

/** The middle of a letter's box in mm, its ideograph box, and its turn in radians, clockwise, 0 upright. */
export interface LetterPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly turn: number;
}

const IDEOGRAPH =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u;
/** Seals print brackets full-width but give them little room. */
const NARROW: ReadonlyMap<string, { readonly room: number; readonly stretch: number }> = new Map([
  ['（', { room: 0.62, stretch: 1.3 }],
  ['）', { room: 0.62, stretch: 1.3 }],
  ['·', { room: 0.45, stretch: 1 }],
]);
const AS_CUT: Readonly<Record<string, string>> = { '(': '（', ')': '）', '•': '·', '‧': '·', '・': '·' };
const FULL_WIDTH_LATIN = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/u;
const halfWidth = (character: string): string => String.fromCharCode(character.charCodeAt(0) - 0xfee0);
/** Latin letters take their own width and a little air; a hairline like "l" or a space still needs some. */
const AIR = 0.04;
const MIN_ADVANCE = 0.3;

/**
 * The letters of a text, each in the first seal face that has it. Runs of spaces count as one, those at the ends not.
 * Throws DrawingRefused (MISSING_GLYPH) with the character that no face has.
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
      // A full-width bracket has its ink at one side of its box.
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

/** The glyph with the middle of its ideograph box at the place, scaled to width x height whatever its face. */
export function letterPath({ face, codePoint, stretch, middle }: Letter, place: LetterPlace): string {
  const scaleX = (place.width * stretch) / face.unitsPerEm;
  const scaleY = place.height / face.unitsPerEm;
  const cos = Math.cos(place.turn);
  const sin = Math.sin(place.turn);
  // Font space has y up; its point (middle, ideographMiddle) comes to be at the place.
  const matrix = [cos * scaleX, sin * scaleX, sin * scaleY, -cos * scaleY] as const;
  const [a, b, c, d] = matrix;
  const middleY = face.ideographMiddle;
  return glyphPath(face.outline(codePoint), [
    a,
    b,
    c,
    d,
    place.x - a * middle - c * middleY,
    place.y - b * middle - d * middleY,
  ]);
}

export interface StraightLine {
  /** The middle of the line, mm below the seal's centre. */
  readonly y: number;
  readonly height: number;
  /** mm */
  readonly maxWidth: number;
  /** An ideograph's width over its height: as wished, and at the least before the height gives way too. */
  readonly ratio: number;
  readonly leastRatio: number;
  readonly leastHeight: number;
}

/** Between letters, as a share of an ideograph's width. */
const TRACKING = 0.06;

/** A horizontal line centred under the middle. Throws DrawingRefused (OVERFLOW) when it cannot be made to fit. */
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
