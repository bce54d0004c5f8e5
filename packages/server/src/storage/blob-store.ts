export interface StoredBlob {
  /** SHA-256 of the plaintext, lower-case hexadecimal. */
  readonly hash: string;
  /** Length of the plaintext. */
  readonly size: number;
}

/**
 * Port: content-addressed storage of an enterprise's bytes, encrypted at rest. Blobs are immutable. The same bytes of
 * two enterprises are two blobs, so that neither can detect that the other has them.
 */
export interface BlobStore {
  /**
   * Returns when the blob is durable (would survive a power failure); putting the same bytes again is allowed. Call it
   * before the transaction that refers to the blob: an unreferenced blob can be deleted later, a missing one cannot be
   * recovered.
   */
  put(corpId: number, bytes: Uint8Array): Promise<StoredBlob>;

  /** @throws StorageError BLOB_NOT_FOUND, BLOB_DAMAGED (never returns bytes with another hash) */
  get(corpId: number, hash: string): Promise<Uint8Array>;
}
