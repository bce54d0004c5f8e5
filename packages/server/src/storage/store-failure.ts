/**
 * - `unavailable`: the store did not answer in time, or answered that it cannot now; the same call may succeed later
 * - `refused`: the store does not let these settings do this
 */
export type StoreFailureReason = 'unavailable' | 'refused';

/**
 * A remote store failed. Unlike StorageError, this says nothing about the blob: it may be stored, and whether a put has
 * taken effect is unknown.
 */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure';

  /** @param code the store's own error code; null if it gave none */
  constructor(
    readonly reason: StoreFailureReason,
    readonly code: string | null,
    detail: string,
    options?: ErrorOptions,
  ) {
    super(`object store ${reason}: ${detail}`, options);
  }
}
