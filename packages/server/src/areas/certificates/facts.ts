import { readCommonName } from '@cinnabar/pki/certificates/distinguished-name.js';
import type { ParsedCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import type { CertificateRequestRecord } from '../../authority/external/store.js';
import type { AuditFacts } from '../../database/tables/audit.js';

/** What the audit keeps of a request. */
export function requestFacts({ request_id, algorithm }: CertificateRequestRecord): AuditFacts {
  return { requestId: request_id, algorithm };
}

/** What the audit keeps of a certificate that was taken into use. */
export function importFacts({ serialNumber, issuer }: ParsedCertificate): AuditFacts {
  return { serialNumber: serialNumber.toString(16), issuer: readCommonName(issuer) };
}
