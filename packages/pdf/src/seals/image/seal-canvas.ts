import sharp from 'sharp';
import type { SealSize } from '../seal-spec.js';

/**
 * Centres the picture of a seal on a transparent canvas with the proportions of the seal, keeping its aspect ratio:
 * placed at the seal's size in mm it is neither stretched nor off centre.
 *
 * @param png a picture of readSealImage
 * @param size only the ratio matters
 */
export async function sealCanvas(png: Uint8Array, size: SealSize): Promise<Uint8Array> {
  const { width, height } = await sharp(png).metadata();
  const scale = Math.max(width / size.width, height / size.height);
  const canvas = {
    width: Math.max(width, Math.round(size.width * scale)),
    height: Math.max(height, Math.round(size.height * scale)),
  };
  const left = Math.floor((canvas.width - width) / 2);
  const top = Math.floor((canvas.height - height) / 2);
  const framed = sharp(png).extend({
    left,
    top,
    right: canvas.width - width - left,
    bottom: canvas.height - height - top,
    background: { r: 0, g: 0, b: 0, alpha: 0 },
  });
  return new Uint8Array(await framed.png({ compressionLevel: 9 }).toBuffer());
}
