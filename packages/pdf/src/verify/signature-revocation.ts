import type { TimestampCheck } from './check-timestamp.js';
import type { ExaminedSignature } from './examined-signature.js';
import { checkRevocation } from './revocation.js';
import { archivedRevocation, NO_DATA, type ValidationData } from './validation-data.js';

/** Checks the revocation of a signature's path with the data in the file. */
export function revocationOf(
  signature: ExaminedSignature,
  store: ValidationData,
  at: Date,
): ReturnType<typeof checkRevocation> {
  const { path, signer, signedData } = signature.value;
  if (path === null) return { problems: [], complete: false };
  const archived = signer === null ? NO_DATA : archivedRevocation(signer);
  const enclosed = signedData?.revocationLists ?? [];
  const revocationLists = [...store.revocationLists, ...archived.revocationLists, ...enclosed];
  const ocspResponses = [...store.ocspResponses, ...archived.ocspResponses];
  const stampedAt = signature.isTimestamp ? (signature.timestamps[0]?.check.time ?? null) : null;
  return checkRevocation(path, { revocationLists, ocspResponses }, at, stampedAt);
}

/** Whether the authority of a timestamp was revoked before a time at which the timestamp is proven to exist. */
export function timestampIsRevoked(
  { path, time, signedData }: TimestampCheck,
  store: ValidationData,
  existed: Date,
): boolean {
  if (path === null) return false;
  const revocationLists = [...store.revocationLists, ...(signedData?.revocationLists ?? [])];
  const { problems } = checkRevocation(path, { ...store, revocationLists }, existed, time);
  return problems.some(({ code }) => code === 'CERTIFICATE_REVOKED');
}
