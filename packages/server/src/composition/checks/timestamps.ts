import { randomBytes } from 'node:crypto';
import type { ParsedCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { TimestampClient } from '@cinnabar/pki/timestamps/timestamp-client.js';
import type { Config } from '../../settings/config.js';
import { readTimestampTrust } from '../../settings/timestamp-trust.js';
import { error, type Finding, messageOf, ok, warn } from './finding.js';

const CHECK = 'timestamps';

/** Checks the timestamp authorities: requests one timestamp from each external one and verifies it. */
export async function checkTimestamps(config: Config): Promise<readonly Finding[]> {
  if (config.timestampAuthorities.length === 0) {
    const message = 'signatures get no timestamp: nobody can prove later when they were made';
    return [warn(CHECK, message, 'leave TSA_URLS out, or name authorities in it')];
  }
  let anchors: readonly ParsedCertificate[];
  try {
    anchors = await readTimestampTrust(config);
  } catch (thrown) {
    return [error(CHECK, messageOf(thrown), 'name a PEM file with the certificates of the authorities')];
  }
  return Promise.all(config.timestampAuthorities.map((address) => checkAuthority(address, anchors, config)));
}

async function checkAuthority(
  address: string,
  anchors: readonly ParsedCertificate[],
  { timestampPolicy: policy, timestampDeadlineMs: deadlineMs }: Config,
): Promise<Finding> {
  if (address === 'built-in') return ok(CHECK, "the service's own authority");
  const client = new TimestampClient({ address, anchors, policy, deadlineMs });
  try {
    const { authority, time } = await client.stamp(randomBytes(32), new Date());
    return ok(CHECK, `${client.address}: ${authority} says ${time.toISOString()}`);
  } catch (thrown) {
    const remedy = 'correct TSA_URLS or TSA_TRUST; until then signatures may stay without timestamps';
    return warn(CHECK, `${client.address} gives no timestamp: ${messageOf(thrown)}`, remedy);
  }
}
