import type { TimestampCheck } from './check-timestamp.js';
import type { ExaminedSignature } from './examined-signature.js';
import { checkRevocation } from './revocation.js';
import { archivedRevocation, NO_DATA, type ValidationData } from './validation-data.js';

/** Checks the revocation of a signature's path, and of the maker of its seal, with the data in the file. */
export function revocationOf(
  signature: ExaminedSignature,
  store: ValidationData,
  at: Date,
): ReturnType<typeof checkRevocation> {
  const { path, signer, signedData, sealed } = signature.value;
  if (path === null) return { problems: [], complete: false };
  const archived = signer === null ? NO_DATA : archivedRevocation(signer);
  const enclosed = signedData?.revocationLists ?? [];
  const revocationLists = [...store.revocationLists, ...archived.revocationLists, ...enclosed];
  const ocspResponses = [...store.ocspResponses, ...archived.ocspResponses];
  const stampedAt = signature.isTimestamp ? (signature.timestamps[0]?.check.time ?? null) : null;
  const data = { revocationLists, ocspResponses };
  const own = checkRevocation(path, data, at, stampedAt);
  const makerPath = sealed?.makerPath ?? null;
  if (makerPath === null) return own;
  // A maker revoked before the seal was used is a reason to doubt when the seal was made.
  const maker = checkRevocation(makerPath, data, at);
  return { problems: [...own.problems, ...maker.problems], complete: own.complete && maker.complete };
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
