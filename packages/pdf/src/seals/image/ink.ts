import type { Bitmap } from './bitmap.js';
import { type Paper, shadeAt } from './paper.js';
import { boxBlur, type Plane, planeOf } from './plane.js';

/** A picture decomposed into ink on evenly lit white paper. */
export interface Ink {
  /** Reflectance of each channel, 0 to 1: paper is 1, 1, 1. */
  readonly reflected: readonly [red: Plane, green: Plane, blue: Plane];
  /** Absorption in the darkest channel: 0 for paper, 1 for black or full ink. */
  readonly darkness: Plane;
  /** Mean darkness of the neighbourhood of each pixel. */
  readonly darknessAround: Plane;
  /**
   * Saturation: difference of absorption between channels, independent of coverage. 0 for grey and black, near 1 for a
   * pure colour.
   */
  readonly colour: Plane;
  /** Saturation of the neighbourhood of each pixel. */
  readonly colourAround: Plane;
}

/** Pixels: a JPEG with subsampled chroma displaces the colour of a thin stroke this far. */
const NEIGHBOURHOOD = 2;
/** Below this darkness, saturation is indistinguishable from noise. */
const MIN_DARKNESS = 0.05;

export function inkOn(points: Bitmap, paper: Paper): Ink {
  const { width, height, data } = points;
  const reflected = [planeOf(width, height), planeOf(width, height), planeOf(width, height)] as const;
  const [reds, greens, blues] = reflected;
  const darkness = planeOf(width, height);
  const difference = planeOf(width, height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      const light = 255 * shadeAt(paper, points, x, y);
      const red = Math.min(1, (data[at * 4] ?? 0) / (light * paper.color[0]));
      const green = Math.min(1, (data[at * 4 + 1] ?? 0) / (light * paper.color[1]));
      const blue = Math.min(1, (data[at * 4 + 2] ?? 0) / (light * paper.color[2]));
      const least = Math.min(red, green, blue);
      reds.values[at] = red;
      greens.values[at] = green;
      blues.values[at] = blue;
      darkness.values[at] = 1 - least;
      difference.values[at] = Math.max(red, green, blue) - least;
    }
  }
  const darknessAround = boxBlur(darkness, NEIGHBOURHOOD);
  return {
    reflected,
    darkness,
    darknessAround,
    colour: shareOf(difference, darkness),
    // Smearing displaces colour but preserves its sum.
    colourAround: shareOf(boxBlur(difference, NEIGHBOURHOOD), darknessAround),
  };
}

function shareOf(difference: Plane, darkness: Plane): Plane {
  const share = planeOf(darkness.width, darkness.height);
  for (let at = 0; at < share.values.length; at += 1)
    share.values[at] = (difference.values[at] ?? 0) / Math.max(darkness.values[at] ?? 0, MIN_DARKNESS);
  return share;
}
