import { createHash, type KeyObject } from 'node:crypto';
import { type ParsedCertificate, serialNumberText } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { isSm2Key } from '@cinnabar/pki/certificates/sm2.js';
import { nameText } from './name-text.js';
import type { CertificateSummary } from './verification.js';

export function describeCertificate(certificate: ParsedCertificate): CertificateSummary {
  return {
    subject: nameText(certificate.subject),
    issuer: nameText(certificate.issuer),
    serialNumber: serialNumberText(certificate.serialNumber),
    notBefore: certificate.notBefore.toISOString(),
    notAfter: certificate.notAfter.toISOString(),
    algorithm: describeKey(certificate.publicKey),
    fingerprint: createHash('sha256').update(certificate.bytes).digest('hex'),
  };
}

function describeKey(key: KeyObject | null): string {
  if (key !== null && isSm2Key(key)) return 'sm2';
  const details = key?.asymmetricKeyDetails;
  const size = details?.namedCurve ?? details?.modulusLength;
  return [key?.asymmetricKeyType ?? 'unknown', size].filter((part) => part !== undefined).join(' ');
}
