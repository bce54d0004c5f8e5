/** SQL for a person's contracts in all enterprises. */

import type { ApprovalId } from '@cinnabar/api/schemas/approval.js';
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../../database/schema.js';
import type { CorpId, UserId } from '../../../../operation/context.js';
import { ApprovalStatus } from '../../approval/approval.js';
import { textsOfApproval } from '../../approval/store/approval-texts.js';
import { FlowStatus } from '../../flow/flow.js';
import { type FlowKey, themselves } from '../../flow/store/flows-of-person.js';

/**
 * A page of the flows in which a person takes or took part or of which they have a copy, except the given ones; newest
 * first.
 */
export async function flowsTouching(
  db: Db,
  userId: UserId,
  corpIds: readonly CorpId[],
  without: readonly FlowId[],
  window: { readonly limit: number; readonly offset: number },
): Promise<{ readonly keys: readonly FlowKey[]; readonly hasMore: boolean }> {
  // As many of each enterprise as the page may need: its rows are in the order of an index, those of all are not.
  const most = window.offset + window.limit + 1;
  const { rows } = await sql<{ owner_corp_id: CorpId; flow_id: FlowId }>`
    select owner_corp_id, flow_id
    from unnest(${[themselves, ...corpIds]}::bigint[]) as viewer (corp_id), lateral (
      select owner_corp_id, flow_id, created_at from flow_inbox
      where viewer_corp_id = viewer.corp_id and user_id = ${userId} and (takes_part or copied)
        and status <> ${sql.lit(FlowStatus.draft)} and not flow_id = any(${without}::bigint[])
      order by created_at desc, flow_id desc
      limit ${most}
    ) as newest
    group by owner_corp_id, flow_id, created_at
    order by created_at desc, flow_id desc
    limit ${window.limit + 1} offset ${window.offset}
  `.execute(db);
  const keys = rows.map((row) => ({ corpId: row.owner_corp_id, flowId: row.flow_id }));
  return { keys: keys.slice(0, window.limit), hasMore: keys.length > window.limit };
}

/**
 * Whether there is any contract in which the person takes or took part, or of which they have a copy, outside their
 * enterprises.
 */
export async function hasOwnContracts(db: Db, userId: UserId): Promise<boolean> {
  const { rows } = await sql<{ has_some: boolean }>`
    select exists (
      select from flow_inbox where viewer_corp_id = ${themselves} and user_id = ${userId}
    ) or exists (
      select from flow_participants
      where psn_id = ${userId} and type = 'enterprise' and participant_corp_id is null
    ) as has_some
  `.execute(db);
  return rows[0]?.has_some ?? false;
}

export interface AwaitedApproval {
  readonly corpId: CorpId;
  readonly corpName: string;
  readonly approvalId: ApprovalId;
  readonly flowId: FlowId;
  readonly flowTitle: string;
  readonly requesterName: string;
  readonly createTime: Date;
  readonly expireTime: Date;
}

/** Open approvals that the person was asked to decide; the oldest first. */
export async function approvalsAwaiting(
  db: Db,
  userId: UserId,
  corpIds: readonly CorpId[],
  now: Date,
  limit: number,
): Promise<readonly AwaitedApproval[]> {
  const rows = await db
    .selectFrom('approval_approvers as approver')
    .innerJoin('approvals as approval', (join) =>
      join
        .onRef('approval.corp_id', '=', 'approver.corp_id')
        .onRef('approval.approval_id', '=', 'approver.approval_id'),
    )
    .innerJoin('corps as corp', 'corp.corp_id', 'approval.corp_id')
    .select([
      'approval.corp_id',
      'corp.corp_name',
      'approval.approval_id',
      'approval.flow_id',
      'approval.flow_corp_id',
      'approval.flow_title',
      'approval.request',
      'approval.fail_reason',
      'approval.sealed',
      'approval.requester_name',
      'approval.created_at',
      'approval.expire_time',
    ])
    .where(sql<SqlBool>`approver.corp_id = any(${corpIds}::bigint[])`)
    .where('approver.user_id', '=', userId)
    .where('approval.requester_id', '<>', userId)
    .where('approval.status', '=', ApprovalStatus.open)
    .where('approval.expire_time', '>', now)
    .orderBy('approval.created_at')
    .orderBy('approval.approval_id')
    .limit(limit)
    .execute();
  return Promise.all(
    rows.map(async (row) => ({
      corpId: row.corp_id,
      corpName: row.corp_name,
      approvalId: row.approval_id,
      flowId: row.flow_id,
      flowTitle: (await textsOfApproval(db, row)).flowTitle,
      requesterName: row.requester_name,
      createTime: row.created_at,
      expireTime: row.expire_time,
    })),
  );
}
