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

function bitmapIn(bytes: Buffer): Uint8Array {
  return bytes.length === BITMAP_BYTES ? bytes : bitmapOf(placesIn(bytes));
}

/** The places of a set, ascending. */
function placesIn(bytes: Buffer): readonly number[] {
  const places: number[] = [];
  if (bytes.length < BITMAP_BYTES) {
    for (let at = 0; at < bytes.length; at += NUMBER_BYTES) places.push(bytes.readUInt16LE(at));
    return places;
  }
  for (const [index, byte] of bytes.entries()) {
    for (let bit = 0, rest = byte; rest !== 0; bit += 1, rest >>= 1) {
      if ((rest & 1) === 1) places.push(index * 8 + bit);
    }
  }
  return places;
}

/** The places that are in all of the sets, ascending. */
export function intersectPlaces(sets: readonly Buffer[]): readonly number[] {
  const [smallest, ...others] = [...sets].sort((one, other) => one.length - other.length);
  if (smallest === undefined) return [];
  const bitmaps = others.map(bitmapIn);
  const isInAll = (place: number) =>
    bitmaps.every((bitmap) => ((bitmap[place >> 3] ?? 0) & (1 << (place & 7))) !== 0);
  return placesIn(smallest).filter(isInAll);
}
