import sharp from 'sharp';
import type { PictureValue } from '../model.js';
import { encodePicture, writePicture } from '../seals/seal-xobject.js';
import { dictionary, name, type PdfObject, type PdfReference, stream } from '../syntax/values.js';
import { printNumber } from '../syntax/write-value.js';
import { type PageFrame, PT_PER_PX } from './page-geometry.js';

/** Pixels of a picture per px of its box: 300 dpi. */
const SHARPNESS = 300 / 96;
const QUALITY = 88;

export interface EmbeddedPicture {
  readonly reference: PdfReference;
  /** Points; the proportions count. */
  readonly width: number;
  readonly height: number;
}

/** Writes a picture as an image XObject: JPEG without transparency, otherwise colours and mask separately. */
export async function embedPicture(
  { picture, box }: PictureValue,
  add: (object: PdfObject) => PdfReference,
): Promise<EmbeddedPicture> {
  const { isOpaque } = await sharp(picture).stats();
  if (!isOpaque) {
    const encoded = await encodePicture(picture);
    const { width, height } = encoded;
    return { reference: writePicture(encoded, add), width, height };
  }
  const { data, info } = await sharp(picture)
    .resize(Math.ceil(box.width * SHARPNESS), Math.ceil(box.height * SHARPNESS), {
      fit: 'inside',
      withoutEnlargement: true,
    })
    .removeAlpha()
    .toColourspace('srgb')
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const entries = dictionary({
    Type: name('XObject'),
    Subtype: name('Image'),
    Width: width,
    Height: height,
    ColorSpace: name('DeviceRGB'),
    BitsPerComponent: 8,
    Filter: name('DCTDecode'),
  });
  return { reference: add(stream(entries, data)), width, height };
}

/** The picture fitted into its box, as content operators in points of the display with y up. */
export function paintPicture(
  { box }: PictureValue,
  frame: PageFrame,
  { width, height }: EmbeddedPicture,
  resource: string,
): string {
  const scale = Math.min(box.width / width, box.height / height) * PT_PER_PX;
  const x = (box.x + box.width / 2) * PT_PER_PX - (width * scale) / 2;
  const y = frame.height - (box.y + box.height / 2) * PT_PER_PX - (height * scale) / 2;
  const place = [width * scale, 0, 0, height * scale, x, y].map(printNumber).join(' ');
  return `q ${place} cm /${resource} Do Q\n`;
}
