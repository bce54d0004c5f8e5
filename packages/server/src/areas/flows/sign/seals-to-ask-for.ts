import type { SealId } from '@cinnabar/api/schemas/seal.js';
import type { Db, Tx } from '../../../database/schema.js';
import type { Flow, Participant } from '../flow/flow.js';
import type { LoadedMark } from './rules/placed-marks.js';
import { type SealAsker, sealsThatNeedConsent } from './seals-that-need-consent.js';

/** The seals of an act that its signer may not place without consent. */
export async function sealsToAskFor(
  db: Db | Tx,
  asker: SealAsker,
  flow: Flow,
  signer: Participant,
  marks: readonly LoadedMark[],
): Promise<readonly SealId[]> {
  // A personal seal needs nobody else's consent.
  if (signer.type === 'person') return [];
  const sealIds = [...new Set(marks.flatMap(({ sealId }) => sealId ?? []))];
  return sealsThatNeedConsent(db, asker, flow, signer, sealIds);
}
