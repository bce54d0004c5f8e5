/**
 * What can be wrong with a timestamp, or with getting one.
 * - `MALFORMED`: no token, or no response, in DER
 * - `REJECTED`: the authority said no; its words are in the message
 * - `IMPRINT_MISMATCH`, `NONCE_MISMATCH`, `POLICY_MISMATCH`: of something else than what was asked for
 * - `WEAK_ALGORITHM`: an imprint or a signature of SHA-1, or of an algorithm that is not known here
 * - `NO_CERTIFICATE`: the signer's certificate is not at hand
 * - `SIGNING_CERTIFICATE_MISMATCH`: the signed attributes name another certificate, or none
 * - `SIGNATURE_INVALID`: altered, or signed by another key
 * - `NOT_FOR_TIMESTAMPING`: a certificate for other things, or for other things as well
 * - `NOT_TRUSTED`: no path from the certificate to a trusted one that was valid at the time of the token
 * - `UNREACHABLE`, `DEADLINE`, `BAD_ANSWER`, `TOO_LARGE`: the authority did not answer, or not as one
 */
export type TimestampProblem =
  | 'MALFORMED'
  | 'REJECTED'
  | 'IMPRINT_MISMATCH'
  | 'NONCE_MISMATCH'
  | 'POLICY_MISMATCH'
  | 'WEAK_ALGORITHM'
  | 'NO_CERTIFICATE'
  | 'SIGNING_CERTIFICATE_MISMATCH'
  | 'SIGNATURE_INVALID'
  | 'NOT_FOR_TIMESTAMPING'
  | 'NOT_TRUSTED'
  | 'UNREACHABLE'
  | 'DEADLINE'
  | 'BAD_ANSWER'
  | 'TOO_LARGE';

export class TimestampError extends Error {
  override readonly name = 'TimestampError';

  constructor(
    readonly reason: TimestampProblem,
    detail: string,
    options?: ErrorOptions,
  ) {
    super(`${reason}: ${detail}`, options);
  }
}
