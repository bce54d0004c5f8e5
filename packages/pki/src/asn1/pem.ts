/** Certificates in PEM (RFC 7468), as operators have them in files. */

import { type ParsedCertificate, parseCertificate } from '../certificates/parsed-certificate.js';
import { DerError } from './der.js';

/**
 * All certificates of a text, in their order; what is between them is skipped.
 * @throws DerError for one that is none
 */
export function certificatesInPem(text: string): readonly ParsedCertificate[] {
  const blocks = text.matchAll(/-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g);
  return [...blocks].map(([, base64 = '']) => {
    const bytes = Buffer.from(base64, 'base64');
    if (bytes.length === 0) throw new DerError('TRUNCATED', 'an empty certificate');
    return parseCertificate(bytes);
  });
}

/** One certificate, DER, as PEM. */
export function pemOf(certificate: Uint8Array): string {
  const lines =
    Buffer.from(certificate)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
