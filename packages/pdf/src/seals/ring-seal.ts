import type { FontLibrary } from '../fonts/fonts.js';
import { DrawingRefused, type SealPath } from '../model.js';
import { arcTextPath, type Ellipse, fitLetters, type LetterSizes } from './arc-text.js';
import { lettersOf, roomOf, type StraightLine, straightLinePath } from './lettering.js';
import { ellipsePath, starPath } from './path-data.js';
import type { SealSpec } from './seal-spec.js';

/** Maximum sum of advances; more letters are too narrow to read on paper. */
const MAX_LETTER_ROOM = 45;

/** Layout of an enterprise's seal with a ring. Lengths in mm, angles in radians. */
export interface RingShape {
  /** Centre line of the stroke. */
  readonly ring: Ellipse;
  readonly strokeWidth: number;
  readonly starRadius: number;
  /** Distance below the centre. */
  readonly starY: (hasHorizontalText: boolean) => number;
  readonly horizontalLine: StraightLine;
  readonly nameSizes: LetterSizes;
  /** Parameter angle spanned by a name with that sum of advances. */
  readonly nameSweep: (room: number, spec: SealSpec) => number;
  /** Arc length available to letters of that height where they are closest, near their feet. */
  readonly nameLength: (height: number, sweep: number) => number;
  readonly nameEllipse: (height: number) => Ellipse;
  /** The height is that of the ideograph box; digits fill three quarters of it. */
  readonly code: {
    readonly ellipse: Ellipse;
    readonly width: number;
    readonly height: number;
    /** Distance between digits along the arc. */
    readonly step: number;
    readonly maxSweep: number;
  };
}

/**
 * The paths of a seal: ring, name along the top, star, horizontal text, security number along the bottom.
 * @throws DrawingRefused OVERFLOW
 */
export function ringSealPaths(fonts: FontLibrary, spec: SealSpec, shape: RingShape): readonly SealPath[] {
  const { ring, strokeWidth, starRadius, starY, horizontalLine } = shape;
  const { horizontalText, bottomText } = spec;
  const paths: SealPath[] = [
    { data: ellipsePath(ring.a, ring.b), paint: 'stroke', strokeWidth },
    { data: nameOverTheTop(fonts, spec, shape), paint: 'fill' },
    { data: starPath(starRadius, starY(horizontalText !== null)), paint: 'fill' },
  ];
  if (horizontalText !== null) {
    const letters = lettersOf(fonts, horizontalText, 'ring', 'horizontalText');
    paths.push({ data: straightLinePath(letters, horizontalLine, 'horizontalText'), paint: 'fill' });
  }
  if (bottomText !== null) paths.push({ data: codeAlongTheBottom(fonts, bottomText, shape), paint: 'fill' });
  return paths;
}

function nameOverTheTop(fonts: FontLibrary, spec: SealSpec, shape: RingShape): string {
  const letters = lettersOf(fonts, spec.corpName, 'ring', 'corpName');
  const room = roomOf(letters);
  const sweep = shape.nameSweep(room, spec);
  const fitted = fitLetters(room, shape.nameSizes, (height) => shape.nameLength(height, sweep));
  if (fitted === null || room === 0 || room > MAX_LETTER_ROOM)
    throw new DrawingRefused('OVERFLOW', 'corpName', null);
  const { width, height } = fitted;
  return arcTextPath(letters, { ellipse: shape.nameEllipse(height), at: 'top', sweep }, width, height);
}

function codeAlongTheBottom(fonts: FontLibrary, text: string, { code }: RingShape): string {
  const { ellipse, width, height, step, maxSweep } = code;
  const letters = lettersOf(fonts, text, 'code', 'bottomText');
  // At the bottom the curve is parallel to the long axis, so a step spans step / a of the parameter angle.
  const sweep = (letters.length * step) / ellipse.a;
  if (sweep > maxSweep) throw new DrawingRefused('OVERFLOW', 'bottomText', null);
  // A security number is set at equal steps, whatever the width of its digits.
  const evenly = letters.map((letter) => ({ ...letter, room: 1 }));
  return arcTextPath(evenly, { ellipse, at: 'bottom', sweep }, width, height);
}
