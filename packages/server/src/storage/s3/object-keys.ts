import type { BlobName } from '../blob-backend.js';
import { isContentHash } from '../content-hash.js';

/** Blobs: `blobs/<2 digits>/<corpId>/<hash>`. Listing needs those of all enterprises by their first two digits. */
export const BLOBS = 'blobs/';
/** Blobs that are being removed: `removed/<2 digits>/<corpId>/<hash>/<random>`. */
export const REMOVED = 'removed/';

const KEY = /^(?:blobs|removed)\/[0-9a-f]{2}\/(\d+)\/([0-9a-f]{64})(?:\/[0-9a-f]+)?$/;

/** Only digits ever become part of a key. @throws RangeError */
export function blobKey({ corpId, hash }: BlobName): string {
  return `${BLOBS}${suffixOf(corpId, hash)}`;
}

/** @throws RangeError */
export function removedPrefix({ corpId, hash }: BlobName): string {
  return `${REMOVED}${suffixOf(corpId, hash)}/`;
}

/** null if the name is not one that this service writes. */
export function nameOf(key: string): BlobName | null {
  const [, corpId, hash] = KEY.exec(key) ?? [];
  return corpId === undefined || hash === undefined ? null : { corpId: Number(corpId), hash };
}

function suffixOf(corpId: number, hash: string): string {
  if (!Number.isSafeInteger(corpId) || corpId < 0 || !isContentHash(hash)) {
    throw new RangeError('not an enterprise id and a content hash');
  }
  return `${hash.slice(0, 2)}/${corpId}/${hash}`;
}
