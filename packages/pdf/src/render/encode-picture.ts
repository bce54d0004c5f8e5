import sharp from 'sharp';

export interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
}

const QUALITY = 85;

/** JPEG with full colour resolution: with the usual chroma subsampling the thin red strokes of a seal turn grey. */
export async function encodePicture({ data, width, height, channels }: Pixels): Promise<Uint8Array> {
  const picture = sharp(data, { raw: { width, height, channels } }).removeAlpha();
  return new Uint8Array(await picture.jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' }).toBuffer());
}
