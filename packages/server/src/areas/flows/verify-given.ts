import type { Db } from '../../database/schema.js';
import type { Verification } from '../../documents/verify/verification.js';
import type { VerificationPolicy } from '../../documents/verify/verify-document.js';
import type { Services } from '../../services.js';
import { asUploadRefusal } from '../templates/index.js';
import { ownPolicy } from './own-trust.js';
import { type DocumentOrigin, originOf } from './store/document-origin.js';

/**
 * Verifies a PDF of anybody, and finds the flow that it comes from. A name of a field can be forged, a signature of our
 * authority cannot: without one the file is not ours, whatever it looks like.
 * @throws Refusal FILE_UPLOAD_ERROR for what is no readable PDF
 */
export async function verifyGiven(
  db: Db,
  services: Pick<Services, 'authority' | 'config' | 'revocationLists'>,
  verify: (policyOf: () => Promise<VerificationPolicy>) => Promise<Verification>,
  now: Date,
): Promise<{ readonly verification: Verification; readonly origin: DocumentOrigin | null }> {
  const verification = await verify(() => ownPolicy(services, now)).catch((error: unknown) => {
    throw asUploadRefusal(error);
  });
  const ours = verification.signatures.filter(
    ({ kind, intact, trusted }) => kind === 'signature' && intact && trusted,
  );
  const fieldNames = ours.map(({ fieldName }) => fieldName);
  return { verification, origin: await originOf(db, fieldNames, verification.sha256) };
}
