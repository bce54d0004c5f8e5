import type { FontLibrary } from '../fonts/fonts.js';
import { DrawingRefused, type SealPath } from '../model.js';
import { type Arc, arcLength, arcTextPath, fitLetters } from './arc-text.js';
import { lettersOf, roomOf, straightLinePath } from './lettering.js';
import { ellipsePath, starPath } from './path-data.js';
import type { SealSpec } from './seal-spec.js';

/** mm */
export const OVAL_WIDTH = 45;
export const OVAL_HEIGHT = 30;

const W = OVAL_WIDTH;
const H = OVAL_HEIGHT;
const RING = H / 30;
const GAP = 0.5;
const MAX_LETTER_ROOM = 45;
const SIZES = {
  greatest: 0.14 * H,
  step: 0.0025 * H,
  tries: [
    { ratio: 0.7, height: 0.11 * H },
    { ratio: 0.58, height: 0.1 * H },
    { ratio: 0.46, height: 0.08 * H },
    { ratio: 0.42, height: 0.07 * H },
  ],
};
const DEGREE = Math.PI / 180;

const CODE_HEIGHT = 0.05 * H;
const CODE_WIDTH = 0.8 * CODE_HEIGHT;
const CODE_STEP = 0.9 * CODE_HEIGHT;
const CODE_MAX_SWEEP = 90 * DEGREE;

/** The ellipse that lies `inwards` mm inside the ring. */
function inside(inwards: number): { readonly a: number; readonly b: number } {
  return { a: W / 2 - RING - inwards, b: H / 2 - RING - inwards };
}

/** The paths of an oval seal: ring, name over the top, star, horizontal text, code along the bottom. */
export function ovalSealPaths(fonts: FontLibrary, spec: SealSpec): readonly SealPath[] {
  const paths: SealPath[] = [
    { data: ellipsePath(W / 2 - RING / 2, H / 2 - RING / 2), paint: 'stroke', strokeWidth: RING },
    { data: nameOverTheTop(fonts, spec), paint: 'fill' },
    { data: starPath(0.15 * H, spec.horizontalText === null ? 0.02 * H : -0.02 * H), paint: 'fill' },
  ];
  if (spec.horizontalText !== null) {
    const letters = lettersOf(fonts, spec.horizontalText, 'ring', 'horizontalText');
    const line = {
      y: 0.255 * H,
      height: 0.128 * H,
      maxWidth: 0.4 * W,
      ratio: 0.86,
      leastRatio: 0.5,
      leastHeight: 0.08 * H,
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
  const sweep = Math.min(240, 30 + 17 * room) * DEGREE;
  // Measured near the letters' feet, where they stand closest.
  const fitted = fitLetters(room, SIZES, (height) => arcLength(inside(GAP + 0.7 * height), sweep));
  if (fitted === null || room === 0 || room > MAX_LETTER_ROOM)
    throw new DrawingRefused('OVERFLOW', 'corpName', null);

  const arc: Arc = { ellipse: inside(GAP + fitted.height / 2), at: 'top', sweep };
  return arcTextPath(letters, arc, fitted.width, fitted.height);
}

function codeAlongTheBottom(fonts: FontLibrary, text: string): string {
  const letters = lettersOf(fonts, text, 'code', 'bottomText');
  const ellipse = inside(GAP + CODE_HEIGHT / 2);
  // At the bottom the curve runs along the long axis, so a step turns the parameter by step / a.
  const sweep = (letters.length * CODE_STEP) / ellipse.a;
  if (sweep > CODE_MAX_SWEEP) throw new DrawingRefused('OVERFLOW', 'bottomText', null);
  const evenly = letters.map((letter) => ({ ...letter, room: 1 }));
  return arcTextPath(evenly, { ellipse, at: 'bottom', sweep }, CODE_WIDTH, CODE_HEIGHT);
}
