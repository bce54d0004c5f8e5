/**
 * Errors of keys, encryption and hashes.
 * - `MASTER_KEY_MALFORMED`: not 32 bytes in base64
 * - `WRONG_MASTER_KEY`: this database's data keys were wrapped by another master key
 * - `UNKNOWN_DATA_KEY`: encrypted with a data key that this enterprise does not have
 * - `NOT_AUTHENTIC`: altered bytes, or bytes of another enterprise or purpose
 * - `KEY_NOT_FOUND`, `KEY_DESTROYED`: no such signing key, or one that was destroyed
 * - `KEY_STORE_UNAVAILABLE`: the store of a key does not answer now: a token was removed, a service is out of reach
 * - `KEY_STORE_MISSING`: the store of a key is not among the settings
 * - `KEY_STORE_REFUSED`: the store answers and refuses: a wrong PIN, a full token, a key that it does not have
 * - `AUTHORITY_CONTENTION`: concurrent processes could not agree on a certificate of the authority
 * - `SIGNING_PASSWORD_FORM`: a signing password that is not six digits
 * - `VERIFIER_MALFORMED`, `UNKNOWN_PEPPER`: a stored signing password that cannot be checked here
 * - `NOT_CANONICAL`: a value that JSON cannot represent exactly
 */
export type CustodyProblem =
  | 'MASTER_KEY_MALFORMED'
  | 'WRONG_MASTER_KEY'
  | 'UNKNOWN_DATA_KEY'
  | 'NOT_AUTHENTIC'
  | 'KEY_NOT_FOUND'
  | 'KEY_DESTROYED'
  | 'KEY_STORE_UNAVAILABLE'
  | 'KEY_STORE_MISSING'
  | 'KEY_STORE_REFUSED'
  | 'AUTHORITY_CONTENTION'
  | 'SIGNING_PASSWORD_FORM'
  | 'VERIFIER_MALFORMED'
  | 'UNKNOWN_PEPPER'
  | 'NOT_CANONICAL';

export class CustodyError extends Error {
  override readonly name = 'CustodyError';

  constructor(
    readonly reason: CustodyProblem,
    detail: string,
    options?: ErrorOptions,
  ) {
    super(`${reason}: ${detail}`, options);
  }
}
