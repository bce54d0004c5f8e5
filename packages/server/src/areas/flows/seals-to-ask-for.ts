import type { SealId } from '@cinnabar/api/schemas/seal.js';
import type { OperatorContext } from '../../context.js';
import type { Db, Tx } from '../../database/schema.js';
import { findCorp, settingsOf } from '../enterprise/index.js';
import { examinersInForce, sealRightOf } from '../seals/index.js';
import type { Flow, Participant } from './flow.js';
import type { LoadedMark } from './load-marks.js';

/**
 * The seals of an act that its signer may not place without somebody's consent: those they have no right to, and in
 * strict enterprises those that others examine.
 */
export async function sealsToAskFor(
  db: Db | Tx,
  ctx: Pick<OperatorContext, 'operator' | 'now'>,
  { templateId }: Flow,
  { corpId, type }: Participant,
  marks: readonly LoadedMark[],
): Promise<readonly SealId[]> {
  const sealIds = [...new Set(marks.flatMap(({ sealId }) => sealId ?? []))];
  // A person's own seals are nobody else's business.
  if (type === 'person' || corpId === null || sealIds.length === 0) return [];
  const corp = await findCorp(db, corpId);
  const strict = corp !== null && settingsOf(corp).sealApproval === 'strict';
  const { userId, roles } = ctx.operator;
  const asked: SealId[] = [];
  for (const sealId of sealIds) {
    const right = await sealRightOf(db, { corpId, userId, roles, sealId, templateId, now: ctx.now });
    const examined = strict && (await examinersInForce(db, corpId, sealId, templateId, ctx.now)).length > 0;
    if (!(examined ? right.examiner : right.user)) asked.push(sealId);
  }
  return asked;
}
