/** Location of a blob. */
export interface BlobName {
  readonly corpId: number;
  /** SHA-256 of the plaintext, lower-case hexadecimal. */
  readonly hash: string;
}

export interface ListedBlob {
  readonly name: BlobName;
  /** Age in ms since the last put, by the storage's own clock: the service's clock may have been moved forward. */
  readonly age: number;
  /** Removed, and kept aside since; see BlobBackend.delete. The age is counted from then. */
  readonly isAside?: true;
}

/**
 * Port: storage of encrypted bytes. A backend has no knowledge of encryption, hashes or references: EncryptedBlobStore
 * writes and reads through it, and removeUnusedFiles decides what is deleted. The backend chooses how names map to
 * paths or keys.
 *
 * A name always identifies the same content, but not the same bytes: each encryption has a nonce of its own.
 */
export interface BlobBackend {
  /**
   * Returns when the blob is durable (would survive a power failure). If the blob exists, `content` need not be called;
   * its age is reset in either case.
   */
  put(name: BlobName, content: () => Promise<Uint8Array>): Promise<void>;

  /** null if there is no such blob. Never a partial blob. */
  get(name: BlobName): Promise<Uint8Array | null>;

  /** The blobs of all enterprises whose hashes begin with these digits, none or two. */
  list(beginning: string): AsyncIterable<ListedBlob>;

  /**
   * Deletes the blob if the condition holds for its age. A concurrent put is never lost: either the condition receives
   * the new age, or the put writes the blob again, or the blob is only kept aside.
   *
   * A backend that cannot delete on a condition keeps the blob aside, from where `get` still returns it, and deletes it
   * when it is called again and the condition holds for the time for which the blob has been aside. Until then `list`
   * yields it.
   * @returns whether it was deleted or moved aside
   */
  delete(name: BlobName, condition: (age: number) => Promise<boolean>): Promise<boolean>;

  /** Cleans up incomplete work of killed processes. Called before unused blobs are deleted. */
  tidy(): Promise<void>;
}
