/** A blob by its place. */
export interface BlobName {
  readonly corpId: number;
  /** SHA-256 of the plain bytes, lower-case hexadecimal. */
  readonly hash: string;
}

export interface ListedBlob {
  readonly name: BlobName;
  /** ms since the last put, by the storage's own clock: that of the service may have been moved forward. */
  readonly age: number;
}

/**
 * Port: where encrypted bytes lie. A backend knows nothing of encryption, hashes or references: EncryptedBlobStore
 * writes and reads through it, removeUnusedFiles decides what goes. How names become paths or keys is its own choice.
 *
 * The same name always stands for the same content, but not for the same bytes: each encryption has a nonce of its own.
 */
export interface BlobBackend {
  /**
   * Returns when the blob would survive a power cut. Where the blob is already there, `content` need not be called; its
   * age starts again in either case.
   */
  put(name: BlobName, content: () => Promise<Uint8Array>): Promise<void>;

  /** null where there is no such blob. Never part of a blob. */
  get(name: BlobName): Promise<Uint8Array | null>;

  /** The blobs of every enterprise whose hashes begin with these two digits. */
  list(beginning: string): AsyncIterable<ListedBlob>;

  /**
   * Deletes the blob if the condition holds for its age. A put at the same moment is never lost: either the condition
   * is given the new age, or the put writes the blob again.
   * @returns whether it was deleted
   */
  delete(name: BlobName, condition: (age: number) => Promise<boolean>): Promise<boolean>;

  /** Cleans up what killed processes left half done. Called before unused blobs are deleted. */
  tidy(): Promise<void>;
}
