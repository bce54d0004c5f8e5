import sharp from 'sharp';
import type { PagePixels } from './compare-pages.js';
import { BYTES_PER_PIXEL } from './rendered-file.js';
import type { PagePictures } from './second-opinion.js';

export interface KeptPixels extends PagePixels {
  readonly revision: number;
  readonly page: number;
}

const PX_PER_INCH = 96;
/** px: wide enough to read a page on a screen, whatever its size. */
const MAX_WIDTH = 1_200;
const QUALITY = 80;
/** Compression effort, 0 to 6: higher values take longer and save little. */
const EFFORT = 2;

/** Encodes pictures as data URLs, which are part of the response: nothing of an uploaded file is stored. */
export function picturesOf(kept: readonly KeptPixels[]): Promise<readonly PagePictures[]> {
  return Promise.all(
    kept.map(async ({ revision, page, width, height, dpi, before, after }) => ({
      ...{ revision, page },
      width: Math.round((width * PX_PER_INCH) / dpi),
      height: Math.round((height * PX_PER_INCH) / dpi),
      before: await dataUrl(before, width, height),
      after: await dataUrl(after, width, height),
    })),
  );
}

async function dataUrl(pixels: Uint8Array | null, width: number, height: number): Promise<string | null> {
  if (pixels === null) return null;
  const picture = sharp(pixels, { raw: { width, height, channels: BYTES_PER_PIXEL } })
    .removeAlpha()
    .resize({ width: MAX_WIDTH, height: 2 * MAX_WIDTH, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY, effort: EFFORT });
  return `data:image/webp;base64,${(await picture.toBuffer()).toString('base64')}`;
}
