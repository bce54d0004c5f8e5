/** All SQL of approvals. */
import { ApprovalType } from '@cinnabar/api/enums.js';
import type { ApprovalId } from '@cinnabar/api/schemas/approval.js';
import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import { type Selectable, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Db, Tx } from '../../../../database/schema.js';
import type { ApprovalsTable } from '../../../../database/tables/approvals.js';
import type { CorpId, UserId } from '../../../../operation/context.js';
import type { Flow } from '../../flow/flow.js';
import type { AwaitedConsents } from '../../flow/rules/effects.js';
import type { Approver } from '../../flow/rules/inbox-rows.js';
import type { AwaitedApprover } from '../../flow/rules/waiting.js';
import { type Approval, ApprovalStatus, readStoredRequest } from '../approval.js';
import { approvalColumns, endedColumns, textsOfApproval } from './approval-texts.js';

/** Selected with the names of the enterprises. */
interface ApprovalRow extends Selectable<ApprovalsTable> {
  readonly corp_name: string;
}

export async function approvalOf(db: Db, row: ApprovalRow): Promise<Approval> {
  const texts = await textsOfApproval(db, row);
  const kind = row.type === ApprovalType.seal ? 'seal' : 'contract';
  return {
    corpId: row.corp_id,
    corpName: row.corp_name,
    approvalId: row.approval_id,
    kind,
    status: row.status,
    flowCorpId: row.flow_corp_id,
    flowId: row.flow_id,
    flowTitle: texts.flowTitle,
    flowCreateTime: row.flow_created_at,
    participantId: row.participant_id,
    sealIds: row.seal_ids,
    sealName: row.seal_name,
    templateId: row.template_id,
    requesterId: row.requester_id,
    requesterName: row.requester_name,
    request: readStoredRequest(kind, texts.request),
    failReason: texts.failReason,
    createTime: row.created_at,
    updateTime: row.updated_at,
    expireTime: row.expire_time,
  };
}

/** Adds an open approval with its approvers. The name of the enterprise is not stored here. */
export async function insertApproval(
  tx: Tx,
  approval: Omit<Approval, 'corpName'>,
  approvers: readonly UserId[],
  encrypted: boolean,
): Promise<void> {
  const texts = await approvalColumns(tx, approval, encrypted);
  await tx
    .insertInto('approvals')
    .values({
      corp_id: approval.corpId,
      approval_id: approval.approvalId,
      type: approval.kind === 'seal' ? ApprovalType.seal : ApprovalType.contract,
      status: approval.status,
      flow_corp_id: approval.flowCorpId,
      flow_id: approval.flowId,
      flow_created_at: approval.flowCreateTime,
      participant_id: approval.participantId,
      seal_ids: approval.sealIds,
      seal_name: approval.sealName,
      template_id: approval.templateId,
      requester_id: approval.requesterId,
      requester_name: approval.requesterName,
      ...texts,
      decided_by: null,
      created_at: approval.createTime,
      updated_at: approval.updateTime,
      expire_time: approval.expireTime,
    })
    .execute();
  if (approvers.length === 0) return;
  await tx
    .insertInto('approval_approvers')
    .values(
      approvers.map((userId) => ({
        corp_id: approval.corpId,
        user_id: userId,
        approval_id: approval.approvalId,
        decided_at: null,
      })),
    )
    .execute();
}

/** One more who is asked; one who was asked before stays so. */
export async function addApprover(
  tx: Tx,
  { corpId, approvalId }: Pick<Approval, 'corpId' | 'approvalId'>,
  userId: UserId,
): Promise<void> {
  await tx
    .insertInto('approval_approvers')
    .values({ corp_id: corpId, user_id: userId, approval_id: approvalId, decided_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Rows joined with the names of their enterprises. */
export function approvals(db: Db | Tx): SelectQueryBuilder<Database, 'approvals' | 'corps', ApprovalRow> {
  return db
    .selectFrom('approvals')
    .innerJoin('corps', 'corps.corp_id', 'approvals.corp_id')
    .selectAll('approvals')
    .select('corps.corp_name');
}

/** Restricted to this enterprise; another enterprise's approval is treated as missing. */
export async function findApproval(
  db: Db | Tx,
  corpId: CorpId,
  approvalId: ApprovalId,
): Promise<Approval | null> {
  const row = await approvals(db)
    .where('approvals.corp_id', '=', corpId)
    .where('approvals.approval_id', '=', approvalId)
    .executeTakeFirst();
  return row === undefined ? null : approvalOf(db, row);
}

/** The enterprise's open approval in a flow, the newest if there are several. */
export async function openApprovalOf(db: Db, corpId: CorpId, flowId: FlowId): Promise<Approval | null> {
  const row = await approvals(db)
    .where('approvals.corp_id', '=', corpId)
    .where('approvals.flow_id', '=', flowId)
    .where('approvals.status', '=', ApprovalStatus.open)
    .orderBy('approvals.created_at', 'desc')
    .orderBy('approvals.approval_id', 'desc')
    .executeTakeFirst();
  return row === undefined ? null : approvalOf(db, row);
}

/** Open approvals of seals whose approvers included the member when they were opened. */
export async function openSealApprovals(
  db: Db,
  corpId: CorpId,
  userId: UserId,
  now: Date,
): Promise<readonly Approval[]> {
  const rows = await approvals(db)
    .innerJoin('approval_approvers as approver', (join) =>
      join
        .onRef('approver.corp_id', '=', 'approvals.corp_id')
        .onRef('approver.approval_id', '=', 'approvals.approval_id'),
    )
    .where('approvals.corp_id', '=', corpId)
    .where('approvals.type', '=', ApprovalType.seal)
    .where('approvals.status', '=', ApprovalStatus.open)
    .where('approvals.expire_time', '>', now)
    .where('approver.user_id', '=', userId)
    .orderBy('approvals.created_at')
    .orderBy('approvals.approval_id')
    .execute();
  return Promise.all(rows.map((row) => approvalOf(db, row)));
}

/** The approvers, both present ones and those when it was opened. */
export async function approversOfRecord(
  db: Db | Tx,
  { corpId, approvalId }: Pick<Approval, 'corpId' | 'approvalId'>,
): Promise<readonly UserId[]> {
  const rows = await db
    .selectFrom('approval_approvers')
    .select('user_id')
    .where('corp_id', '=', corpId)
    .where('approval_id', '=', approvalId)
    .orderBy('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}

/** Approvers of the open approvals of a flow, ordered by when the approvals were opened. */
export async function approversAwaited(
  db: Db | Tx,
  { flowId }: Pick<Flow, 'flowId'>,
): Promise<readonly (Approver & AwaitedApprover)[]> {
  const rows = await db
    .selectFrom('approvals')
    .innerJoin('approval_approvers as approver', (join) =>
      join
        .onRef('approver.corp_id', '=', 'approvals.corp_id')
        .onRef('approver.approval_id', '=', 'approvals.approval_id'),
    )
    .innerJoin('corps', 'corps.corp_id', 'approvals.corp_id')
    .innerJoin('members', (join) =>
      join
        .onRef('members.corp_id', '=', 'approvals.corp_id')
        .onRef('members.user_id', '=', 'approver.user_id'),
    )
    .innerJoin('users', 'users.user_id', 'approver.user_id')
    .select([
      'approvals.corp_id',
      'approvals.participant_id',
      'approvals.created_at',
      'approver.user_id',
      'corps.corp_name',
      'members.user_name',
      'users.real_name',
    ])
    .where('approvals.flow_id', '=', flowId)
    .where('approvals.status', '=', ApprovalStatus.open)
    .whereRef('approver.user_id', '<>', 'approvals.requester_id')
    .orderBy('approvals.created_at')
    .orderBy('approvals.approval_id')
    .orderBy('approver.user_id')
    .execute();
  return rows.map((row) => ({
    corpId: row.corp_id,
    userId: row.user_id,
    participantId: row.participant_id,
    name: row.real_name ?? row.user_name,
    corpName: row.corp_name,
    askedAt: row.created_at,
  }));
}

/** The open approval for which a participant's act waits. */
export async function openApprovalOfPart(
  db: Db | Tx,
  flowId: FlowId,
  participantId: ParticipantId,
): Promise<Approval | null> {
  const row = await approvals(db)
    .where('approvals.flow_id', '=', flowId)
    .where('approvals.participant_id', '=', participantId)
    .where('approvals.status', '=', ApprovalStatus.open)
    .executeTakeFirst();
  return row === undefined ? null : approvalOf(db, row);
}

/** Whether the member is or was an approver of any approval in the flow. */
export async function approvesIn(db: Db, corpId: CorpId, userId: UserId, flowId: FlowId): Promise<boolean> {
  const row = await db
    .selectFrom('approvals')
    .innerJoin('approval_approvers as approver', (join) =>
      join
        .onRef('approver.corp_id', '=', 'approvals.corp_id')
        .onRef('approver.approval_id', '=', 'approvals.approval_id'),
    )
    .select('approvals.approval_id')
    .where('approvals.corp_id', '=', corpId)
    .where('approvals.flow_id', '=', flowId)
    .where('approver.user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface Ending {
  readonly status: Exclude<ApprovalStatus, typeof ApprovalStatus.open>;
  readonly failReason: string | null;
  /** The decider; null if nobody decided. */
  readonly by: UserId | null;
  readonly now: Date;
}

/** Ends an open approval. False if it has already ended: the first decision counts. */
export async function endApproval(
  tx: Tx,
  { corpId, approvalId }: Pick<Approval, 'corpId' | 'approvalId'>,
  { status, failReason, by, now }: Ending,
): Promise<boolean> {
  const result = await tx
    .updateTable('approvals')
    .set({
      status,
      ...(await endedColumns(tx, corpId, approvalId, failReason)),
      decided_by: by,
      updated_at: now,
    })
    .where('corp_id', '=', corpId)
    .where('approval_id', '=', approvalId)
    .where('status', '=', ApprovalStatus.open)
    .executeTakeFirst();
  if (result.numUpdatedRows !== 1n) return false;
  if (by !== null) {
    await tx
      .insertInto('approval_approvers')
      .values({ corp_id: corpId, user_id: by, approval_id: approvalId, decided_at: now })
      .onConflict((conflict) =>
        conflict.columns(['corp_id', 'user_id', 'approval_id']).doUpdateSet({ decided_at: now }),
      )
      .execute();
  }
  return true;
}

/** Ends the flow's open approvals except those that it still waits for. */
export async function terminateApprovals(
  tx: Tx,
  flow: Pick<Flow, 'corpId' | 'flowId'>,
  { toDraft, toParts }: AwaitedConsents,
  now: Date,
): Promise<readonly Pick<Approval, 'corpId' | 'approvalId'>[]> {
  const rows = await tx
    .updateTable('approvals')
    .set({ status: ApprovalStatus.terminated, updated_at: now })
    .where('flow_id', '=', flow.flowId)
    .where('flow_corp_id', '=', flow.corpId)
    .where('status', '=', ApprovalStatus.open)
    .where((where) =>
      where.not(
        where.or([
          where.and([where('type', '=', ApprovalType.contract), where.lit(toDraft)]),
          where.and([
            where('type', '=', ApprovalType.seal),
            sql<SqlBool>`participant_id = any (${toParts}::bigint[])`,
          ]),
        ]),
      ),
    )
    .returning(['corp_id', 'approval_id'])
    .execute();
  return rows.map((row) => ({ corpId: row.corp_id, approvalId: row.approval_id }));
}

/** Open approvals whose seven days are over, in all enterprises. */
export async function overdueApprovals(db: Db, now: Date, limit: number): Promise<readonly Approval[]> {
  const rows = await approvals(db)
    .where('approvals.status', '=', ApprovalStatus.open)
    .where('approvals.expire_time', '<=', now)
    .orderBy('approvals.expire_time')
    .limit(limit)
    .execute();
  return Promise.all(rows.map((row) => approvalOf(db, row)));
}
