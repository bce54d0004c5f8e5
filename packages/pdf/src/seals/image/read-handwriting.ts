import sharp from 'sharp';
import { boundedPng, MAX_PNG_PIXELS, type PngRefusal } from '../../layout/png-structure.js';

/** Handwriting that is safe to draw, or the reason for its refusal. */
export type Handwriting =
  | { readonly bytes: Uint8Array; readonly width: number; readonly height: number }
  | { readonly refused: PngRefusal };

/** px: sharp in print across half a page. */
const MAX_SIDE = 1240;

/** Decodes an uploaded PNG within the limits of uploads and encodes it again with its transparency. */
export async function readHandwriting(bytes: Uint8Array): Promise<Handwriting> {
  const bounded = boundedPng(bytes);
  if ('refused' in bounded) return bounded;
  try {
    const { data, info } = await sharp(bounded.bytes, { limitInputPixels: MAX_PNG_PIXELS, failOn: 'error' })
      .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png()
      .toBuffer({ resolveWithObject: true });
    return { bytes: new Uint8Array(data), width: info.width, height: info.height };
  } catch {
    return { refused: 'BROKEN' };
  }
}
