import jsQR from 'jsqr';
import { render } from './pdf/pdf-tools.js';

/** Field of view of a phone over the lower left corner of a sheet: 60 by 35 mm. */
const CORNER = { width: 60 / 25.4, height: 35 / 25.4 };

/** The code that a phone reads at the foot of a page printed at that resolution; null if it finds none. */
export async function readQr(pdf: Uint8Array, page: number, resolution = 200): Promise<string | null> {
  const rendered = await render(pdf, page, resolution);
  const width = Math.round(CORNER.width * resolution);
  const height = Math.round(CORNER.height * resolution);
  const rgba = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y += 1) {
    const row = 3 * (rendered.height - height + y) * rendered.width;
    for (let x = 0; x < width; x += 1) {
      const at = row + 3 * x;
      rgba.set(rendered.pixels.subarray(at, at + 3), 4 * (y * width + x));
    }
  }
  return jsQR.default(rgba, width, height)?.data ?? null;
}
