/**
 * Defects of a timestamp, and failures to obtain one.
 * - `MALFORMED`: not a token or response in DER
 * - `REJECTED`: the authority rejected the request; the message contains its reason
 * - `IMPRINT_MISMATCH`, `NONCE_MISMATCH`, `POLICY_MISMATCH`: different from what was requested
 * - `WEAK_ALGORITHM`: an imprint or a signature with SHA-1, or with an unknown algorithm
 * - `NO_CERTIFICATE`: the signer's certificate is unavailable
 * - `SIGNING_CERTIFICATE_MISMATCH`: the signed attributes identify another certificate, or none
 * - `SIGNATURE_INVALID`: altered, or signed by another key
 * - `NOT_FOR_TIMESTAMPING`: the purpose of the certificate is not timestamping alone
 * - `NOT_TRUSTED`: no path leads from the certificate to a trust anchor that was valid at the time of the token
 * - `UNREACHABLE`, `DEADLINE`, `BAD_ANSWER`, `TOO_LARGE`: the authority did not respond, or not correctly
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
