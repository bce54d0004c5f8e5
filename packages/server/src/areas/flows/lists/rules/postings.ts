/** Sets of places in a segment, as bytes: a list of 16-bit numbers, or a bitmap where that is shorter. */

/** Flows in a segment. Fewer would make more segments to read, more would make more flows to search before the next one. */
export const SEGMENT_FLOWS = 4096;

const BITMAP_BYTES = SEGMENT_FLOWS / 8;
const NUMBER_BYTES = 2;

/** @param places different, each below SEGMENT_FLOWS */
export function encodePlaces(places: readonly number[]): Buffer {
  if (places.length * NUMBER_BYTES >= BITMAP_BYTES) return Buffer.from(bitmapOf(places));
  const bytes = Buffer.alloc(places.length * NUMBER_BYTES);
  for (const [index, place] of places.entries()) bytes.writeUInt16LE(place, index * NUMBER_BYTES);
  return bytes;
}

function bitmapOf(places: Iterable<number>): Uint8Array {
  const bitmap = new Uint8Array(BITMAP_BYTES);
  for (const place of places) bitmap[place >> 3] = (bitmap[place >> 3] ?? 0) | (1 << (place & 7));
  return bitmap;
}

function* listed(bytes: Buffer): Generator<number> {
  for (let at = 0; at < bytes.length; at += NUMBER_BYTES) yield bytes.readUInt16LE(at);
}

/** The places that are in all of the sets, ascending. */
export function intersectPlaces(sets: readonly Buffer[]): readonly number[] {
  const bitmaps = sets.map((bytes) => (bytes.length === BITMAP_BYTES ? bytes : bitmapOf(listed(bytes))));
  const places: number[] = [];
  for (let byte = 0; byte < BITMAP_BYTES; byte += 1) {
    let common = 0xff;
    for (const bitmap of bitmaps) common &= bitmap[byte] ?? 0;
    for (let bit = 0; common !== 0; bit += 1, common >>= 1) {
      if ((common & 1) === 1) places.push(byte * 8 + bit);
    }
  }
  return places;
}
