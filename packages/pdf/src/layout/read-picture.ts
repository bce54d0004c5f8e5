import sharp from 'sharp';

/** Why bytes did not become a picture. */
export type PictureRefusal = 'NOT_A_PICTURE' | 'TOO_LARGE' | 'BROKEN';

export type ReadPicture =
  | { readonly bytes: Uint8Array; readonly mediaType: 'image/png' | 'image/jpeg' }
  | { readonly refused: PictureRefusal };

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const JPEG = Buffer.from('ffd8ff', 'hex');
const MAX_POINTS = 40_000_000;
/** Sufficient resolution for print on a whole page. */
const MAX_SIDE = 2480;
const QUALITY = 92;

/** Whether bytes begin as a PNG or JPEG; nothing else is examined. */
function looksLikePicture(bytes: Uint8Array): boolean {
  return [PNG, JPEG].some((magic) => magic.equals(bytes.subarray(0, magic.length)));
}

/**
 * Converts an untrusted PNG or JPEG to a picture that is safe to draw: upright, in sRGB, at most 2480 pixels a side,
 * without metadata. JPEG unless it has transparency. The decoder supports many more formats, SVG among them, so it
 * receives only what begins as one of the two.
 */
export async function readPicture(bytes: Uint8Array): Promise<ReadPicture> {
  if (!looksLikePicture(bytes)) return { refused: 'NOT_A_PICTURE' };
  const open = () => sharp(bytes, { limitInputPixels: MAX_POINTS, failOn: 'error' });
  try {
    const { width, height } = await open().metadata();
    if (width * height > MAX_POINTS) return { refused: 'TOO_LARGE' };
  } catch (error) {
    return { refused: isTooLarge(error) ? 'TOO_LARGE' : 'BROKEN' };
  }
  try {
    const upright = await open()
      .rotate()
      .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 6 })
      .toBuffer();
    const { isOpaque } = await sharp(upright).stats();
    if (!isOpaque) return { bytes: new Uint8Array(upright), mediaType: 'image/png' };
    const jpeg = sharp(upright).removeAlpha().jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' });
    return { bytes: new Uint8Array(await jpeg.toBuffer()), mediaType: 'image/jpeg' };
  } catch {
    return { refused: 'BROKEN' };
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && error.message.includes('pixel limit');
}
