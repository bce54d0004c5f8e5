import type { SealId } from '@cinnabar/api/schemas/seal.js';
import type { Db, Tx } from '../../../database/schema.js';
import type { ActingMember } from '../../../operation/context.js';
import { findCorp, settingsOf } from '../../enterprise/index.js';
import { examinersInForce, sealRightOf } from '../../seals/index.js';
import type { Flow, Participant } from '../flow/flow.js';

export interface SealAsker {
  readonly actingMember: ActingMember;
  readonly now: Date;
}

/**
 * The seals that the signer may not place without consent: those to which they have no right, and in a strict
 * enterprise those that others examine.
 */
export async function sealsThatNeedConsent(
  db: Db | Tx,
  { actingMember, now }: SealAsker,
  { templateId }: Pick<Flow, 'templateId'>,
  { corpId }: Pick<Participant, 'corpId'>,
  sealIds: readonly SealId[],
): Promise<readonly SealId[]> {
  if (corpId === null || sealIds.length === 0) return [];
  const corp = await findCorp(db, corpId);
  const strict = corp !== null && settingsOf(corp).sealApproval === 'strict';
  const { userId, roles } = actingMember;
  const asked: SealId[] = [];
  for (const sealId of sealIds) {
    const right = await sealRightOf(db, { corpId, userId, roles, sealId, templateId, now });
    const examined = strict && (await examinersInForce(db, corpId, sealId, templateId, now)).length > 0;
    if (!(examined ? right.examiner : right.user)) asked.push(sealId);
  }
  return asked;
}
