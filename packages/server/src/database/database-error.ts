/**
 * Errors of the database as a whole.
 * - `unsafe-integer`: a bigint beyond 2^53, which a JSON number cannot represent
 * - `contention`: a transaction failed in five attempts against concurrent ones
 * - `newer-than-program`, `history-differs`: migrations of another program version
 * - `restore-unfinished`: a backup is being restored into this data folder or database
 * - `unreachable`: there is no connection to the server of DATABASE_URL
 * - `embedded-in-use`: another process serves this data folder
 * - `embedded-binaries`: no server binaries for this platform
 * - `embedded-failed`: the bundled server did not start
 */
export type DatabaseErrorReason =
  | 'unsafe-integer'
  | 'contention'
  | 'newer-than-program'
  | 'history-differs'
  | 'restore-unfinished'
  | 'unreachable'
  | 'embedded-in-use'
  | 'embedded-binaries'
  | 'embedded-failed';

export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly reason: DatabaseErrorReason;

  constructor(reason: DatabaseErrorReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
