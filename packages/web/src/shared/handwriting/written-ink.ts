/** Strokes on the pad: whether anything was written, and their picture. Lengths are px of the pad. */

interface Stroke {
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

export interface Ink {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const MIN_LENGTH = 120;
const MIN_BOX = { width: 48, height: 16 } as const;

/** Returns null if there is too little ink for a name. `isTurned`: written along the long side of an upright phone. */
export function inkOf(strokes: readonly Stroke[], isTurned: boolean): Ink | null {
  let length = 0;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { points } of strokes) {
    for (const [index, point] of points.entries()) {
      const before = points[index - 1];
      if (before !== undefined) length += Math.hypot(point.x - before.x, point.y - before.y);
      left = Math.min(left, point.x);
      top = Math.min(top, point.y);
      right = Math.max(right, point.x);
      bottom = Math.max(bottom, point.y);
    }
  }
  const [width, height] = [right - left, bottom - top];
  const [along, across] = isTurned ? [height, width] : [width, height];
  if (length < MIN_LENGTH || along < MIN_BOX.width || across < MIN_BOX.height) return null;
  return { left, top, width, height };
}

const MARGIN = 8;
const LARGEST = { width: 720, height: 360 } as const;

/** The ink with a margin, as a transparent PNG, rotated to horizontal. */
export function exportInk(
  canvas: HTMLCanvasElement,
  ink: Ink,
  isTurned: boolean,
): { readonly picture: string; readonly ratio: number } {
  const density = canvas.width / canvas.offsetWidth;
  const [left, top] = [ink.left - MARGIN, ink.top - MARGIN];
  const [width, height] = [ink.width + 2 * MARGIN, ink.height + 2 * MARGIN];
  const [along, across] = isTurned ? [height, width] : [width, height];
  const scale = Math.min(density, LARGEST.width / along, LARGEST.height / across);
  const cut = document.createElement('canvas');
  cut.width = Math.round(along * scale);
  cut.height = Math.round(across * scale);
  const context = cut.getContext('2d');
  // Rotates by 90° counterclockwise: downwards becomes rightwards.
  if (isTurned) context?.setTransform(0, -1, 1, 0, 0, cut.height);
  const source = [left * density, top * density, width * density, height * density] as const;
  context?.drawImage(canvas, ...source, 0, 0, width * scale, height * scale);
  return { picture: cut.toDataURL('image/png'), ratio: along / across };
}
