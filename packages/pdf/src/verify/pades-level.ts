import type { Circumstances, ExaminedSignature } from './examined-signature.js';
import { checkRevocation } from './revocation.js';
import { revocationOf } from './signature-revocation.js';
import type { ValidationData } from './validation-data.js';
import type { PadesLevel } from './verification.js';

/**
 * The level of ETSI EN 319 142-1 (clause 6) that a signature has reached: B-T with a reliable time, B-LT if the file
 * contains the validation data of its certificates and of those of its timestamp, B-LTA if a document timestamp covers
 * that data. Null if it is not a baseline signature.
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

/** The validation data must cover the earliest reliable timestamp that proves this signature. */
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
