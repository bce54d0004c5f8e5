import { SealStatus } from '@cinnabar/api/enums.js';
import { rights } from '@cinnabar/api/permissions.js';
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../../database/schema.js';
import type { CorpId } from '../../../../operation/context.js';
import { ApprovalStatus } from '../../approval/approval.js';
import { FlowStatus } from '../../flow/flow.js';

/**
 * The number of contracts that wait for consent to a seal, or for a member who can use it and no other seal. Confidential
 * ones are left out, as in every count of the enterprise.
 */
export async function countAwaitingSeal(
  db: Db | Tx,
  corpId: CorpId,
  sealId: SealId,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ readonly total: number }>`
    with usable as materialized (
      select member.user_id, seal.seal_id, held.template_ids,
        case when member.roles && ${rights.manageSeals}::text[] then 0 else held.author_range end as author_range
      from members member
      cross join seals seal
      left join seal_authorisations held
        on held.corp_id = member.corp_id and held.user_id = member.user_id and held.seal_id = seal.seal_id
          and held.withdrawn_at is null and held.effective_at <= ${now}
          and (held.expire_at is null or held.expire_at > ${now})
      where member.corp_id = ${corpId} and member.state = 'valid' and seal.corp_id = ${corpId}
        and seal.deleted_at is null and (seal.status = ${SealStatus.enabled} or seal.seal_id = ${sealId})
        and (held.authorisation_id is not null or member.roles && ${rights.manageSeals}::text[])
    ),
    awaited as (
      select inbox.flow_id
      from (select distinct user_id from usable where seal_id = ${sealId}) holder
      join flow_inbox inbox on inbox.viewer_corp_id = ${corpId} and inbox.user_id = holder.user_id and inbox.my_turn
        and inbox.takes_part and inbox.status = ${FlowStatus.signing} and not inbox.confidential
      where exists (${usableBy(sql`seal_id = ${sealId}`)}) and not exists (${usableBy(sql`seal_id <> ${sealId}`)})
      union
      select approval.flow_id
      from approvals approval
      join flows flow on flow.corp_id = approval.flow_corp_id and flow.flow_id = approval.flow_id
      where approval.corp_id = ${corpId} and approval.status = ${ApprovalStatus.open}
        and ${sealId}::bigint = any (approval.seal_ids) and not flow.confidential
    )
    select count(*) as total from awaited
  `.execute(db);
  return rows[0]?.total ?? 0;
}

function usableBy(which: ReturnType<typeof sql>) {
  return sql`
    select from usable
    where user_id = inbox.user_id and ${which}
      and (author_range = 0 or inbox.template_id = any (template_ids))`;
}
