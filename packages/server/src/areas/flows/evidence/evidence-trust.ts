import { readTimestampTrust } from '../../../choose-timestamps.js';
import type { Services } from '../../../services.js';

/** By what signatures and timestamps of a flow are judged: our own roots, and those of the authorities that we ask. */
export async function evidenceTrust({
  authority,
  config,
}: Pick<Services, 'authority' | 'config'>): Promise<readonly Uint8Array[]> {
  const others = await readTimestampTrust(config);
  return [...(await authority.trustAnchors()), ...others.map(({ bytes }) => bytes)];
}
