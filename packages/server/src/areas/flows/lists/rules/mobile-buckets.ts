/**
 * Sets of the search index by which flows are found by a mobile. A segment has few large sets instead of one for each of
 * thousands of mobiles: a set contains a part of the mobile's hash with each place.
 */
import { encodePlaces } from './postings.js';

const BUCKETS = 64;
/** Two bytes of hash, two of the place. */
const ENTRY_BYTES = 4;

/** Between the mobiles of a flow; none contains it. */
const SEPARATOR = '\u001f';

/** FNV-1a, mixed so that all bits depend on all characters. */
function hashOf(mobile: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < mobile.length; at += 1) hash = Math.imul(hash ^ mobile.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

const tagOf = (mobile: string): number => hashOf(mobile) >>> 16;

/** The name of the set that contains a mobile. */
export function bucketOf(mobile: string): string {
  return String(hashOf(mobile) % BUCKETS);
}

/** @param texts the mobiles of the flows of a segment, in list order */
export function mobileBuckets(texts: readonly string[]): ReadonlyMap<string, Buffer> {
  const entries = new Map<string, { readonly tag: number; readonly place: number }[]>();
  for (const [place, text] of texts.entries()) {
    for (const mobile of new Set(text.split(SEPARATOR))) {
      if (mobile === '') continue;
      const bucket = bucketOf(mobile);
      const known = entries.get(bucket);
      const entry = { tag: tagOf(mobile), place };
      if (known === undefined) entries.set(bucket, [entry]);
      else known.push(entry);
    }
  }
  return new Map([...entries].map(([bucket, some]) => [bucket, encoded(some)]));
}

function encoded(entries: readonly { readonly tag: number; readonly place: number }[]): Buffer {
  const bytes = Buffer.alloc(entries.length * ENTRY_BYTES);
  for (const [index, { tag, place }] of entries.entries()) {
    bytes.writeUInt16LE(tag, index * ENTRY_BYTES);
    bytes.writeUInt16LE(place, index * ENTRY_BYTES + 2);
  }
  return bytes;
}

/** The places in a bucket that have the mobile, or, rarely, another one with the same hash; a set of encodePlaces. */
export function placesOfMobile(bucket: Buffer, mobile: string): Buffer {
  const tag = tagOf(mobile);
  const places = new Set<number>();
  for (let at = 0; at < bucket.length; at += ENTRY_BYTES) {
    if (bucket.readUInt16LE(at) === tag) places.add(bucket.readUInt16LE(at + 2));
  }
  return encodePlaces([...places]);
}
