import { createHash } from 'node:crypto';
import type { Verification } from '@cinnabar/pdf/verify/verification.js';
import type { VerificationPolicy } from '@cinnabar/pdf/verify/verify-document.js';
import { knownExternals } from '../../../authority/external/store.js';
import type { Db } from '../../../database/schema.js';
import type { Services } from '../../../operation/services.js';
import { asUploadRefusal } from '../../templates/index.js';
import { type DocumentOrigin, originOf } from './store/document-origin.js';
import { policyForAnyFile } from './verification-policies.js';

/**
 * Verifies any PDF, and finds the flow from which it comes. A field's name can be forged; a signature of our authority,
 * or with a key that we hold, cannot: a file without one is not ours, whatever it looks like and whoever else is
 * trusted here.
 * @throws Refusal FILE_UPLOAD_ERROR for an unreadable PDF
 */
export async function verifyGiven(
  db: Db,
  services: Pick<Services, 'authority' | 'config' | 'revocationLists' | 'signatureTrust'>,
  verify: (policyOf: () => Promise<VerificationPolicy>) => Promise<Verification>,
  now: Date,
): Promise<{ readonly verification: Verification; readonly origin: DocumentOrigin | null }> {
  const verification = await verify(() => policyForAnyFile(services, now)).catch((error: unknown) => {
    throw asUploadRefusal(error);
  });
  const roots = new Set((await services.authority.trustAnchors()).map(fingerprintOf));
  const sound = verification.signatures.filter(
    ({ kind, intact, trusted }) => kind === 'signature' && intact && trusted,
  );
  const held = await knownExternals(
    db,
    sound.flatMap(({ chain }) => chain.slice(0, 1).map(({ fingerprint }) => fingerprint)),
  );
  const ours = sound.filter(
    ({ chain }) => roots.has(chain.at(-1)?.fingerprint ?? '') || held.has(chain[0]?.fingerprint ?? ''),
  );
  const namedBy = (found: typeof sound) =>
    originOf(
      db,
      found.map(({ fieldName }) => fieldName),
      verification.sha256,
    );
  const origin = (await namedBy(ours)) ?? (await namedByOthers());
  return { verification, origin };

  /** Persons' certificates of other authorities are not kept: such a file is ours if we have exactly these bytes. */
  async function namedByOthers(): Promise<DocumentOrigin | null> {
    const outside = new Set((await services.authority.externalRoots()).map(fingerprintOf));
    const found = await namedBy(sound.filter(({ chain }) => outside.has(chain.at(-1)?.fingerprint ?? '')));
    return found?.matches === true ? found : null;
  }
}

function fingerprintOf(certificate: Uint8Array): string {
  return createHash('sha256').update(certificate).digest('hex');
}
