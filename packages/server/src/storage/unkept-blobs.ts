import type { BlobStore } from './blob-store.js';
import { contentHash } from './content-hash.js';

/**
 * A read-through view of the same blobs that stores nothing: put returns the hash and discards the content. For dry
 * runs.
 */
export function unkeptBlobs(blobs: BlobStore): BlobStore {
  return Object.freeze({
    get: (corpId: number, hash: string) => blobs.get(corpId, hash),
    put: async (_corpId: number, bytes: Uint8Array) => ({
      hash: await contentHash(bytes),
      size: bytes.byteLength,
    }),
  });
}
