/** Scope of inbox rows as disjoint parts, each of which is one range of an index. */

import { FlowQuery } from '@cinnabar/api/enums.js';
import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../../../database/schema.js';
import type { CorpId } from '../../../../operation/context.js';
import { FlowStatus } from '../../flow/flow.js';
import { anybody } from '../../flow/rules/inbox-rows.js';
import { statusesOf } from '../../flow/rules/states.js';
import type { Actor, Viewer } from '../../flow/rules/viewing.js';
import { withinReach } from '../../flow/store/personal-rows.js';

/** 0 all, 1 received, 2 initiated, 3 copied, 4 my turn, 5 others' turn, 6 completed, 7 bulk, 8 drafts. */
/** `seen`: every flow that the viewer may know of. */
export type InboxScope =
  | { readonly kind: 'own'; readonly viewer: Viewer; readonly docQueryType: FlowQuery }
  | { readonly kind: 'enterprise'; readonly corpId: CorpId; readonly leavesOutSecret?: boolean }
  | { readonly kind: 'seen'; readonly viewer: Viewer };

export type Inbox = ExpressionBuilder<Database, 'flow_inbox'>;
export type Condition = Expression<SqlBool>;

export interface ScopePart {
  readonly viewerCorpId: number;
  readonly userId: number;
  /** Confidential flows appear in no enterprise-wide list. */
  readonly leavesOutConfidential: boolean;
  /** Viewers with an access link do not see encrypted flows either. */
  readonly leavesOutSecret: boolean;
  /** Only flows within the reach of this viewer; null: all. */
  readonly within: Actor | null;
  /** Restriction to some of these rows; null: all. */
  readonly docQueryType: FlowQuery;
  /** Excludes flows of which these viewers have rows too, because those rows are in another part. */
  readonly without: readonly Excluded[];
}

interface Excluded {
  readonly viewerCorpId: number;
  readonly userId: number;
  /** Which of their rows are in that part. */
  readonly docQueryType: FlowQuery;
  /** Only rows within the reach of this viewer; null: all. */
  readonly within: Actor | null;
}

type ScopeParts = readonly [ScopePart, ...ScopePart[]];

export function scopeParts(scope: InboxScope): ScopeParts {
  switch (scope.kind) {
    case 'own': {
      const own = ownParts(scope.viewer, scope.docQueryType);
      return scope.viewer.readsContracts ? [...own, ...copiesOfEnterprise(scope, own)] : own;
    }
    case 'enterprise':
      return [enterprisePart(scope.corpId, [], scope.leavesOutSecret)];
    case 'seen': {
      const { viewer } = scope;
      const own = ownParts(viewer, 0);
      if (!viewer.readsContracts) return own;
      const copies = copiesOfEnterprise({ kind: 'own', viewer, docQueryType: 0 }, own);
      const rest = enterprisePart(viewer.corpId, [...own, ...copies], viewer.seesNoSecrets);
      return [...own, ...copies, rest];
    }
  }
}

/** A person's own row counts within reach, unless this enterprise has a row of that person that includes it. */
function ownParts(viewer: Actor, docQueryType: FlowQuery): ScopeParts {
  const { corpId, userId, personal, seesNoSecrets } = viewer;
  const common = { userId, leavesOutConfidential: false, leavesOutSecret: seesNoSecrets, docQueryType };
  const here: ScopePart = { ...common, viewerCorpId: corpId, within: null, without: [] };
  if (personal === 'none') return [here];
  const without = [{ ...here, docQueryType: 0 }] as const;
  return [here, { ...common, viewerCorpId: anybody, within: viewer, without }];
}

/** Copies exist only of completed contracts. */
const COPY_QUERIES: readonly FlowQuery[] = [FlowQuery.all, FlowQuery.copies, FlowQuery.completed];

/**
 * A copy for an enterprise is a copy for each member who may read its contracts at the time of the query. The sender
 * named the enterprise, so confidential flows are included.
 */
function copiesOfEnterprise(
  { viewer, docQueryType }: Extract<InboxScope, { kind: 'own' }>,
  own: ScopeParts,
): readonly ScopePart[] {
  if (!COPY_QUERIES.includes(docQueryType)) return [];
  return [
    {
      viewerCorpId: viewer.corpId,
      userId: anybody,
      leavesOutConfidential: false,
      leavesOutSecret: viewer.seesNoSecrets,
      within: null,
      docQueryType: FlowQuery.copies,
      without: own.map((part) => ({ ...part, docQueryType })),
    },
  ];
}

function enterprisePart(corpId: CorpId, without: ScopePart['without'], leavesOutSecret = false): ScopePart {
  const common = { viewerCorpId: corpId, userId: anybody, leavesOutSecret, within: null } as const;
  return { ...common, leavesOutConfidential: true, docQueryType: FlowQuery.all, without };
}

export function inPart(where: Inbox, part: ScopePart): Condition {
  return where.and([
    where('viewer_corp_id', '=', part.viewerCorpId),
    where('user_id', '=', part.userId),
    ...(part.leavesOutConfidential ? [where('confidential', '=', false)] : []),
    ...(part.leavesOutSecret ? [where.not(isSecret)] : []),
    ...reached(part.within, 'flow_inbox.flow_id'),
    ...ofType(part.docQueryType, inboxKinds),
    ...part.without.map((other) => where.not(hasRow(where, other))),
  ]);
}

function reached(within: Actor | null, flowId: string): readonly Condition[] {
  return within === null || within.personal === 'all' ? [] : [withinReach(within, flowId)];
}

const isSecret = sql<SqlBool>`exists (
  select from flows secret
  where secret.corp_id = flow_inbox.owner_corp_id and secret.flow_id = flow_inbox.flow_id
    and (secret.encrypted or secret.confidential)
  offset 0
)`;

/**
 * Whether the viewer has a row of the same flow. OFFSET 0 keeps the subquery a look-up per row: as a join, PostgreSQL
 * would read all rows of that viewer to find the few in common.
 */
function hasRow(where: Inbox, { viewerCorpId, userId, docQueryType, within }: Excluded): Condition {
  return where.exists(
    where
      .selectFrom('flow_inbox as same')
      .select('same.flow_id')
      // Unqualified column names refer to the inner table.
      .where((inner) => inner.and([...ofType(docQueryType, inboxKinds), ...reached(within, 'same.flow_id')]))
      .where('same.viewer_corp_id', '=', viewerCorpId)
      .where('same.user_id', '=', userId)
      .whereRef('same.flow_id', '=', 'flow_inbox.flow_id')
      .offset(sql.lit(0)),
  );
}

/** Expressions for facts that flow_inbox and flow_inbox_counts store under different names. */
interface KindColumns {
  /** Whether the viewer is the initiator, in any enterprise. */
  readonly byViewer: RawBuilder<SqlBool>;
  readonly inBulk: RawBuilder<SqlBool>;
}

const inboxKinds: KindColumns = {
  byViewer: sql<SqlBool>`initiator_id = user_id`,
  inBulk: sql<SqlBool>`batch_id is not null`,
};

/** Expressions for flow_inbox_counts. */
export const countedKinds: KindColumns = {
  byViewer: sql<SqlBool>`by_viewer`,
  inBulk: sql<SqlBool>`in_bulk`,
};

const { draft, completed } = FlowStatus;
const openStatuses = statusesOf('open');

/** Written without parameters: PostgreSQL uses a partial index only if the query's text implies its predicate. */
export function ofType(type: FlowQuery, { byViewer, inBulk }: KindColumns): readonly Condition[] {
  switch (type) {
    case FlowQuery.all:
      return [];
    case FlowQuery.received:
      // The literal `not initiated` follows from the condition before it, but only its text selects the partial index.
      return [sql<SqlBool>`takes_part and not (${byViewer}) and not initiated`];
    case FlowQuery.initiated:
      return [sql<SqlBool>`initiated`];
    case FlowQuery.copies:
      return [sql<SqlBool>`copied`];
    case FlowQuery.awaitingMe:
      return [sql<SqlBool>`my_turn`];
    case FlowQuery.awaitingOthers:
      return [
        sql<SqlBool>`(initiated or takes_part) and not my_turn and status in (${sql.join(openStatuses.map((status) => sql.lit(status)))})`,
      ];
    case FlowQuery.completed:
      return [sql<SqlBool>`status = ${sql.lit(completed)}`];
    case FlowQuery.bulk:
      return [sql<SqlBool>`initiated and ${inBulk}`];
    case FlowQuery.drafts:
      return [sql<SqlBool>`initiated and status = ${sql.lit(draft)}`];
  }
}
