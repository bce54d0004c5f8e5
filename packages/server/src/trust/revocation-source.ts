import type { ParsedCertificate } from './parsed-certificate.js';

/** What was published about a certificate, each item in DER. */
export interface RevocationData {
  readonly revocationLists: readonly Uint8Array[];
  readonly ocspResponses: readonly Uint8Array[];
}

/** Port: who knows what has become of certificates. */
export interface RevocationSource {
  /** null: nothing is to be had about it (now). */
  of(certificate: ParsedCertificate, issuer: ParsedCertificate, now: Date): Promise<RevocationData | null>;
}
