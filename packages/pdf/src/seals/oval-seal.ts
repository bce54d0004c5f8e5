import type { FontLibrary } from '../fonts/fonts.js';
import type { SealPath } from '../model.js';
import { arcLength } from './arc-text.js';
import { type RingShape, ringSealPaths } from './ring-seal.js';
import type { SealSpec } from './seal-spec.js';

/** mm */
export const OVAL_WIDTH = 45;
export const OVAL_HEIGHT = 30;

const W = OVAL_WIDTH;
const H = OVAL_HEIGHT;
const RING = H / 30;
const GAP = 0.5;
const DEGREE = Math.PI / 180;
const CODE_HEIGHT = 0.05 * H;

/** The ellipse `inwards` mm inside the ring. */
function inside(inwards: number): { readonly a: number; readonly b: number } {
  return { a: W / 2 - RING - inwards, b: H / 2 - RING - inwards };
}

const OVAL: RingShape = {
  ring: { a: W / 2 - RING / 2, b: H / 2 - RING / 2 },
  strokeWidth: RING,
  starRadius: 0.15 * H,
  starY: (hasHorizontalText) => (hasHorizontalText ? -0.02 : 0.02) * H,
  horizontalLine: {
    y: 0.255 * H,
    height: 0.128 * H,
    maxWidth: 0.4 * W,
    ratio: 0.86,
    leastRatio: 0.5,
    leastHeight: 0.08 * H,
  },
  nameSizes: {
    maxHeight: 0.14 * H,
    step: 0.0025 * H,
    tries: [
      { ratio: 0.7, height: 0.11 * H },
      { ratio: 0.58, height: 0.1 * H },
      { ratio: 0.46, height: 0.08 * H },
      { ratio: 0.42, height: 0.07 * H },
    ],
  },
  nameSweep: (room) => Math.min(240, 30 + 17 * room) * DEGREE,
  nameLength: (height, sweep) => arcLength(inside(GAP + 0.7 * height), sweep),
  nameEllipse: (height) => inside(GAP + height / 2),
  code: {
    ellipse: inside(GAP + CODE_HEIGHT / 2),
    width: 0.8 * CODE_HEIGHT,
    height: CODE_HEIGHT,
    step: 0.9 * CODE_HEIGHT,
    maxSweep: 90 * DEGREE,
  },
};

/** @throws DrawingRefused OVERFLOW */
export function ovalSealPaths(fonts: FontLibrary, spec: SealSpec): readonly SealPath[] {
  return ringSealPaths(fonts, spec, OVAL);
}
