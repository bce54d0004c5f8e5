import type { Id } from '@cinnabar/api/schema.js';
import type { CorpSettings } from '@cinnabar/api/schemas/enterprise.js';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { fixedQuery, type Value } from '../../database/fixed-query.js';
import { readOnceByTransaction } from '../../database/gathered-by-transaction.js';
import { gate, type Write } from '../../database/gathered-writes.js';
import { toJson } from '../../database/json.js';
import type { Database, Db, Tx } from '../../database/schema.js';
import type { Ledger } from '../../database/tables/enterprise.js';
import type { CorpId } from '../../operation/context.js';
import { type Corp, corpOf } from './corp.js';
import type { PackageId } from './package-rules.js';
import type { Account } from './package-store.js';
import { corpNameKey } from './rules.js';
import { storedSettings } from './settings.js';

export async function findCorp(db: Db, corpId: CorpId): Promise<Corp | null> {
  const [row] = await corpQuery(db, corpId);
  return row === undefined ? null : corpOf(row);
}

const corpQuery = fixedQuery((db, corpId: Value<CorpId>) =>
  db.selectFrom('corps').selectAll().where('corp_id', '=', corpId),
);

/** Like findCorp, once for each in a transaction, and by one statement for all that are looked for concurrently. */
export const findCorpTogether = readOnceByTransaction(String, async (tx: Tx, corpIds: readonly CorpId[]) => {
  const rows = await tx
    .selectFrom('corps')
    .selectAll()
    .where(sql<boolean>`corp_id = any(${corpIds}::bigint[])`)
    .execute();
  const corps = new Map(rows.map((row) => [row.corp_id, corpOf(row)]));
  return corpIds.map((corpId) => corps.get(corpId) ?? null);
});

/** Finds an enterprise by name, ignoring character width, brackets and spaces. */
export async function findCorpByName(db: Db, corpName: string): Promise<Corp | null> {
  const row = await db
    .selectFrom('corps')
    .selectAll()
    .where('name_key', '=', corpNameKey(corpName))
    .executeTakeFirst();
  return row === undefined ? null : corpOf(row);
}

/** Changes one setting and keeps the others. @returns false if there is no such enterprise */
export async function saveSetting(
  tx: Tx,
  corpId: CorpId,
  name: string,
  value: string | boolean,
): Promise<boolean> {
  const result = await tx
    .updateTable('corps')
    .set({ settings: sql`settings || ${JSON.stringify({ [name]: value })}::jsonb` })
    .where('corp_id', '=', corpId)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Replaces all settings that enterprises control; other settings in the same column are kept. */
export async function saveSettings(tx: Tx, corpId: CorpId, settings: CorpSettings): Promise<void> {
  const stored = JSON.stringify(storedSettings(settings));
  await tx
    .updateTable('corps')
    .set({ settings: sql`settings || ${stored}::jsonb`, max_amount: settings.maxAmount })
    .where('corp_id', '=', corpId)
    .execute();
}

/** Sets what the operator grants. @returns false if there is no such enterprise */
export async function saveLevel(
  tx: Tx,
  corpId: CorpId,
  level: { readonly corpLevel?: number; readonly levelExpireTime?: Date | null },
): Promise<boolean> {
  const { corpLevel, levelExpireTime } = level;
  const result = await tx
    .updateTable('corps')
    .set({
      ...(corpLevel === undefined ? {} : { corp_level: corpLevel }),
      ...(levelExpireTime === undefined ? {} : { level_expire_time: levelExpireTime }),
    })
    .where('corp_id', '=', corpId)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** The enterprise and its ancestors, nearest first. */
export async function lineOf(db: Db, corpId: CorpId): Promise<readonly CorpId[]> {
  const { rows } = await sql<{ corp_id: CorpId }>`
    with recursive line (corp_id, parent_id, distance) as (
      select corp_id, parent_id, 0 from corps where corp_id = ${corpId}
      union all
      select above.corp_id, above.parent_id, line.distance + 1
        from corps above join line on above.corp_id = line.parent_id
    )
    select corp_id from line order by distance
  `.execute(db);
  return rows.map((row) => row.corp_id);
}

/** Serialises all changes of parents, so that two concurrent ones cannot create a cycle. */
export async function lockParents(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('corps.parent_id'))`.execute(tx);
}

export async function saveParent(tx: Tx, corpId: CorpId, parentId: CorpId | null): Promise<void> {
  await tx.updateTable('corps').set({ parent_id: parentId }).where('corp_id', '=', corpId).execute();
}

/** @returns false if the name or credit code is taken; nothing is stored then */
export async function insertCorp(tx: Tx, corp: Corp, now: Date): Promise<boolean> {
  const result = await tx
    .insertInto('corps')
    .values({
      corp_id: corp.corpId,
      corp_code: corp.corpCode,
      corp_name: corp.corpName,
      name_key: corpNameKey(corp.corpName),
      legal_rep_name: corp.legalRepName,
      legal_rep_ident_no: corp.legalRepIdentNo,
      ident_status: corp.identStatus,
      corp_level: corp.corpLevel,
      level_expire_time: corp.levelExpireTime,
      max_amount: corp.maxAmount,
      legal_date: corp.legalDate,
      parent_id: corp.parentId,
      settings: toJson(corp.settings),
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (result.numInsertedOrUpdatedRows !== 1n) return false;
  await tx
    .insertInto('corp_balances')
    .values([
      { corp_id: corp.corpId, ledger: 'contract', balance: 0, expiring: 0, entries: 0 },
      { corp_id: corp.corpId, ledger: 'collection', balance: 0, expiring: 0, entries: 0 },
    ])
    .execute();
  return true;
}

export interface Balances {
  readonly contract: number;
  readonly collection: number;
}

export async function findBalances(db: Db, corpId: CorpId): Promise<Balances> {
  const rows = await db
    .selectFrom('corp_balances')
    .select(['ledger', 'balance'])
    .where('corp_id', '=', corpId)
    .execute();
  const balanceOf = (ledger: Ledger): number => rows.find((row) => row.ledger === ledger)?.balance ?? 0;
  return { contract: balanceOf('contract'), collection: balanceOf('collection') };
}

export interface Movement {
  /** Balance after the change. */
  readonly balance: number;
  /** Id of the ledger row. */
  readonly position: number;
}

/**
 * Changes a balance and the part of it that expires, and locks its row until the transaction ends.
 * @param which `withoutPackages`: only if no part of the account expires
 * @returns null if the balance would become negative, or if `which` excludes the account
 */
export async function moveBalance(
  tx: Tx,
  { corpId, ledger }: Account,
  by: { readonly count: number; readonly expiring: number },
): Promise<Movement | null> {
  const move = tx
    .updateTable('corp_balances')
    .set((columns) => ({
      balance: columns('balance', '+', by.count),
      expiring: columns('expiring', '+', by.expiring),
      entries: columns('entries', '+', 1),
    }))
    .where('corp_id', '=', corpId)
    .where('ledger', '=', ledger)
    .where((columns) => columns(columns('balance', '+', by.count), '>=', 0));
  const row = await move.returning(['balance', 'entries']).executeTakeFirst();
  return row === undefined ? null : { balance: row.balance, position: row.entries };
}

export interface LedgerEntry {
  readonly corpId: CorpId;
  readonly ledger: Ledger;
  readonly position: number;
  readonly entryId: Id<'LedgerEntry'>;
  readonly recordType: string;
  readonly count: number;
  readonly balance: number;
  readonly flow: FlowOfEntry | null;
  readonly orderCode: string | null;
  readonly remark: string | null;
  /** The package whose remaining units were changed. */
  readonly packageId: PackageId | null;
  readonly createdAt: Date;
}

/** The flow that a row belongs to, under the name that it had at that time. */
export interface FlowOfEntry {
  readonly signFlowId: Id<'Flow'>;
  readonly signFlowCode: string;
  readonly signFlowName: string;
  readonly initPsnName: string;
}

export async function insertEntry(tx: Tx, entry: LedgerEntry): Promise<void> {
  await tx
    .insertInto('ledger_entries')
    .values({
      corp_id: entry.corpId,
      ledger: entry.ledger,
      position: entry.position,
      entry_id: entry.entryId,
      record_type: entry.recordType,
      count: entry.count,
      balance: entry.balance,
      sign_flow_id: entry.flow?.signFlowId ?? null,
      sign_flow_code: entry.flow?.signFlowCode ?? null,
      sign_flow_name: entry.flow?.signFlowName ?? null,
      init_psn_name: entry.flow?.initPsnName ?? null,
      order_code: entry.orderCode,
      remark: entry.remark,
      package_id: entry.packageId,
      created_at: entry.createdAt,
    })
    .execute();
}

type NewEntry = Omit<LedgerEntry, 'position' | 'balance' | 'packageId'>;

/**
 * Moves a balance without expiring packages and writes the entry that explains it, in one statement.
 * @returns the new balance; null if the account has such packages, or if the balance would be negative
 */
export async function moveAndExplain(tx: Tx, entry: NewEntry): Promise<number | null> {
  const moved = movedBalance(entry, sql<boolean>`true`);
  const { rows } = await sql<{ balance: number }>`
    with ${sql.ref(moved.name)} as (${moved.body}) ${explanation(entry, sql`moved_balance`)} returning balance
  `.execute(tx);
  return rows[0]?.balance ?? null;
}

/** The first half of moveAndExplain, if the condition holds; `balanceMoved` tells the result. */
export function movedBalance(
  { corpId, ledger, count }: Pick<NewEntry, 'corpId' | 'ledger' | 'count'>,
  condition: RawBuilder<boolean>,
): Write {
  return {
    name: 'moved_balance',
    body: sql`update corp_balances set balance = balance + ${count}::integer, entries = entries + 1
      where corp_id = ${corpId} and ledger = ${ledger} and expiring = 0 and balance + ${count}::integer >= 0
        and ${condition}
      returning balance, entries`,
  };
}

export const balanceMoved = sql<boolean>`exists (select from moved_balance)`;

/** The second half of moveAndExplain. */
export function explainedBalance(entry: NewEntry): Write {
  return { name: 'explained_balance', body: explanation(entry, sql`${gate}, moved_balance`) };
}

function explanation(entry: NewEntry, source: RawBuilder<unknown>): RawBuilder<unknown> {
  const { corpId, ledger, count, flow } = entry;
  return sql`insert into ledger_entries (
      corp_id, ledger, position, entry_id, record_type, count, balance, sign_flow_id, sign_flow_code,
      sign_flow_name, init_psn_name, order_code, remark, created_at
    )
    select ${corpId}::bigint, ${ledger}, moved_balance.entries, ${entry.entryId}::bigint, ${entry.recordType},
      ${count}::integer, moved_balance.balance, ${flow?.signFlowId ?? null}::bigint, ${flow?.signFlowCode ?? null},
      ${flow?.signFlowName ?? null}, ${flow?.initPsnName ?? null}, ${entry.orderCode}, ${entry.remark},
      ${entry.createdAt}::timestamptz
    from ${source}`;
}

export interface EntryFilter {
  readonly corpId: CorpId;
  readonly ledger: Ledger;
  readonly recordType: string | null;
  readonly signFlowCode: string | null;
  readonly orderCode: string | null;
  /** Matches any part of the text, ignoring case. */
  readonly signFlowName: string | null;
  readonly initPsnName: string | null;
  readonly begin: Date | null;
  readonly end: Date | null;
}

/** Escapes `%` and `_`, which are ordinary characters in search text. */
function containing(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`;
}

function filtered(db: Db, filter: EntryFilter): SelectQueryBuilder<Database, 'ledger_entries', object> {
  let query = db
    .selectFrom('ledger_entries')
    .where('corp_id', '=', filter.corpId)
    .where('ledger', '=', filter.ledger);
  if (filter.recordType !== null) query = query.where('record_type', '=', filter.recordType);
  if (filter.signFlowCode !== null) query = query.where('sign_flow_code', '=', filter.signFlowCode);
  if (filter.orderCode !== null) query = query.where('order_code', '=', filter.orderCode);
  if (filter.signFlowName !== null) {
    query = query.where('sign_flow_name', 'ilike', containing(filter.signFlowName));
  }
  if (filter.initPsnName !== null) {
    query = query.where('init_psn_name', 'ilike', containing(filter.initPsnName));
  }
  if (filter.begin !== null) query = query.where('created_at', '>=', filter.begin);
  if (filter.end !== null) query = query.where('created_at', '<=', filter.end);
  return query;
}

export async function countEntries(db: Db, filter: EntryFilter): Promise<number> {
  const row = await filtered(db, filter).select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return row.total;
}

/** Newest first, in the order of the charges. */
export function listEntries(
  db: Db,
  filter: EntryFilter,
  window: { readonly limit: number; readonly offset: number },
) {
  return filtered(db, filter)
    .selectAll()
    .orderBy('position', 'desc')
    .limit(window.limit)
    .offset(window.offset)
    .execute();
}
