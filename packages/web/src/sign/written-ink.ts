/** What is on the pad: whether somebody has written at all, and the picture of it. px of the pad. */

interface Stroke {
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

export interface Ink {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const LEAST_LENGTH = 120;
const LEAST_BOX = { width: 48, height: 16 } as const;

/** null for less than a name could be; how it looks is nobody's business. */
export function inkOf(strokes: readonly Stroke[]): Ink | null {
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
  if (length < LEAST_LENGTH || width < LEAST_BOX.width || height < LEAST_BOX.height) return null;
  return { left, top, width, height };
}

const MARGIN = 8;
const LARGEST = { width: 720, height: 360 } as const;

/** The ink and a little room around it, as a PNG with transparency. */
export function exportInk(
  canvas: HTMLCanvasElement,
  ink: Ink,
): { readonly picture: string; readonly ratio: number } {
  const density = canvas.width / canvas.offsetWidth;
  const [x, y] = [ink.left - MARGIN, ink.top - MARGIN];
  const [width, height] = [ink.width + 2 * MARGIN, ink.height + 2 * MARGIN];
  const scale = Math.min(density, LARGEST.width / width, LARGEST.height / height);
  const cut = document.createElement('canvas');
  cut.width = Math.round(width * scale);
  cut.height = Math.round(height * scale);
  cut
    .getContext('2d')
    ?.drawImage(
      canvas,
      x * density,
      y * density,
      width * density,
      height * density,
      0,
      0,
      cut.width,
      cut.height,
    );
  return { picture: cut.toDataURL('image/png'), ratio: width / height };
}
