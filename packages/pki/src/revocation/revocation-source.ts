import type { ParsedCertificate } from '../certificates/parsed-certificate.js';
import type { RevocationData } from './revocation-statement.js';

/** Port: source of revocation data. */
export interface RevocationSource {
  /** null: no data is available now. */
  of(certificate: ParsedCertificate, issuer: ParsedCertificate, now: Date): Promise<RevocationData | null>;
}
