import { TimestampClient } from '@cinnabar/pki/timestamps/timestamp-client.js';
import type { TimestampError } from '@cinnabar/pki/timestamps/timestamp-error.js';
import { TimestampFailover } from '@cinnabar/pki/timestamps/timestamp-failover.js';
import type { TimestampSource } from '@cinnabar/pki/timestamps/timestamp-source.js';
import type { ServiceSigners } from '../authority/service-signers.js';
import { TimestampAuthority } from '../authority/timestamp-authority.js';
import type { Config } from '../settings/config.js';
import { readTimestampTrust } from '../settings/timestamp-trust.js';
import type { ProviderStates } from './provider-states.js';
import { WatchedTimestamps } from './watched-timestamps.js';

export interface ChosenTimestamps {
  /** null: signatures get no timestamp. */
  readonly timestamps: TimestampSource | null;
  /** null: `/tsa` responds that there is no timestamp authority. */
  readonly builtIn: TimestampAuthority | null;
  /** Each by itself, in the order in which they are asked. */
  readonly authorities: readonly WatchedTimestamps[];
}

/** Limit for all authorities together: less than the time limit for signing a document. */
const DEADLINE_MS = 12_000;

/**
 * Selects the timestamp authority by the settings.
 * @throws InvalidSetting if the trusted certificates cannot be read
 */
export async function chooseTimestamps(
  config: Config,
  { signers, states }: { readonly signers: ServiceSigners; readonly states: ProviderStates },
  onFailure: (error: TimestampError) => void,
): Promise<ChosenTimestamps> {
  const { timestampAuthorities: wanted, timestampPolicy: policy, timestampDeadlineMs: deadlineMs } = config;
  const builtIn = wanted.includes('built-in') ? new TimestampAuthority(signers) : null;
  const anchors = await readTimestampTrust(config);
  const authorities = wanted.map((address, index) => {
    const key = `timestamps-${index + 1}`;
    if (address === 'built-in' && builtIn !== null)
      return new WatchedTimestamps(key, null, { source: builtIn, states });
    const source = new TimestampClient({ address, anchors, policy, deadlineMs });
    return new WatchedTimestamps(key, source.address, { source, states });
  });
  if (authorities.length === 0) return { timestamps: null, builtIn, authorities };
  const timestamps = new TimestampFailover({ sources: authorities, deadlineMs: DEADLINE_MS, onFailure });
  return { timestamps, builtIn, authorities };
}
