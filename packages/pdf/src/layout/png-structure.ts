/**
 * Examines an untrusted PNG (W3C PNG, third edition) before it is decoded: its size is limited, and the decoder
 * receives only the essential chunks. Compressed text, colour profiles and animation frames are never unpacked.
 */

/** Why bytes are not a picture that can be decoded safely. */
export type PngRefusal = 'NOT_A_PNG' | 'TOO_LARGE' | 'BROKEN';

/** Limit of each side, px. */
export const MAX_PNG_SIDE = 4096;
export const MAX_PNG_PIXELS = 16_000_000;

export type BoundedPng =
  | { readonly bytes: Uint8Array; readonly width: number; readonly height: number }
  | { readonly refused: PngRefusal };

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Length, type and checksum of a chunk, in addition to its data. */
const CHUNK_FRAME = 12;
const HEADER_LENGTH = 13;
const KEPT = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];

/** Whether bytes begin with the PNG signature; nothing else is examined. */
export function looksLikePng(bytes: Uint8Array): boolean {
  return SIGNATURE.equals(bytes.subarray(0, SIGNATURE.length));
}

/** The same picture with the essential chunks only; of an animation, the default image. */
export function boundedPng(bytes: Uint8Array): BoundedPng {
  if (!looksLikePng(bytes)) return { refused: 'NOT_A_PNG' };
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept: Uint8Array[] = [SIGNATURE];
  let size: { readonly width: number; readonly height: number } | null = null;
  for (let at = SIGNATURE.length; at + CHUNK_FRAME <= buffer.length; ) {
    const length = buffer.readUInt32BE(at);
    const type = buffer.toString('latin1', at + 4, at + 8);
    const end = at + CHUNK_FRAME + length;
    if (end > buffer.length) return { refused: 'BROKEN' };
    if (size === null) {
      if (type !== 'IHDR' || length !== HEADER_LENGTH) return { refused: 'BROKEN' };
      size = { width: buffer.readUInt32BE(at + 8), height: buffer.readUInt32BE(at + 12) };
      if (size.width === 0 || size.height === 0) return { refused: 'BROKEN' };
      if (isTooLarge(size)) return { refused: 'TOO_LARGE' };
    }
    if (KEPT.includes(type)) kept.push(buffer.subarray(at, end));
    if (type === 'IEND') return { bytes: new Uint8Array(Buffer.concat(kept)), ...size };
    at = end;
  }
  return { refused: 'BROKEN' };
}

function isTooLarge({ width, height }: { readonly width: number; readonly height: number }): boolean {
  return width > MAX_PNG_SIDE || height > MAX_PNG_SIDE || width * height > MAX_PNG_PIXELS;
}
