/** SQL for a person's contracts in all enterprises. */

import { OperateStatus } from '@cinnabar/api/enums.js';
import type { ApprovalId } from '@cinnabar/api/schemas/approval.js';
import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../../database/schema.js';
import type { CorpId, UserId } from '../../../../operation/context.js';
import { ApprovalStatus } from '../../approve/approval.js';
import { textsOfApproval } from '../../approve/store/approval-texts.js';
import { FlowStatus } from '../../flow/flow.js';
import { statusesOf } from '../../flow/rules/states.js';

export interface FlowKey {
  readonly corpId: CorpId;
  readonly flowId: FlowId;
}

/** Rows of people who act for themselves have no enterprise. */
const themselves = 0;

/**
 * Flows in which it is the person's turn (not those that only need their consent), for any of the enterprises; the
 * oldest first.
 */
export async function flowsAwaiting(
  db: Db,
  userId: UserId,
  corpIds: readonly CorpId[],
  limit: number,
): Promise<readonly FlowKey[]> {
  const { rows } = await sql<{ corp_id: CorpId; flow_id: FlowId }>`
    select corp_id, flow_id from (
      select owner_corp_id as corp_id, flow_id, created_at from flow_inbox
        where user_id = ${userId} and my_turn and operate_status <> ${sql.lit(OperateStatus.approval)} and viewer_corp_id = any(${[themselves, ...corpIds]}::bigint[])
      union
      select part.corp_id, part.flow_id, flow.created_at from flow_participants part
        join flows flow on flow.corp_id = part.corp_id and flow.flow_id = part.flow_id
        where part.psn_id = ${userId} and part.type = 'enterprise' and part.participant_corp_id is null
          and flow.status in (${sql.join(statusesOf('open').map((status) => sql.lit(status)))})
          and flow.deleted_at is null
    ) waiting order by created_at, flow_id limit ${limit}
  `.execute(db);
  return rows.map((row) => ({ corpId: row.corp_id, flowId: row.flow_id }));
}

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
): Promise<{ readonly keys: readonly FlowKey[]; readonly count: number }> {
  const base = db
    .selectFrom('flow_inbox')
    .where('user_id', '=', userId)
    .where(sql<SqlBool>`viewer_corp_id = any(${[themselves, ...corpIds]}::bigint[])`)
    .where((where) => where.or([where('takes_part', '=', true), where('copied', '=', true)]))
    .where('status', '<>', FlowStatus.draft)
    .where(sql<SqlBool>`not flow_id = any(${without}::bigint[])`);
  const [{ count }, rows] = await Promise.all([
    base.select(sql<number>`count(distinct flow_id)`.as('count')).executeTakeFirstOrThrow(),
    base
      .select(['owner_corp_id', 'flow_id', 'created_at'])
      .distinct()
      .orderBy('created_at', 'desc')
      .orderBy('flow_id', 'desc')
      .limit(window.limit)
      .offset(window.offset)
      .execute(),
  ]);
  return { keys: rows.map((row) => ({ corpId: row.owner_corp_id, flowId: row.flow_id })), count };
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

/** The flow of a part that this person holds. */
export async function ownerOfPart(
  db: Db,
  userId: UserId,
  participantId: ParticipantId,
): Promise<FlowKey | null> {
  const row = await db
    .selectFrom('flow_participants')
    .select(['corp_id', 'flow_id'])
    .where('participant_id', '=', participantId)
    .where('psn_id', '=', userId)
    .executeTakeFirst();
  return row === undefined ? null : { corpId: row.corp_id, flowId: row.flow_id };
}

/** The initiating enterprise of a flow of which this person has a copy. */
export async function ownerOfCopy(db: Db, userId: UserId, flowId: FlowId): Promise<CorpId | null> {
  const row = await db
    .selectFrom('flow_inbox')
    .select('owner_corp_id')
    .where('flow_id', '=', flowId)
    .where('user_id', '=', userId)
    .where('copied', '=', true)
    .executeTakeFirst();
  return row?.owner_corp_id ?? null;
}
