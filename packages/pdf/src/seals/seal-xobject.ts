import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { RecentlyUsed } from '../engine/recently-used.js';
import { PT_PER_MM } from '../layout/page-geometry.js';
import type { SealDrawing, SealPath } from '../model.js';
import { dictionary, name, type PdfObject, type PdfReference, stream } from '../syntax/values.js';
import { sealOperators } from './seal-operators.js';

/** 600 dpi over a seal of 45 mm; more pixels are not visible. */
const PICTURE_LIMIT = 1063;

/** A picture as PDF stores it: colour and soft mask as separate deflated streams. */
export interface EncodedPicture {
  /** Hash of the picture; equal pictures are embedded once per act. */
  readonly digest: string;
  readonly width: number;
  readonly height: number;
  readonly colors: Uint8Array;
  readonly alpha: Uint8Array;
}

const drawings = new RecentlyUsed<Uint8Array>(64);
const pictures = new RecentlyUsed<EncodedPicture>(32);

/** Identity of a seal drawing, whatever its opacity. */
export function drawingKey(seal: SealDrawing): string {
  return `${seal.width} ${seal.height} ${seal.color} ${seal.paths.map(pathKey).join()}`;
}

/**
 * A seal as a transparency group (ISO 32000-2, 11.6.6) whose unit is one point and whose origin is the centre of the
 * seal. Opacity is applied when the group is painted, to the group as a whole.
 */
export function drawingForm(seal: SealDrawing, key: string): PdfObject {
  let content = drawings.get(key);
  if (content === undefined) {
    content = deflateSync(Buffer.from(sealOperators(seal), 'latin1'), { level: 9 });
    drawings.set(key, content);
  }
  const halfWidth = (seal.width / 2) * PT_PER_MM;
  const halfHeight = (seal.height / 2) * PT_PER_MM;
  return stream(
    dictionary({
      Type: name('XObject'),
      Subtype: name('Form'),
      BBox: [-halfWidth, -halfHeight, halfWidth, halfHeight],
      Group: dictionary({ Type: name('Group'), S: name('Transparency'), CS: name('DeviceRGB') }),
      Resources: dictionary({}),
      Filter: name('FlateDecode'),
    }),
    content,
  );
}

/** Decodes a PNG. @throws Error (from sharp) if it is not a picture */
export async function encodePicture(png: Uint8Array): Promise<EncodedPicture> {
  const digest = createHash('sha256').update(png).digest('hex');
  const known = pictures.get(digest);
  if (known !== undefined) return known;
  const { data, info } = await sharp(png, { limitInputPixels: 40_000_000, failOn: 'error' })
    .resize(PICTURE_LIMIT, PICTURE_LIMIT, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const points = info.width * info.height;
  const colors = Buffer.allocUnsafe(points * 3);
  const alpha = Buffer.allocUnsafe(points);
  for (let point = 0; point < points; point += 1) {
    data.copy(colors, point * 3, point * 4, point * 4 + 3);
    alpha[point] = data[point * 4 + 3] ?? 0;
  }
  const picture = {
    digest,
    width: info.width,
    height: info.height,
    colors: deflateSync(colors),
    alpha: deflateSync(alpha),
  };
  pictures.set(digest, picture);
  return picture;
}

export function writePicture(
  picture: EncodedPicture,
  add: (object: PdfObject) => PdfReference,
): PdfReference {
  const image = {
    Type: name('XObject'),
    Subtype: name('Image'),
    Width: picture.width,
    Height: picture.height,
    BitsPerComponent: 8,
    Filter: name('FlateDecode'),
  };
  const mask = add(stream(dictionary({ ...image, ColorSpace: name('DeviceGray') }), picture.alpha));
  return add(stream(dictionary({ ...image, ColorSpace: name('DeviceRGB'), SMask: mask }), picture.colors));
}

function pathKey(path: SealPath): string {
  return `${path.paint}${path.strokeWidth ?? ''}${path.evenOdd === true ? '*' : ''} ${path.data}`;
}
