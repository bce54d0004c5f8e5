import jsQR from 'jsqr';
import { type RenderedPage, render } from '../documents/support/tools.js';

/** What a phone reads that is held over a page printed at that resolution; null where it finds no code. */
export async function readQr(pdf: Uint8Array, page: number, resolution = 200): Promise<string | null> {
  const rendered: RenderedPage = await render(pdf, page, resolution);
  const { width, height, pixels } = rendered;
  const rgba = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    rgba.set(pixels.subarray(3 * at, 3 * at + 3), 4 * at);
    rgba[4 * at + 3] = 255;
  }
  return jsQR.default(rgba, width, height)?.data ?? null;
}
