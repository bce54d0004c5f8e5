import type { FontLibrary } from '../fonts/fonts.js';
import { DrawingRefused, type SealPath } from '../model.js';
import { type Arc, arcTextPath, fitLetters } from './arc-text.js';
import { lettersOf, roomOf, straightLinePath } from './lettering.js';
import { ellipsePath, starPath } from './path-data.js';
import type { SealSpec } from './seal-spec.js';

/** mm, the usual size of an enterprise's seal. */
export const ROUND_DIAMETER = 42;

const D = ROUND_DIAMETER;
const RING = Math.max(0.9, 0.0286 * D);
const INNER = D / 2 - RING;
const GAP = 0.02 * D;
/** More letters than this are too narrow to read from paper. */
const MAX_LETTER_ROOM = 45;
const SIZES = {
  greatest: 0.145 * D,
  step: 0.0025 * D,
  tries: [
    { ratio: 0.72, height: 0.1 * D },
    { ratio: 0.6, height: 0.1 * D },
    { ratio: 0.5, height: 0.062 * D },
    { ratio: 0.42, height: 0.062 * D },
  ],
};
const DEGREE = Math.PI / 180;

/** The code's letters, mm: the height counts the whole ideograph box, digits fill three quarters of it. */
const CODE_HEIGHT = 0.0375 * D;
const CODE_WIDTH = 0.8 * CODE_HEIGHT;
const CODE_RADIUS = INNER - 0.033 * D;
/** Along the arc, from digit to digit. */
const CODE_STEP = 0.0335 * D;
const CODE_MAX_SWEEP = 96 * DEGREE;

/** The paths of a round seal: ring, name over the top, star, horizontal text, code along the bottom. */
export function roundSealPaths(fonts: FontLibrary, spec: SealSpec): readonly SealPath[] {
  const paths: SealPath[] = [
    { data: ellipsePath(D / 2 - RING / 2, D / 2 - RING / 2), paint: 'stroke', strokeWidth: RING },
    { data: nameOverTheTop(fonts, spec), paint: 'fill' },
    { data: starPath((D / 6) * 0.98, spec.horizontalText === null ? 0 : -0.012 * D), paint: 'fill' },
  ];
  if (spec.horizontalText !== null) {
    const letters = lettersOf(fonts, spec.horizontalText, 'ring', 'horizontalText');
    const line = {
      y: 0.262 * D,
      height: 0.098 * D,
      maxWidth: 0.52 * D,
      ratio: 0.86,
      leastRatio: 0.5,
      leastHeight: 0.06 * D,
    };
    paths.push({ data: straightLinePath(letters, line, 'horizontalText'), paint: 'fill' });
  }
  if (spec.bottomText !== null)
    paths.push({ data: codeAlongTheBottom(fonts, spec.bottomText), paint: 'fill' });
  return paths;
}

function nameOverTheTop(fonts: FontLibrary, spec: SealSpec): string {
  const letters = lettersOf(fonts, spec.corpName, 'ring', 'corpName');
  const room = roomOf(letters);
  // Past 250 degrees the ends of the name come down to the code and to the ends of a horizontal text.
  const maxSweep = spec.bottomText === null && spec.horizontalText === null ? 270 : 250;
  const sweep = Math.min(maxSweep, 45 + 17.5 * room) * DEGREE;
  const fitted = fitLetters(room, SIZES, (height) => sweep * (INNER - GAP - 0.78 * height));
  if (fitted === null || room === 0 || room > MAX_LETTER_ROOM)
    throw new DrawingRefused('OVERFLOW', 'corpName', null);

  const radius = INNER - GAP - fitted.height / 2;
  return arcTextPath(
    letters,
    { ellipse: { a: radius, b: radius }, at: 'top', sweep },
    fitted.width,
    fitted.height,
  );
}

function codeAlongTheBottom(fonts: FontLibrary, text: string): string {
  const letters = lettersOf(fonts, text, 'code', 'bottomText');
  const sweep = (letters.length * CODE_STEP) / CODE_RADIUS;
  if (sweep > CODE_MAX_SWEEP) throw new DrawingRefused('OVERFLOW', 'bottomText', null);
  // A register number has equal steps, whatever the width of its digits.
  const evenly = letters.map((letter) => ({ ...letter, room: 1 }));
  const arc: Arc = { ellipse: { a: CODE_RADIUS, b: CODE_RADIUS }, at: 'bottom', sweep };
  return arcTextPath(evenly, arc, CODE_WIDTH, CODE_HEIGHT);
}
