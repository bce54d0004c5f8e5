import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** A chunk with its length and checksum. */
export function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

export function header(width: number, height: number, bitDepth: number, colorType: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data[8] = bitDepth;
  data[9] = colorType;
  return chunk('IHDR', data);
}

/** A PNG of these chunks. */
export function png(...chunks: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat([SIGNATURE, ...chunks]));
}

const bombs = new Map<string, Uint8Array>();

/** A picture in one colour that compresses to almost nothing and has `width` x `height` pixels of one bit. */
export function pixelBomb(width: number, height: number): Uint8Array {
  const name = `${width} x ${height}`;
  const made = bombs.get(name) ?? makeBomb(width, height);
  bombs.set(name, made);
  return made;
}

function makeBomb(width: number, height: number): Uint8Array {
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height);
  return png(header(width, height, 1, 0), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0)));
}

/** The PNG with additional chunks right after its header. */
export function withChunks(picture: Uint8Array, ...chunks: readonly Uint8Array[]): Uint8Array {
  const afterHeader = 8 + 25;
  return new Uint8Array(
    Buffer.concat([picture.subarray(0, afterHeader), ...chunks, picture.subarray(afterHeader)]),
  );
}
