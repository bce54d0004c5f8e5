/** All SQL that determines whether a seal is still needed. */
import { sql } from 'kysely';
import type { Tx } from '../../../../database/schema.js';
import type { SealInUse } from '../../../seals/index.js';
import { ApprovalStatus } from '../../approval/approval.js';
import { SignStatus } from '../../flow/flow.js';
import { statusesOf } from '../../flow/rules/states.js';

/** Whether an open approval or an unfinished flow depends on the seal. */
export async function needsSeal(tx: Tx, seal: SealInUse): Promise<boolean> {
  if (await waitsForApproval(tx, seal)) return true;
  return awaitsPlacement(tx, seal);
}

/** An act whose commands are stored until an approval is decided. */
async function waitsForApproval(tx: Tx, { corpId, sealId }: SealInUse): Promise<boolean> {
  const row = await tx
    .selectFrom('approvals')
    .select('approval_id')
    .where('corp_id', '=', corpId)
    .where('status', '=', ApprovalStatus.open)
    .where(sql<boolean>`${sealId}::bigint = any (seal_ids)`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * A flow started by the enterprise itself in which the platform would place the seal for a participant, now or when it
 * is their turn.
 */
async function awaitsPlacement(tx: Tx, { corpId, placements, now }: SealInUse): Promise<boolean> {
  if (placements.length === 0) return false;
  const row = await tx
    .selectFrom('flow_participants as signer')
    .innerJoin('flows as flow', (join) =>
      join.onRef('flow.corp_id', '=', 'signer.corp_id').onRef('flow.flow_id', '=', 'signer.flow_id'),
    )
    .select('signer.participant_id')
    .where('signer.corp_id', '=', corpId)
    .where('signer.participant_corp_id', '=', corpId)
    .where('signer.type', '=', 'enterprise')
    .where('signer.signs', '=', true)
    .where('signer.sign_status', '<>', SignStatus.signed)
    .where('flow.status', 'in', statusesOf('open'))
    .where((where) => where.or([where('flow.deadline', 'is', null), where('flow.deadline', '>', now)]))
    .where((where) =>
      where.or(
        placements.map(({ userId, templateIds }) => {
          const isTheirs = where('signer.psn_id', '=', userId);
          return templateIds.length === 0
            ? isTheirs
            : where.and([isTheirs, where('flow.template_id', 'in', templateIds)]);
        }),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
