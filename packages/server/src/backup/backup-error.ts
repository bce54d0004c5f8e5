/** A backup that cannot be made, read or restored, for a reason that the operator can remedy; the message says which. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
