/**
 * Errors of storage.
 * - `BLOB_NOT_FOUND`: the enterprise has no blob of that hash
 * - `BLOB_DAMAGED`: the stored bytes are not those that were put
 */
export type StorageProblem = 'BLOB_NOT_FOUND' | 'BLOB_DAMAGED';

export class StorageError extends Error {
  override readonly name = 'StorageError';

  constructor(
    readonly reason: StorageProblem,
    detail: string,
    options?: ErrorOptions,
  ) {
    super(`${reason}: ${detail}`, options);
  }
}
