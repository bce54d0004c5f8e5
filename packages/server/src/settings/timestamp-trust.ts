import { readFile } from 'node:fs/promises';
import { DerError } from '@cinnabar/pki/asn1/der.js';
import { certificatesInPem } from '@cinnabar/pki/asn1/pem.js';
import type { ParsedCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { type Config, InvalidSetting } from './config.js';

/**
 * Trust anchors for external timestamp authorities; empty if none are configured.
 * @throws InvalidSetting
 */
export async function readTimestampTrust({ timestampTrust }: Config): Promise<readonly ParsedCertificate[]> {
  if (timestampTrust === null) return [];
  try {
    const anchors = certificatesInPem(await readFile(timestampTrust, 'utf8'));
    if (anchors.length > 0) return anchors;
  } catch (error) {
    if (error instanceof DerError || (error instanceof Error && 'code' in error))
      throw new InvalidSetting('TSA_TRUST', error.message);
    throw error;
  }
  throw new InvalidSetting('TSA_TRUST', 'contains no PEM certificate');
}
