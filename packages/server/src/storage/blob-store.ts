export interface StoredBlob {
  /** SHA-256 of the plain bytes, lower-case hexadecimal. */
  readonly hash: string;
  /** Plain bytes. */
  readonly size: number;
}

/**
 * Port: bytes of an enterprise, found by their content hash, encrypted at rest. A blob never changes. The same bytes
 * of two enterprises are two blobs, so that neither can learn that the other has them.
 */
export interface BlobStore {
  /**
   * Returns when the blob would survive a power cut; putting the same bytes again is fine. Call it before the
   * transaction that refers to the blob: an unreferenced blob can be cleaned up, a missing one cannot be recovered.
   */
  put(corpId: number, bytes: Uint8Array): Promise<StoredBlob>;

  /** @throws StorageError BLOB_NOT_FOUND, BLOB_DAMAGED (never bytes that do not have that hash) */
  get(corpId: number, hash: string): Promise<Uint8Array>;
}
