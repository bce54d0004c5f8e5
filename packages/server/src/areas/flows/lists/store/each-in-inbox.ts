/** The rows of lists for exports. */
import { sql } from 'kysely';
import type { Reads } from '../../../../database/reads.js';
import type { Db } from '../../../../database/schema.js';
import { openInbox } from '../../flow/store/inbox-texts.js';
import type { FlowFilters, ResolvedFilters } from './inbox-filters.js';
import type { InboxScope } from './inbox-scope.js';
import { type FoundFlow, type Position, pageOf } from './newest-places.js';
import { resolveFilters } from './sealed-titles.js';

const ROWS_AT_ONCE = 1000;

/** Between the names of an ExportedFlow. No name contains it. */
export const NAME_SEPARATOR = '\u001f';

/** Flow columns that exports need: reading the others would dominate the run time. */
const exported = [
  'flow_inbox.flow_id',
  'flow_inbox.owner_corp_id',
  'flow_inbox.flow_code',
  'flow_inbox.title',
  'flow_inbox.status',
  'flow_inbox.description',
  'flow_inbox.owner_corp_name',
  'flow_inbox.initiator_name',
  'flow_inbox.source_order_code',
  'flow_inbox.sealed',
] as const;

type Unqualified<Name> = Name extends `flow_inbox.${infer Column}` ? Column : never;

/** Lists and times in forms that cost the event loop little. */
export interface ExportedFlow
  extends Pick<FoundFlow, Unqualified<(typeof exported)[number]> & keyof FoundFlow> {
  /** When it was created, in seconds since 1970. */
  readonly at: number;
  readonly signer_names: string;
  readonly signer_corps: string;
  readonly started_at: number | null;
  readonly finished_at: number | null;
  readonly deadline: number | null;
}

const seconds = (column: string) => sql<number>`date_part('epoch', ${sql.ref(`flow_inbox.${column}`)})`;
const secondsOrNull = (column: string) =>
  sql<number | null>`date_part('epoch', ${sql.ref(`flow_inbox.${column}`)})`;
const names = (column: string) =>
  sql<string>`array_to_string(${sql.ref(`flow_inbox.${column}`)}, ${sql.lit(NAME_SEPARATOR)})`;

function readRows(
  db: Db,
  scope: InboxScope,
  filters: ResolvedFilters,
  last: Position | null,
): Promise<readonly ExportedFlow[]> {
  return pageOf(db, scope, filters, { limit: ROWS_AT_ONCE, offset: 0 }, last)
    .select(exported)
    .select([
      seconds('created_at').as('at'),
      secondsOrNull('started_at').as('started_at'),
      secondsOrNull('finished_at').as('finished_at'),
      secondsOrNull('deadline').as('deadline'),
      names('signer_names').as('signer_names'),
      names('signer_corps').as('signer_corps'),
    ])
    .execute();
}

/**
 * Iterates over all pages of listInbox in the same order. Each read starts after the last row (keyset pagination), so
 * that no query stays open while a client reads slowly, and none remains when the client disconnects. The next rows are
 * prefetched while the previous ones are consumed.
 */
export async function* eachInInbox(
  reads: Reads,
  scope: InboxScope,
  filters: FlowFilters,
): AsyncGenerator<readonly ExportedFlow[]> {
  const resolved = await reads.read((db) => resolveFilters(db, scope, filters));
  const readBehind = (last: Position | null): Promise<readonly ExportedFlow[]> =>
    reads.read(async (db) => {
      const rows = await readRows(db, scope, resolved, last);
      return rows.some(({ sealed }) => sealed !== null) ? openInbox(db, rows) : rows;
    });
  let reading = readBehind(null);
  try {
    for (;;) {
      const rows = await reading;
      const last = rows.at(-1);
      if (last === undefined) return;
      const isLast = rows.length < ROWS_AT_ONCE;
      if (!isLast) {
        reading = readBehind(last);
        // Prefetch errors surface when these rows are requested, which may never happen.
        reading.catch(() => undefined);
      }
      yield rows;
      if (isLast) return;
    }
  } finally {
    await reading.catch(() => undefined);
  }
}
