import type { Circumstances, ExaminedSignature } from './examined-signature.js';
import { checkRevocation } from './revocation.js';
import { revocationOf } from './signature-revocation.js';
import type { ValidationData } from './validation-data.js';
import type { PadesLevel } from './verification.js';

/**
 * The level of ETSI EN 319 142-1 (clause 6) that a signature has reached: B-T with a reliable time, B-LT when the file
 * holds what proves its certificates and those of its timestamp, B-LTA when a document timestamp covers that. Null for
 * what is not a baseline signature.
 */
export function padesLevel(signature: ExaminedSignature, circumstances: Circumstances): PadesLevel | null {
  const { value, revision } = signature;
  const { proof, stores, later } = circumstances;
  if (signature.isTimestamp || !value.isBaseline) return null;
  const proven = proof.of(revision);
  if (proven === null) return 'B-B';
  const isComplete = (store: ValidationData): boolean =>
    revocationOf(signature, store, proven).complete && timestampIsComplete(signature, circumstances, store);
  const last = stores.at(-1);
  if (last === undefined || !isComplete(last())) return 'B-T';
  const isArchived = later.some(({ isTimestamp, timestamps, revision: index }) => {
    const store = stores[index];
    const isReliable = timestamps.some(({ check }) => proof.reliable.has(check));
    return isTimestamp && isReliable && store !== undefined && isComplete(store());
  });
  return isArchived ? 'B-LTA' : 'B-LT';
}

/** The earliest reliable timestamp that proves this signature is what must be provable itself. */
function timestampIsComplete(
  { timestamps, revision }: ExaminedSignature,
  { proof, later }: Circumstances,
  store: ValidationData,
): boolean {
  const stamps = [...timestamps, ...later.flatMap((other) => other.timestamps)]
    .map(({ check }) => check)
    .filter((check) => proof.reliable.has(check));
  const time = proof.of(revision)?.getTime();
  const stamp = stamps.find((found) => found.time?.getTime() === time);
  if (stamp === undefined || stamp.path === null || stamp.time === null) return false;
  const { ocspResponses } = store;
  const revocationLists = [...store.revocationLists, ...(stamp.signedData?.revocationLists ?? [])];
  return checkRevocation(stamp.path, { revocationLists, ocspResponses }, stamp.time).complete;
}
