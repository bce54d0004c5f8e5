import type { VerifyPageView } from '@cinnabar/api/pages/verify.js';
import type { Db } from '../../../database/schema.js';
import type { Services } from '../../../operation/services.js';
import { verifiedPage } from './verified-page.js';
import { verifyGiven } from './verify-given.js';

/**
 * Verifies anybody's PDF in the engine's pool for untrusted files; `load` is called when its turn comes. Nothing is
 * stored, and of the contract it discloses only whether this service made exactly this file.
 * @throws Refusal FILE_UPLOAD_ERROR for an unreadable PDF
 */
export async function verifyForAnybody(
  db: Db,
  services: Services,
  load: () => Promise<Uint8Array>,
  now: Date,
): Promise<VerifyPageView> {
  const { verification, origin } = await verifyGiven(
    db,
    services,
    (policyOf) =>
      services.documents.verifyForStranger(async () => ({ bytes: await load(), policy: await policyOf() })),
    now,
  );
  const record = origin === null ? null : { matches: origin.matches };
  return verifiedPage(verification, record, services.config.timeZone, now);
}
