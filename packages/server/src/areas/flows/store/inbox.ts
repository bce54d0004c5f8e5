import { type Expression, type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { UserId } from '../../../context.js';
import type { Database, Db, Tx } from '../../../database/schema.js';
import { substringPattern } from '../../../database/substring-pattern.js';
import type { FlowInboxTable } from '../../../database/tables/flows.js';
import { type Flow, FlowStatus } from '../flow.js';
import { anybody, inboxRows } from '../rules/inbox-rows.js';
import type { Actor } from '../rules/viewing.js';
import { flowDescription } from '../views/flow-description.js';

/** Brings the inbox rows of every viewer up to the flow's new state, in the flow's own transaction. */
export async function writeInbox(tx: Tx, before: Flow | null, after: Flow): Promise<void> {
  const rows = inboxRows(after);
  const shared = {
    flow_id: after.flowId,
    owner_corp_id: after.corpId,
    owner_corp_name: after.corpName,
    flow_code: after.flowCode,
    title: after.title,
    status: after.status,
    description: flowDescription(after),
    initiator_id: after.initiatorId,
    initiator_name: after.initiatorName,
    confidential: after.confidential,
    source_order_code: after.sourceOrderCode,
    created_at: after.createTime,
    started_at: after.startTime,
    finished_at: after.finishTime,
    deadline: after.deadline,
    signer_mobiles: after.participants.map((participant) => participant.psnAccount),
    signer_corps: after.participants.map((participant) => participant.corpName),
    signer_names: after.participants.map((participant) => participant.psnName),
  };
  await tx
    .insertInto('flow_inbox')
    .values(
      rows.map((row) => ({
        ...shared,
        viewer_corp_id: row.viewerCorpId,
        user_id: row.userId,
        initiated: row.initiated,
        takes_part: row.takesPart,
        copied: row.copied,
        my_turn: row.myTurn,
        my_unfinished: row.myUnfinished,
        operate_status: row.operateStatus,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['viewer_corp_id', 'user_id', 'flow_id']).doUpdateSet((set) => ({
        title: set.ref('excluded.title'),
        status: set.ref('excluded.status'),
        description: set.ref('excluded.description'),
        initiated: set.ref('excluded.initiated'),
        takes_part: set.ref('excluded.takes_part'),
        copied: set.ref('excluded.copied'),
        my_turn: set.ref('excluded.my_turn'),
        my_unfinished: set.ref('excluded.my_unfinished'),
        operate_status: set.ref('excluded.operate_status'),
        started_at: set.ref('excluded.started_at'),
        finished_at: set.ref('excluded.finished_at'),
        deadline: set.ref('excluded.deadline'),
        signer_mobiles: set.ref('excluded.signer_mobiles'),
        signer_corps: set.ref('excluded.signer_corps'),
        signer_names: set.ref('excluded.signer_names'),
      })),
    )
    .execute();
  if (before !== null) await removeFormerViewers(tx, before, after);
}

/** Whoever saw the flow before and has nothing to do with it any more. */
async function removeFormerViewers(tx: Tx, before: Flow, after: Flow): Promise<void> {
  const current = new Set(inboxRows(after).map((row) => `${row.viewerCorpId} ${row.userId}`));
  for (const row of inboxRows(before)) {
    if (current.has(`${row.viewerCorpId} ${row.userId}`)) continue;
    await tx
      .deleteFrom('flow_inbox')
      .where('viewer_corp_id', '=', row.viewerCorpId)
      .where('user_id', '=', row.userId)
      .where('flow_id', '=', after.flowId)
      .execute();
  }
}

/** 0 all, 1 received, 2 initiated, 3 copied, 4 my turn, 5 others' turn, 6 completed, 7 bulk, 8 drafts. */
export type DocQueryType = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export interface FlowFilters {
  readonly docQueryType: DocQueryType;
  readonly flowCode: string | null;
  readonly flowTitle: string | null;
  /** null: any. */
  readonly statuses: readonly FlowStatus[] | null;
  readonly mobile: string | null;
  readonly participant: { readonly kind: 'enterprise' | 'person'; readonly name: string } | null;
  readonly time: {
    readonly of: 'started' | 'finished' | 'deadline';
    readonly from: Date | null;
    readonly to: Date | null;
  } | null;
  readonly sourceOrderCode: string | null;
}

type Inbox = ExpressionBuilder<Database, 'flow_inbox'>;

function kindOfDocument(where: Inbox, type: DocQueryType, userId: UserId) {
  switch (type) {
    case 0:
      return null;
    case 1:
      return where.and([where('takes_part', '=', true), where('initiator_id', '!=', userId)]);
    case 2:
      return where('initiated', '=', true);
    case 3:
      return where('copied', '=', true);
    case 4:
      return where('my_turn', '=', true);
    case 5:
      return where.and([
        where.or([where('initiated', '=', true), where('takes_part', '=', true)]),
        where('status', 'in', [FlowStatus.fill, FlowStatus.signing]),
        where('my_turn', '=', false),
      ]);
    case 6:
      return where('status', '=', FlowStatus.completed);
    case 7:
      // Nothing is started in bulk yet, so nothing can be found there.
      return sql<SqlBool>`false`;
    case 8:
      return where.and([where('initiated', '=', true), where('status', '=', FlowStatus.draft)]);
  }
}

function matching(where: Inbox, { corpId, userId, isConfirmed }: Actor, filters: FlowFilters) {
  const conditions: Expression<SqlBool>[] = [
    where('user_id', '=', userId),
    // A person's own row counts from any enterprise, unless this enterprise has a row of theirs that includes it.
    where.or([
      where('viewer_corp_id', '=', corpId),
      where.and([
        where('viewer_corp_id', '=', anybody),
        where.lit(isConfirmed),
        where.not(
          where.exists(
            where
              .selectFrom('flow_inbox as same')
              .select('same.flow_id')
              .where('same.viewer_corp_id', '=', corpId)
              .where('same.user_id', '=', userId)
              .whereRef('same.flow_id', '=', 'flow_inbox.flow_id'),
          ),
        ),
      ]),
    ]),
  ];
  const kind = kindOfDocument(where, filters.docQueryType, userId);
  if (kind !== null) conditions.push(kind);
  if (filters.flowCode !== null) conditions.push(where('flow_code', '=', filters.flowCode));
  if (filters.flowTitle !== null)
    conditions.push(where('title', 'ilike', substringPattern(filters.flowTitle)));
  if (filters.statuses !== null) conditions.push(where('status', 'in', filters.statuses));
  if (filters.sourceOrderCode !== null) {
    conditions.push(where('source_order_code', '=', filters.sourceOrderCode));
  }
  if (filters.mobile !== null) {
    conditions.push(sql<SqlBool>`${filters.mobile} = any (signer_mobiles)`);
  }
  if (filters.participant !== null) {
    const names = sql.ref(filters.participant.kind === 'enterprise' ? 'signer_corps' : 'signer_names');
    const like = substringPattern(filters.participant.name);
    conditions.push(sql<SqlBool>`exists (select from unnest(${names}) as name where name ilike ${like})`);
  }
  if (filters.time !== null) {
    const column = { started: 'started_at', finished: 'finished_at', deadline: 'deadline' } as const;
    const of = column[filters.time.of];
    if (filters.time.from !== null) conditions.push(where(of, '>=', filters.time.from));
    if (filters.time.to !== null) conditions.push(where(of, '<=', filters.time.to));
  }
  return where.and(conditions);
}

/** One page of what the operator sees, newest first. */
export async function listInbox(
  db: Db,
  viewer: Actor,
  filters: FlowFilters,
  window: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: readonly Selectable<FlowInboxTable>[]; readonly totalCount: number }> {
  const [rows, totalCount] = await Promise.all([
    db
      .selectFrom('flow_inbox')
      .selectAll()
      .where((where) => matching(where, viewer, filters))
      .orderBy('created_at', 'desc')
      .orderBy('flow_id', 'desc')
      .limit(window.limit)
      .offset(window.offset)
      .execute(),
    countInbox(db, viewer, filters),
  ]);
  return { rows, totalCount };
}

/** How many flows all pages of listInbox have together. */
export async function countInbox(db: Db, viewer: Actor, filters: FlowFilters): Promise<number> {
  const { total } = await db
    .selectFrom('flow_inbox')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where((where) => matching(where, viewer, filters))
    .executeTakeFirstOrThrow();
  return total;
}
