import sharp, { type Sharp } from 'sharp';
import { PT_PER_PX } from '../layout/page-geometry.js';
import { A4, writePages } from '../layout/write-pages.js';
import { dictionary, name, type PdfStream, stream } from '../syntax/values.js';
import { printNumber } from '../syntax/write-value.js';
import { ConversionRefused } from './conversion-refused.js';

const MAX_PIXELS = 100_000_000;
/** A higher resolution on the page is not visible in print. */
const MAX_DPI = 300;
/** Quality of a JPEG, which is lossy already; a PNG stays lossless. */
const QUALITY = 92;

/**
 * A JPEG or PNG as one A4 page, portrait or landscape like the picture, centred and as large as the page allows, but
 * never beyond its own size at 96 dpi. Rotated upright (EXIF), converted to sRGB from any profile or CMYK, on white
 * where it is transparent.
 * @throws ConversionRefused TOO_MANY_PIXELS, before anything is decoded; BROKEN
 */
export async function pictureToPdf(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return await placed(bytes);
  } catch (error) {
    if (error instanceof ConversionRefused) throw error;
    throw new ConversionRefused('BROKEN', error instanceof Error ? error.message : String(error));
  }
}

async function placed(bytes: Uint8Array): Promise<Uint8Array> {
  // Reads only the header.
  const { width, height, format, autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (width * height > MAX_PIXELS) {
    throw new ConversionRefused('TOO_MANY_PIXELS', `${width} x ${height}`);
  }
  const upright = autoOrient ?? { width, height };
  const page = upright.width > upright.height ? { width: A4.height, height: A4.width } : A4;
  const scale = Math.min(PT_PER_PX, page.width / upright.width, page.height / upright.height);
  const size = { width: upright.width * scale, height: upright.height * scale };
  const dots = (points: number) => Math.max(1, Math.round((points / 72) * MAX_DPI));
  const prepared = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .rotate()
    .flatten({ background: '#ffffff' })
    .resize(dots(size.width), dots(size.height), { fit: 'fill', withoutEnlargement: true });
  const image = format === 'png' ? await asFlate(prepared) : await asJpeg(prepared);

  const left = (page.width - size.width) / 2;
  const bottom = (page.height - size.height) / 2;
  const place = [size.width, 0, 0, size.height, left, bottom].map(printNumber).join(' ');
  return writePages([{ ...page, content: `q ${place} cm /Picture Do Q\n` }], (add) => ({
    Font: new Map(),
    XObject: new Map([['Picture', add(image)]]),
  }));
}

async function asJpeg(picture: Sharp): Promise<PdfStream> {
  const { data, info } = await picture
    .toColourspace('srgb')
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer({ resolveWithObject: true });
  return imageObject(info, { Filter: name('DCTDecode') }, data);
}

/**
 * The compressed rows of a PNG equal PDF's predictor 15 (ISO 32000-2 section 7.4.4.4), so they are copied unchanged.
 */
async function asFlate(picture: Sharp): Promise<PdfStream> {
  const { data, info } = await picture
    .toColourspace('srgb')
    .png({ compressionLevel: 7, palette: false, progressive: false })
    .toBuffer({ resolveWithObject: true });
  const parameters = dictionary({
    Predictor: 15,
    Colors: info.channels,
    BitsPerComponent: 8,
    Columns: info.width,
  });
  return imageObject(info, { Filter: name('FlateDecode'), DecodeParms: parameters }, imageData(data));
}

function imageObject(
  { width, height, channels }: { readonly width: number; readonly height: number; readonly channels: number },
  encoding: Parameters<typeof dictionary>[0],
  data: Uint8Array,
): PdfStream {
  const entries = dictionary({
    Type: name('XObject'),
    Subtype: name('Image'),
    Width: width,
    Height: height,
    ColorSpace: name(channels === 1 ? 'DeviceGray' : 'DeviceRGB'),
    BitsPerComponent: 8,
    ...encoding,
  });
  return stream(entries, data);
}

const SIGNATURE_LENGTH = 8;

/** The concatenated IDAT chunks of a PNG (ISO 15948 section 11.2.4): one zlib stream. */
function imageData(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = SIGNATURE_LENGTH; at + 8 <= png.length; ) {
    const length = png.readUInt32BE(at);
    const begin = at + 8;
    if (png.toString('latin1', at + 4, begin) === 'IDAT') parts.push(png.subarray(begin, begin + length));
    at = begin + length + 4;
  }
  return Buffer.concat(parts);
}
