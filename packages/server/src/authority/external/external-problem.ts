/** Why an external certificate cannot be accepted or used, in words that name what is wrong and what to do. */
export interface ProblemWords {
  readonly zh: string;
  readonly en: string;
}

/**
 * - `UNREADABLE`, `TOO_LARGE`: not certificates in PEM, DER or PKCS #7, or too many of them
 * - `NO_REQUEST`: no request is pending
 * - `OTHER_KEY`: none of the certificates has the requested key
 * - `IS_AUTHORITY`, `USAGE`: not a certificate of a signer
 * - `NOT_YET_VALID`, `EXPIRED`, `NO_PATH`, `CONSTRAINT`, `WEAK`: the path to a trusted root
 * - `OTHER_NAME`: it names somebody else
 * - `KNOWN`: it was imported before
 * - `ENDED`, `REVOKED`: the certificate in use
 */
export type ExternalProblem =
  | 'UNREADABLE'
  | 'TOO_LARGE'
  | 'NO_REQUEST'
  | 'OTHER_KEY'
  | 'IS_AUTHORITY'
  | 'USAGE'
  | 'NOT_YET_VALID'
  | 'EXPIRED'
  | 'NO_PATH'
  | 'CONSTRAINT'
  | 'WEAK'
  | 'OTHER_NAME'
  | 'KNOWN'
  | 'ENDED'
  | 'REVOKED';

export class ExternalCertificateError extends Error {
  override readonly name = 'ExternalCertificateError';

  constructor(
    readonly reason: ExternalProblem,
    readonly words: ProblemWords,
  ) {
    super(`${reason}: ${words.en}`);
  }
}
