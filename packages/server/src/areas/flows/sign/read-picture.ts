import { MAX_PNG_SIDE, type PngRefusal } from '@cinnabar/pdf/layout/png-structure.js';
import { invalidField, type Words } from '../../../operation/refusal.js';
import type { Services } from '../../../operation/services.js';
import { pictureBytes } from './rules/placed-marks.js';

/**
 * Handwriting is drawn on somebody's telephone, so its bytes are untrusted.
 * @param image PNG in base64, or a data URL
 * @returns the picture, decoded and encoded again
 * @throws Refusal 400 naming the field
 */
export async function readPicture(
  documents: Services['documents'],
  image: string,
  field: string,
): Promise<Uint8Array> {
  const read = await documents.readHandwriting(pictureBytes(image));
  if ('refused' in read) throw invalidField(field, REFUSED_WORDS[read.refused]);
  return read.bytes;
}

const REFUSED_WORDS: Readonly<Record<PngRefusal, Words>> = {
  NOT_A_PNG: { zh: '须为 PNG 图片', en: 'must be a PNG, base64' },
  TOO_LARGE: {
    zh: `图片每边不得超过 ${MAX_PNG_SIDE} 像素`,
    en: `must not exceed ${MAX_PNG_SIDE} px a side`,
  },
  BROKEN: { zh: '图片已损坏', en: 'is a broken PNG' },
};
