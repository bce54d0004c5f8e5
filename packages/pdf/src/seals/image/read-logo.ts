import sharp from 'sharp';
import { boundedPng, MAX_PNG_PIXELS, type PngRefusal } from '../../layout/png-structure.js';

/** Why an uploaded picture is refused as a logo. BLANK: it is transparent everywhere. */
export type LogoRefusal = PngRefusal | 'TOO_SMALL' | 'TOO_LONG' | 'BLANK';

/** A logo that is safe to show and quick to load, or the reason for its refusal. */
export type Logo =
  | { readonly bytes: Uint8Array; readonly width: number; readonly height: number }
  | { readonly refused: LogoRefusal };

/** Smallest side, px, and the longer side in shorter ones. */
export interface LogoLimits {
  readonly minSide: number;
  readonly ratio: number;
}

/** px: four times the size at which headers show it. */
const BOX = { width: 480, height: 128 } as const;

/**
 * Decodes an uploaded PNG within the limits of uploads and encodes it again with its transparency, reduced to the size
 * of headers. Nothing of the uploaded file but its points remains.
 */
export async function readLogo(bytes: Uint8Array, { minSide, ratio }: LogoLimits): Promise<Logo> {
  const bounded = boundedPng(bytes);
  if ('refused' in bounded) return bounded;
  const [short = 0, long = 0] = [bounded.width, bounded.height].toSorted((a, b) => a - b);
  if (short < minSide) return { refused: 'TOO_SMALL' };
  if (long > short * ratio) return { refused: 'TOO_LONG' };
  try {
    const { data, info } = await sharp(bounded.bytes, { limitInputPixels: MAX_PNG_PIXELS, failOn: 'error' })
      .resize(BOX.width, BOX.height, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true });
    const { channels } = await sharp(data).stats();
    if (channels[3]?.max === 0) return { refused: 'BLANK' };
    return { bytes: new Uint8Array(data), width: info.width, height: info.height };
  } catch {
    return { refused: 'BROKEN' };
  }
}
