import sharp from 'sharp';

export interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
}

const QUALITY = 85;

/**
 * JPEG with full colour resolution: with the usual chroma subsampling the thin red strokes of a seal turn grey. Huffman
 * tables for the picture at hand would save 8 % of its bytes and cost twice as much as all other encoding.
 */
export async function encodePicture({ data, width, height, channels }: Pixels): Promise<Uint8Array> {
  const picture = sharp(data, { raw: { width, height, channels } });
  const opaque = channels === 3 ? picture : picture.removeAlpha();
  const options = { quality: QUALITY, chromaSubsampling: '4:4:4', optimizeCoding: false };
  return new Uint8Array(await opaque.jpeg(options).toBuffer());
}
