/** Lists of approvals. */
import { ApprovalQuery, type ApprovalType } from '@cinnabar/api/enums.js';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Db } from '../../../../database/schema.js';
import { substringPattern } from '../../../../database/substring-pattern.js';
import type { CorpId, UserId } from '../../../../operation/context.js';
import { type Approval, ApprovalStatus } from '../../approval/approval.js';
import { sealedApprovals } from '../../approval/store/approval-texts.js';
import { approvalOf, approvals } from '../../approval/store/approvals.js';

export interface ApprovalFilters {
  /** null: no filter. */
  readonly queryType: ApprovalQuery | null;
  readonly type: ApprovalType | null;
  readonly flowTitle: string | null;
  readonly approverId: UserId | null;
  readonly requesterId: UserId | null;
  readonly status: ApprovalStatus | null;
  readonly time: {
    readonly of: 'created_at' | 'updated_at';
    readonly from: Date | null;
    readonly to: Date | null;
  };
}

type Approvals = ExpressionBuilder<Pick<Database, 'approvals' | 'approval_approvers'>, 'approvals'>;

function concerns(where: Approvals, userId: UserId, queryType: ApprovalFilters['queryType'], now: Date) {
  const asked = where('approvals.requester_id', '=', userId);
  switch (queryType) {
    case null:
      return where.or([asked, hasApprover(where, userId, false)]);
    case ApprovalQuery.toDecide:
      return where.and([
        where('approvals.status', '=', ApprovalStatus.open),
        where('approvals.expire_time', '>', now),
        where.not(asked),
        hasApprover(where, userId, false),
      ]);
    case ApprovalQuery.decided:
      return hasApprover(where, userId, true);
    case ApprovalQuery.requested:
      return asked;
    case ApprovalQuery.received:
      return hasApprover(where, userId, false);
  }
}

function hasApprover(where: Approvals, userId: UserId, decided: boolean): Expression<SqlBool> {
  return where.exists(
    where
      .selectFrom('approval_approvers as approver')
      .select('approver.user_id')
      .whereRef('approver.corp_id', '=', 'approvals.corp_id')
      .whereRef('approver.approval_id', '=', 'approvals.approval_id')
      .where('approver.user_id', '=', userId)
      .$if(decided, (query) => query.where('approver.decided_at', 'is not', null)),
  );
}

/** One page of the viewer's approvals in their enterprise, newest first. */
export async function listApprovals(
  db: Db,
  viewer: { readonly corpId: CorpId; readonly userId: UserId; readonly now: Date },
  filters: ApprovalFilters,
  window: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: readonly Approval[]; readonly totalCount: number }> {
  const { flowTitle } = filters;
  const shown = (where: Approvals): Expression<SqlBool> =>
    where.and([
      where('approvals.corp_id', '=', viewer.corpId),
      concerns(where, viewer.userId, filters.queryType, viewer.now),
    ]);
  const sealed =
    flowTitle === null
      ? []
      : await sealedApprovals(
          db,
          await approvals(db).where(shown).where('approvals.sealed', 'is not', null).execute(),
          flowTitle,
        );
  const matching = (where: Approvals): Expression<SqlBool> => {
    const conditions: Expression<SqlBool>[] = [shown(where)];
    if (filters.type !== null) conditions.push(where('approvals.type', '=', filters.type));
    if (flowTitle !== null) {
      conditions.push(
        where.or([
          where('approvals.flow_title', 'ilike', substringPattern(flowTitle)),
          sql<SqlBool>`approvals.approval_id = any(${sealed}::bigint[])`,
        ]),
      );
    }
    if (filters.approverId !== null) conditions.push(hasApprover(where, filters.approverId, false));
    if (filters.requesterId !== null) {
      conditions.push(where('approvals.requester_id', '=', filters.requesterId));
    }
    if (filters.status !== null) conditions.push(where('approvals.status', '=', filters.status));
    const { of, from, to } = filters.time;
    if (from !== null) conditions.push(where(`approvals.${of}`, '>=', from));
    if (to !== null) conditions.push(where(`approvals.${of}`, '<=', to));
    return where.and(conditions);
  };
  const [rows, { total }] = await Promise.all([
    approvals(db)
      .where(matching)
      .orderBy('approvals.created_at', 'desc')
      .orderBy('approvals.approval_id', 'desc')
      .limit(window.limit)
      .offset(window.offset)
      .execute(),
    db
      .selectFrom('approvals')
      .select((select) => select.fn.countAll<number>().as('total'))
      .where(matching)
      .executeTakeFirstOrThrow(),
  ]);
  return { rows: await Promise.all(rows.map((row) => approvalOf(db, row))), totalCount: total };
}
