import type { VerifyPageView } from '@cinnabar/api/pages/verify.js';
import type { Db } from '../../../database/schema.js';
import type { Services } from '../../../operation/services.js';
import { verifiedPage } from './verified-page.js';
import { verifyGiven } from './verify-given.js';

/**
 * A PDF of anybody, verified for whoever holds it, in the engine's pool for strangers; `load` is called when its turn
 * comes. Nothing of it is kept, and nothing is told of the contract that it
 * belongs to but whether this service made it just so.
 * @throws Refusal FILE_UPLOAD_ERROR for what is not a readable PDF
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
