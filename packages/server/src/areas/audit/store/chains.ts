/** SQL of the chains. */
import { sql } from 'kysely';
import type { ChainHash } from '../../../custody/event-chain.js';
import type { Db, Tx } from '../../../database/schema.js';
import type { CorpId } from '../../../operation/context.js';
import type { AuditEntryId, ChainEnd, ChainPlace, LinkedEntry } from '../chain-rules.js';
import { type EntryRow, entryColumns, entryOf, personalOf } from './entry-row.js';

/** Number of the platform's chain. Those of enterprises have their ids. */
const PLATFORM = 0;

export function chainOf(corpId: CorpId | null): number {
  return corpId ?? PLATFORM;
}

/** Takes entries that wait to be chained, in the order in which they were made. */
export async function takeUnchained(tx: Tx, limit: number): Promise<readonly EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    with taken as (
      delete from audit_unchained
      where entry_id in (select entry_id from audit_unchained order by entry_id limit ${limit} for update skip locked)
      returning entry_id
    )
    select ${entryColumns}
    from taken
    join audit_entries entry on entry.entry_id = taken.entry_id
    left join audit_personal_data personal on personal.entry_id = taken.entry_id
    order by taken.entry_id
  `.execute(tx);
  return rows;
}

/** Locks the ends of chains, in a fixed order, and begins those that do not exist. */
export async function lockEnds(tx: Tx, chains: readonly number[]): Promise<ReadonlyMap<number, ChainPlace>> {
  await sql`
    insert into audit_chains (chain, entries)
    select chain, 0 from unnest(${chains}::bigint[]) as given (chain) order by chain
    on conflict (chain) do nothing
  `.execute(tx);
  const rows = await tx
    .selectFrom('audit_chains')
    .select(['chain', 'entries', 'head'])
    .where('chain', 'in', chains)
    .orderBy('chain')
    .forUpdate()
    .execute();
  return new Map(rows.map(({ chain, entries, head }) => [chain, { sequence: entries, hash: head }]));
}

export interface NewLink {
  readonly chain: number;
  readonly sequence: number;
  readonly entryId: AuditEntryId;
  readonly personal: string;
  readonly hash: string;
  readonly hashedBy: ChainHash;
}

export async function insertLinks(tx: Tx, links: readonly NewLink[]): Promise<void> {
  await tx
    .insertInto('audit_links')
    .values(
      links.map(({ entryId, hashedBy, ...link }) => ({ ...link, entry_id: entryId, hashed_by: hashedBy })),
    )
    .execute();
}

export async function moveEnd(tx: Tx, { chain, entries, head, seal }: ChainEnd): Promise<void> {
  await tx.updateTable('audit_chains').set({ entries, head, seal }).where('chain', '=', chain).execute();
}

export interface ChainState extends ChainEnd {
  /** Links that the running check has passed. */
  readonly checkedTo: number;
  readonly brokenAt: number | null;
  readonly checkedAt: Date | null;
}

function states(db: Db) {
  return db
    .selectFrom('audit_chains')
    .select(['chain', 'entries', 'head', 'seal'])
    .select(['checked_to as checkedTo', 'broken_at as brokenAt', 'checked_at as checkedAt']);
}

export async function findChain(db: Db, chain: number): Promise<ChainState | null> {
  return (await states(db).where('chain', '=', chain).executeTakeFirst()) ?? null;
}

export async function allChains(db: Db): Promise<readonly ChainState[]> {
  return states(db).orderBy('chain').execute();
}

/** Chains whose check is under way, or was completed before the given time; those first that waited longest. */
export async function chainsToCheck(db: Db, before: Date): Promise<readonly ChainState[]> {
  return states(db)
    .where((where) =>
      where.or([
        where('checked_to', '>', 0),
        where('checked_at', 'is', null),
        where('checked_at', '<=', before),
      ]),
    )
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .orderBy('chain')
    .execute();
}

export async function saveCheck(
  db: Db,
  chain: number,
  check: { readonly to: number } | { readonly brokenAt: number | null; readonly at: Date },
): Promise<void> {
  await db
    .updateTable('audit_chains')
    .set(
      'to' in check
        ? { checked_to: check.to }
        : { checked_to: 0, broken_at: check.brokenAt, checked_at: check.at },
    )
    .where('chain', '=', chain)
    .execute();
}

/** The place at which a link stands; its hash is null if the link is gone. */
export async function placeAt(db: Db, chain: number, sequence: number): Promise<ChainPlace> {
  const row = await db
    .selectFrom('audit_links')
    .select('hash')
    .where('chain', '=', chain)
    .where('sequence', '=', sequence)
    .executeTakeFirst();
  return { sequence, hash: row?.hash ?? null };
}

/** Links with their entries, in order. */
export async function linksAfter(
  db: Db,
  chain: number,
  { after, to, limit }: { readonly after: number; readonly to: number; readonly limit: number },
): Promise<readonly LinkedEntry[]> {
  const { rows } = await sql<EntryRow & LinkColumns & { readonly isGone: boolean }>`
    select ${linkColumns}, entry.entry_id is null as "isGone", ${entryColumns}
    from audit_links link
    left join audit_entries entry on entry.entry_id = link.entry_id
    left join audit_personal_data personal on personal.entry_id = link.entry_id
    where link.chain = ${chain} and link.sequence > ${after} and link.sequence <= ${to}
    order by link.sequence
    limit ${limit}
  `.execute(db);
  return rows.map((row) => ({
    sequence: row.sequence,
    personal: row.personal,
    hash: row.hash,
    hashedBy: row.hashedBy,
    // An entry that another enterprise has got is gone from this one.
    entry: row.isGone || chainOf(row.corpId) !== chain ? null : entryOf(row),
    data: personalOf(row),
  }));
}

export interface LinkColumns {
  readonly sequence: number;
  readonly personal: string;
  readonly hash: string;
  readonly hashedBy: ChainHash;
}

const linkColumns = sql`link.sequence, link.personal, link.hash, link.hashed_by as "hashedBy"`;

/** Entries of an enterprise that wait to be chained. */
export async function countUnchained(db: Db, corpId: CorpId): Promise<number> {
  const { count } = await db
    .selectFrom('audit_unchained as unchained')
    .innerJoin('audit_entries as entry', 'entry.entry_id', 'unchained.entry_id')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('entry.corp_id', '=', corpId)
    .executeTakeFirstOrThrow();
  return count;
}
