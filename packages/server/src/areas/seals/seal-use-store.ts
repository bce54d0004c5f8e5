/** All SQL about what still needs a seal. */
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import { sql } from 'kysely';
import type { Tx } from '../../database/schema.js';
import type { CorpId } from '../../operation/context.js';

/** Whether an unfinished flow counts on the seal, so that it cannot be deleted. */
export async function sealInUse(tx: Tx, corpId: CorpId, sealId: SealId, now: Date): Promise<boolean> {
  if (await waitsForApproval(tx, corpId, sealId)) return true;
  return isPlacedAutomatically(tx, corpId, sealId, now);
}

/** An act whose commands are kept until somebody consents to them. */
async function waitsForApproval(tx: Tx, corpId: CorpId, sealId: SealId): Promise<boolean> {
  const row = await tx
    .selectFrom('approvals')
    .select('approval_id')
    .where('corp_id', '=', corpId)
    .where('status', '=', 1)
    .where(sql<boolean>`${sealId}::bigint = any (seal_ids)`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * A flow that the enterprise itself started waits for somebody for whom the platform would place the seal: now, or
 * when it is their turn.
 */
async function isPlacedAutomatically(tx: Tx, corpId: CorpId, sealId: SealId, now: Date): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (
      select from seal_authorisations as held
      join flow_participants as signer
        on signer.corp_id = held.corp_id and signer.participant_corp_id = held.corp_id
          and signer.psn_id = held.user_id and signer.type = 'enterprise'
          and signer.signs and signer.sign_status <> 3
      join flows as flow
        on flow.corp_id = signer.corp_id and flow.flow_id = signer.flow_id
          and flow.status in (1, 2) and (flow.deadline is null or flow.deadline > ${now})
      where held.corp_id = ${corpId} and held.seal_id = ${sealId} and held.auto_sign
        and held.manager_consent is not null and held.member_consent is not null
        and held.withdrawn_at is null and held.effective_at <= ${now}
        and (held.expire_at is null or held.expire_at > ${now})
        and (held.author_range = 0 or flow.template_id = any (held.template_ids))
    ) as used
  `.execute(tx);
  return rows[0]?.used === true;
}
