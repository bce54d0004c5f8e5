import sharp from 'sharp';
import { INKS, type SealColor } from '../seal-spec.js';

export interface SealTint {
  /** null: unchanged. */
  readonly color: SealColor | null;
  /** Factor of the opacity, from 0 (transparent) to 1 (unchanged). */
  readonly alpha: number;
}

export interface TintedSeal {
  readonly bytes: Uint8Array;
  /** px */
  readonly width: number;
  readonly height: number;
}

/**
 * Draws the picture of a seal in another ink or with another opacity, `longerSide` px on the longer side.
 * @param png a picture of readSealImage
 */
export async function tintSeal(png: Uint8Array, tint: SealTint, longerSide: number): Promise<TintedSeal> {
  const { data, info } = await sharp(png)
    .resize(longerSide, longerSide, { fit: 'inside' })
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const ink = tint.color === null ? null : Buffer.from(INKS[tint.color].slice(1), 'hex');
  for (let at = 0; at < data.length; at += 4) {
    ink?.copy(data, at);
    data[at + 3] = Math.round((data[at + 3] ?? 0) * tint.alpha);
  }
  const { width, height } = info;
  const bytes = await sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  return { bytes: new Uint8Array(bytes), width, height };
}
