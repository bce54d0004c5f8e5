import { readFile } from 'node:fs/promises';
import { DerError } from '@cinnabar/pki/asn1/der.js';
import { certificatesInPem } from '@cinnabar/pki/asn1/pem.js';
import type { ParsedCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { TimestampClient } from '@cinnabar/pki/timestamps/timestamp-client.js';
import type { TimestampError } from '@cinnabar/pki/timestamps/timestamp-error.js';
import { TimestampFailover } from '@cinnabar/pki/timestamps/timestamp-failover.js';
import type { TimestampSource } from '@cinnabar/pki/timestamps/timestamp-source.js';
import type { ServiceSigners } from './authority/service-signers.js';
import { TimestampAuthority } from './authority/timestamp-authority.js';
import { type Config, InvalidSetting } from './config.js';

export interface ChosenTimestamps {
  /** null: signatures get no timestamp. */
  readonly timestamps: TimestampSource | null;
  /** null: others hear at `/tsa` that there is none. */
  readonly builtIn: TimestampAuthority | null;
}

/** For all authorities together: less than the time that signing a document may take. */
const DEADLINE_MS = 12_000;

/**
 * Who stamps, by the settings.
 * @throws InvalidSetting where the trusted certificates cannot be read
 */
export async function chooseTimestamps(
  config: Config,
  signers: ServiceSigners,
  onFailure: (error: TimestampError) => void,
): Promise<ChosenTimestamps> {
  const { timestampAuthorities: wanted, timestampPolicy: policy, timestampDeadlineMs: deadlineMs } = config;
  const builtIn = wanted.includes('built-in') ? new TimestampAuthority(signers) : null;
  const anchors = await readTimestampTrust(config);
  const sources = wanted.map((address): TimestampSource => {
    if (address === 'built-in' && builtIn !== null) return builtIn;
    return new TimestampClient({ address, anchors, policy, deadlineMs });
  });
  if (sources.length === 0) return { timestamps: null, builtIn };
  return { timestamps: new TimestampFailover({ sources, deadlineMs: DEADLINE_MS, onFailure }), builtIn };
}

/**
 * What other authorities are judged by; nothing where there are none.
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
  throw new InvalidSetting('TSA_TRUST', 'has no certificate in PEM');
}
