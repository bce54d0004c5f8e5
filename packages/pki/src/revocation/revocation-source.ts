import type { ParsedCertificate } from '../certificates/parsed-certificate.js';
import type { RevocationData } from './revocation-statement.js';

/** Port: who knows the state of certificates. */
export interface RevocationSource {
  /** null: nothing is to be had about it (now). */
  of(certificate: ParsedCertificate, issuer: ParsedCertificate, now: Date): Promise<RevocationData | null>;
}
