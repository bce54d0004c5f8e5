/** Open flows of one part of a scope, along the index of waiting flows. */
import { maxOverviewCount } from '@cinnabar/api/schemas/overview.js';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../../database/schema.js';
import { statusesOf } from '../../flow/rules/states.js';
import { openInbox } from '../../flow/store/inbox-texts.js';
import { type Condition, type Inbox, inPart, type ScopePart } from './inbox-scope.js';
import type { FoundFlow } from './newest-places.js';

/** Limit of flows that are returned. */
const MAX_SHOWN = 50;

export interface PendingFlows {
  readonly rows: readonly FoundFlow[];
  /** Counted up to one more than maxOverviewCount. */
  readonly count: number;
}

/** Flows that have waited since then or before, the nearest deadline first, then the longest wait. */
export function stuckFlows(db: Db, part: ScopePart, since: Date, now: Date): Promise<PendingFlows> {
  return pending(db, part, (where) => [
    where('status', 'in', statusesOf('draft', 'open')),
    where('waiting_since', '<=', since),
    where.or([where('deadline', 'is', null), where('deadline', '>', now)]),
  ]);
}

/** Flows that wait for somebody and whose deadline is then or before. */
export function endingFlows(db: Db, part: ScopePart, until: Date, now: Date): Promise<PendingFlows> {
  return pending(db, part, (where) => [
    where('status', 'in', statusesOf('open')),
    where('waiting_since', 'is not', null),
    where('deadline', '>', now),
    where('deadline', '<=', until),
  ]);
}

async function pending(
  db: Db,
  part: ScopePart,
  conditions: (where: Inbox) => readonly Condition[],
): Promise<PendingFlows> {
  const found = db
    .selectFrom('flow_inbox')
    .where((where) => where.and([inPart(where, part), sql<SqlBool>`initiated`, ...conditions(where)]));
  const [rows, { count }] = await Promise.all([
    found
      .selectAll()
      .orderBy('deadline', (order) => order.asc().nullsLast())
      .orderBy('waiting_since')
      .orderBy('flow_id')
      .limit(MAX_SHOWN)
      .execute(),
    db
      .selectFrom(
        found
          .select('flow_inbox.flow_id')
          .limit(maxOverviewCount + 1)
          .as('counted'),
      )
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows: await openInbox(db, rows), count };
}
