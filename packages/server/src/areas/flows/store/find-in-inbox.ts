/** Lists, counts and exports: all of them read inbox rows by one scope and one set of filters. */
import { type Expression, type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { CorpId, UserId } from '../../../context.js';
import type { Database, Db } from '../../../database/schema.js';
import { substringPattern } from '../../../database/substring-pattern.js';
import type { FlowInboxTable } from '../../../database/tables/flows.js';
import { FlowStatus } from '../flow.js';
import { anybody } from '../rules/inbox-rows.js';
import type { Actor, Viewer } from '../rules/viewing.js';

/** 0 all, 1 received, 2 initiated, 3 copied, 4 my turn, 5 others' turn, 6 completed, 7 bulk, 8 drafts. */
export type DocQueryType = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** Whose rows are looked at. `seen`: everything that the viewer may know of. */
export type InboxScope =
  | { readonly kind: 'own'; readonly viewer: Actor; readonly docQueryType: DocQueryType }
  | { readonly kind: 'enterprise'; readonly corpId: CorpId }
  | { readonly kind: 'seen'; readonly viewer: Viewer };

export interface FlowFilters {
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
type Condition = Expression<SqlBool>;

function inScope(where: Inbox, scope: InboxScope): Condition {
  switch (scope.kind) {
    case 'own': {
      const kind = kindOfDocument(where, scope.docQueryType, scope.viewer.userId);
      return where.and([ownRows(where, scope.viewer), ...(kind === null ? [] : [kind])]);
    }
    case 'enterprise':
      return enterpriseRows(where, scope.corpId);
    case 'seen': {
      const own = ownRows(where, scope.viewer);
      if (!scope.viewer.managesContracts) return own;
      const { corpId } = scope.viewer;
      const others = where.not(hasRow(where, corpId, scope.viewer.userId));
      const notOwn = where.not(hasRow(where, anybody, scope.viewer.userId));
      const strangers = scope.viewer.isConfirmed ? where.and([others, notOwn]) : others;
      return where.or([own, where.and([enterpriseRows(where, corpId), strangers])]);
    }
  }
}

/** A person's own row counts from any enterprise, unless this enterprise has a row of theirs that includes it. */
function ownRows(where: Inbox, { corpId, userId, isConfirmed }: Actor): Condition {
  return where.and([
    where('user_id', '=', userId),
    where.or([
      where('viewer_corp_id', '=', corpId),
      where.and([
        where('viewer_corp_id', '=', anybody),
        where.lit(isConfirmed),
        where.not(hasRow(where, corpId, userId)),
      ]),
    ]),
  ]);
}

/** Confidential flows are in no list of an enterprise. */
function enterpriseRows(where: Inbox, corpId: CorpId): Condition {
  return where.and([
    where('viewer_corp_id', '=', corpId),
    where('user_id', '=', anybody),
    where('confidential', '=', false),
  ]);
}

/** Whether the same flow has a row of that viewer. */
function hasRow(where: Inbox, viewerCorpId: number, userId: UserId): Condition {
  return where.exists(
    where
      .selectFrom('flow_inbox as same')
      .select('same.flow_id')
      .where('same.viewer_corp_id', '=', viewerCorpId)
      .where('same.user_id', '=', userId)
      .whereRef('same.flow_id', '=', 'flow_inbox.flow_id'),
  );
}

function kindOfDocument(where: Inbox, type: DocQueryType, userId: UserId): Condition | null {
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
      return where.and([where('initiated', '=', true), where('batch_id', 'is not', null)]);
    case 8:
      return where.and([where('initiated', '=', true), where('status', '=', FlowStatus.draft)]);
  }
}

function matching(where: Inbox, scope: InboxScope, filters: FlowFilters): Condition {
  const conditions: Condition[] = [inScope(where, scope)];
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

export type FoundFlow = Selectable<FlowInboxTable>;

/** One page, newest first. */
export async function listInbox(
  db: Db,
  scope: InboxScope,
  filters: FlowFilters,
  window: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: readonly FoundFlow[]; readonly totalCount: number }> {
  const [rows, totalCount] = await Promise.all([
    db
      .selectFrom('flow_inbox')
      .selectAll()
      .where((where) => matching(where, scope, filters))
      .orderBy('created_at', 'desc')
      .orderBy('flow_id', 'desc')
      .limit(window.limit)
      .offset(window.offset)
      .execute(),
    countInbox(db, scope, filters),
  ]);
  return { rows, totalCount };
}

/** How many flows all pages of listInbox have together. */
export async function countInbox(db: Db, scope: InboxScope, filters: FlowFilters): Promise<number> {
  const { total } = await db
    .selectFrom('flow_inbox')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where((where) => matching(where, scope, filters))
    .executeTakeFirstOrThrow();
  return total;
}

const ROWS_AT_ONCE = 1000;

/**
 * All of listInbox's pages, some rows at a time, in the same order. Each read begins behind the last row, so that no
 * query stays open while somebody takes the rows slowly, and none is left when they go away.
 */
export async function* eachInInbox(
  db: Db,
  scope: InboxScope,
  filters: FlowFilters,
): AsyncGenerator<readonly FoundFlow[]> {
  let last: FoundFlow | null = null;
  for (;;) {
    let query = db
      .selectFrom('flow_inbox')
      .selectAll()
      .where((where) => matching(where, scope, filters));
    if (last !== null) {
      query = query.where(sql<SqlBool>`(created_at, flow_id) < (${last.created_at}, ${last.flow_id})`);
    }
    const rows: readonly FoundFlow[] = await query
      .orderBy('created_at', 'desc')
      .orderBy('flow_id', 'desc')
      .limit(ROWS_AT_ONCE)
      .execute();
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) return;
    last = rows.at(-1) ?? null;
  }
}
