/** The rows of lists for exports. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Reads } from '../../../../database/reads.js';
import type { Db } from '../../../../database/schema.js';
import { openInbox } from '../../flow/store/inbox-texts.js';
import { isCounted } from './count-rows.js';
import type { FlowFilters, ResolvedFilters } from './inbox-filters.js';
import { type InboxScope, scopeParts } from './inbox-scope.js';
import { type FoundFlow, type FoundPlace, newestOf, type Position, pageOf } from './newest-places.js';
import { resolveFilters } from './sealed-titles.js';
import { atPlaces, newestSearched, searchedParts } from './searched-page.js';

const ROWS_AT_ONCE = 1000;

/** Of flows that a text finds. With more of them, reading along the list finds the next ones soon. */
const MAX_SEARCHED = 20_000;

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

const derived = [
  seconds('created_at').as('at'),
  secondsOrNull('started_at').as('started_at'),
  secondsOrNull('finished_at').as('finished_at'),
  secondsOrNull('deadline').as('deadline'),
  names('signer_names').as('signer_names'),
  names('signer_corps').as('signer_corps'),
] as const;

/** Rows after the last one, read along the list. */
function readRows(
  db: Db,
  scope: InboxScope,
  filters: ResolvedFilters,
  last: Position | null,
): Promise<readonly ExportedFlow[]> {
  const [part, ...others] = scopeParts(scope);
  // Along the index, without looking up each row by its key: that pays only where filters leave out rows.
  if (others.length === 0 && isCounted(part, filters)) {
    const rows = newestOf(db, part, filters, ROWS_AT_ONCE, last).clearSelect();
    return rows.select(exported).select(derived).execute();
  }
  return pageOf(db, scope, filters, { limit: ROWS_AT_ONCE, offset: 0 }, last)
    .select(exported)
    .select(derived)
    .execute();
}

/**
 * The places of all flows that the filters leave, in order, from the search index; null if they have to be read along the
 * list: without a text to look up, or where a text is so frequent that the list is faster. Of ten million rows one in
 * five thousand is found by the index at once, while reading along the list takes longer than a statement may.
 */
async function searchedPlaces(
  db: Db,
  scope: InboxScope,
  filters: ResolvedFilters,
): Promise<readonly FoundPlace[] | null> {
  const parts = await searchedParts(db, scope, filters);
  if (parts === null) return null;
  const { places } = await newestSearched(db, parts, filters, MAX_SEARCHED, MAX_SEARCHED);
  return places.length < MAX_SEARCHED ? places : null;
}

/** Rows, and how to read those that follow; null: there are none. */
interface Portion {
  readonly rows: readonly ExportedFlow[];
  readonly next: (() => Promise<Portion>) | null;
}

/**
 * Iterates over all pages of listInbox in the same order. Each read continues after the last row, so that no query stays
 * open while a client reads slowly, and none remains when the client disconnects. The next rows are prefetched while the
 * previous ones are consumed.
 */
export async function* eachInInbox(
  reads: Reads,
  scope: InboxScope,
  filters: FlowFilters,
): AsyncGenerator<readonly ExportedFlow[]> {
  let reading = firstPortion(reads, scope, filters);
  try {
    for (;;) {
      const { rows, next } = await reading;
      if (next !== null) {
        reading = next();
        // Prefetch errors surface when these rows are requested, which may never happen.
        reading.catch(() => undefined);
        // The query is sent before the consumer takes the event loop: the database works meanwhile.
        await nextTurn();
      }
      if (rows.length > 0) yield rows;
      if (next === null) return;
    }
  } finally {
    await reading.catch(() => undefined);
  }
}

async function firstPortion(reads: Reads, scope: InboxScope, filters: FlowFilters): Promise<Portion> {
  const { resolved, places } = await reads.read(async (db) => {
    const resolved = await resolveFilters(db, scope, filters);
    return { resolved, places: await searchedPlaces(db, scope, resolved) };
  });
  const behind = async (last: Position | null): Promise<Portion> => {
    const rows = await reads.read((db) => readRows(db, scope, resolved, last).then(opened(db)));
    const end = rows.at(-1);
    return { rows, next: end === undefined || rows.length < ROWS_AT_ONCE ? null : () => behind(end) };
  };
  if (places === null) return behind(null);
  const from = async (start: number): Promise<Portion> => {
    const end = start + ROWS_AT_ONCE;
    const rows = await reads.read((db) =>
      atPlaces(db, places.slice(start, end)).select(exported).select(derived).execute().then(opened(db)),
    );
    return { rows, next: end < places.length ? () => from(end) : null };
  };
  return from(0);
}

const opened = (db: Db) => async (rows: readonly ExportedFlow[]) =>
  rows.some(({ sealed }) => sealed !== null) ? openInbox(db, rows) : rows;
