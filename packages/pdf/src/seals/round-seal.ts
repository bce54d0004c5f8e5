import type { FontLibrary } from '../fonts/fonts.js';
import type { SealPath } from '../model.js';
import { type RingShape, ringSealPaths } from './ring-seal.js';
import type { SealSpec } from './seal-spec.js';

/** mm, the usual diameter of an enterprise's seal. */
export const ROUND_DIAMETER = 42;

const D = ROUND_DIAMETER;
const RING = Math.max(0.9, 0.0286 * D);
const INNER = D / 2 - RING;
const GAP = 0.02 * D;
const DEGREE = Math.PI / 180;
const CODE_HEIGHT = 0.0375 * D;

function circle(radius: number) {
  return { a: radius, b: radius };
}

const ROUND: RingShape = {
  ring: circle(D / 2 - RING / 2),
  strokeWidth: RING,
  starRadius: (D / 6) * 0.98,
  starY: (hasHorizontalText) => (hasHorizontalText ? -0.012 * D : 0),
  horizontalLine: {
    y: 0.262 * D,
    height: 0.098 * D,
    maxWidth: 0.52 * D,
    ratio: 0.86,
    leastRatio: 0.5,
    leastHeight: 0.06 * D,
  },
  nameSizes: {
    maxHeight: 0.145 * D,
    step: 0.0025 * D,
    tries: [
      { ratio: 0.72, height: 0.1 * D },
      { ratio: 0.6, height: 0.1 * D },
      { ratio: 0.5, height: 0.062 * D },
      { ratio: 0.42, height: 0.062 * D },
    ],
  },
  nameSweep: (room, { bottomText, horizontalText }) => {
    // Beyond 250 degrees the name would run into the security number and the horizontal text.
    const most = bottomText === null && horizontalText === null ? 270 : 250;
    return Math.min(most, 45 + 17.5 * room) * DEGREE;
  },
  nameLength: (height, sweep) => sweep * (INNER - GAP - 0.78 * height),
  nameEllipse: (height) => circle(INNER - GAP - height / 2),
  code: {
    ellipse: circle(INNER - 0.033 * D),
    width: 0.8 * CODE_HEIGHT,
    height: CODE_HEIGHT,
    step: 0.0335 * D,
    maxSweep: 96 * DEGREE,
  },
};

/** @throws DrawingRefused OVERFLOW */
export function roundSealPaths(fonts: FontLibrary, spec: SealSpec): readonly SealPath[] {
  return ringSealPaths(fonts, spec, ROUND);
}
