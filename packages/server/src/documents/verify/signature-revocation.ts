import type { ExaminedSignature } from './examined-signature.js';
import { checkRevocation } from './revocation.js';
import { archivedRevocation, NO_DATA, type ValidationData } from './validation-data.js';

/** The data of the file about a signature's own path. */
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
  return checkRevocation(path, { revocationLists, ocspResponses }, at);
}
