import { TimestampClient } from '@cinnabar/pki/timestamps/timestamp-client.js';
import type { TimestampError } from '@cinnabar/pki/timestamps/timestamp-error.js';
import { TimestampFailover } from '@cinnabar/pki/timestamps/timestamp-failover.js';
import type { TimestampSource } from '@cinnabar/pki/timestamps/timestamp-source.js';
import type { ServiceSigners } from '../authority/service-signers.js';
import { TimestampAuthority } from '../authority/timestamp-authority.js';
import type { Config } from '../settings/config.js';
import { readTimestampTrust } from '../settings/timestamp-trust.js';

export interface ChosenTimestamps {
  /** null: signatures get no timestamp. */
  readonly timestamps: TimestampSource | null;
  /** null: `/tsa` responds that there is no timestamp authority. */
  readonly builtIn: TimestampAuthority | null;
}

/** Limit for all authorities together: less than the time limit for signing a document. */
const DEADLINE_MS = 12_000;

/**
 * Selects the timestamp authority by the settings.
 * @throws InvalidSetting if the trusted certificates cannot be read
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
