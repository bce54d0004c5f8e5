import { type invert, type PageFrame, PT_PER_PX, transformedBounds } from '../layout/page-geometry.js';
import type { PdfiumExports } from './pdfium-fonts.js';

/** px on the page as displayed. */
export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** An ideograph's em box, above and below the baseline, in font sizes. */
const EM_ABOVE_BASELINE = 0.88;
const EM_BELOW_BASELINE = 0.12;

/** [left, bottom, right, top] in the page's user space. */
export type Rectangle = readonly [number, number, number, number];

/**
 * The largest value that a call writes is FS_MATRIX with six floats; two doubles need an address that is a multiple of
 * eight.
 */
export const SCRATCH_BYTES = 24;

export interface PlacedCharacter {
  readonly rectangle: Rectangle;
  /** The start of its baseline, and a second point on it; null if PDFium does not tell. */
  readonly baseline: readonly [number, number, number, number] | null;
}

/**
 * A character's box: as wide as its advance, as high as an em. Fonts declare heights from half an em to three, so that
 * lines would overlap and a control would be placed far above its keyword. Null for a character without a position.
 */
export function placedCharacter(
  pdfium: PdfiumExports,
  content: number,
  at: number,
  scratch: number,
): PlacedCharacter | null {
  const floats = (count: number): number[] => {
    const view = new DataView(pdfium.memory.buffer, scratch, SCRATCH_BYTES);
    return Array.from({ length: count }, (_, index) => view.getFloat32(4 * index, true));
  };
  if (pdfium.call('FPDFText_GetLooseCharBox', content, at, scratch) === 0) return null;
  const [left = 0, top = 0, right = 0, bottom = 0] = floats(4);
  const loose = { rectangle: [left, bottom, right, top], baseline: null } as const;
  if (pdfium.call('FPDFText_GetMatrix', content, at, scratch) === 0) return loose;
  const [a = 0, b = 0, c = 0, d = 0] = floats(4);
  const x = scratch;
  const y = scratch + 8;
  if (pdfium.call('FPDFText_GetCharOrigin', content, at, x, y) === 0) return loose;
  const origins = new DataView(pdfium.memory.buffer, scratch, SCRATCH_BYTES);
  const [originX, originY] = [origins.getFloat64(0, true), origins.getFloat64(8, true)];
  const size = pdfium.call('FPDFText_GetFontSize', content, at);
  const baseline = [originX, originY, originX + a * size, originY + b * size] as const;
  if (Math.abs(d) >= Math.abs(c)) {
    const [low, high] = emRange(originY, d * size, bottom, top);
    return { rectangle: [left, low, right, high], baseline };
  }
  const [low, high] = emRange(originX, c * size, left, right);
  return { rectangle: [low, bottom, high, top], baseline };
}

/** The part of low to high within an em around the baseline; all of it if that is only a small part of the em. */
function emRange(baseline: number, em: number, low: number, high: number): readonly [number, number] {
  const ends = [baseline - EM_BELOW_BASELINE * em, baseline + EM_ABOVE_BASELINE * em];
  const from = Math.max(low, Math.min(...ends));
  const to = Math.min(high, Math.max(...ends));
  return to - from >= Math.abs(em) / 2 ? [from, to] : [low, high];
}

export function onDisplay(
  frame: PageFrame,
  toDisplay: ReturnType<typeof invert>,
  rectangle: Rectangle,
): Bounds {
  const [left, bottom, right, top] = transformedBounds(toDisplay, rectangle);
  return {
    left: left / PT_PER_PX,
    top: (frame.height - top) / PT_PER_PX,
    right: right / PT_PER_PX,
    bottom: (frame.height - bottom) / PT_PER_PX,
  };
}
