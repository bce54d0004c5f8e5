/** Certificates in PEM (RFC 7468). */

import { type ParsedCertificate, parseCertificate } from '../certificates/parsed-certificate.js';
import { DerError } from './der.js';

/**
 * Parses all certificates in a text, in order; text between them is ignored.
 * @throws DerError if one is invalid
 */
export function certificatesInPem(text: string): readonly ParsedCertificate[] {
  const blocks = text.matchAll(/-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g);
  return [...blocks].map(([, base64 = '']) => {
    const bytes = Buffer.from(base64, 'base64');
    if (bytes.length === 0) throw new DerError('TRUNCATED', 'an empty certificate');
    return parseCertificate(bytes);
  });
}

/** Encodes a certificate (DER) as PEM. */
export function pemOf(certificate: Uint8Array): string {
  return pemBlock('CERTIFICATE', certificate);
}

/** Encodes any structure (DER) as PEM under its label, such as `CERTIFICATE REQUEST`. */
export function pemBlock(label: string, der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
