/** All SQL of expiring packages. Callers lock the account before they change a package. */
import type { Id } from '@cinnabar/api/schema.js';
import { sql } from 'kysely';
import type { Db, Tx } from '../../database/schema.js';
import type { Ledger } from '../../database/tables/enterprise.js';
import type { CorpId } from '../../operation/context.js';
import type { Package, PackageId } from './package-rules.js';

export interface Account {
  readonly corpId: CorpId;
  readonly ledger: Ledger;
}

/** Locks an account until the transaction ends. @returns its balance; null if there is no such account */
export async function lockAccount(tx: Tx, { corpId, ledger }: Account): Promise<number | null> {
  const row = await tx
    .selectFrom('corp_balances')
    .select('balance')
    .where('corp_id', '=', corpId)
    .where('ledger', '=', ledger)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.balance ?? null;
}

/** The packages that still have units, whether expired or not. */
export async function findPackages(tx: Tx, { corpId, ledger }: Account): Promise<readonly Package[]> {
  const rows = await tx
    .selectFrom('ledger_packages')
    .select(['package_id', 'remaining', 'expire_at', 'order_code'])
    .where('corp_id', '=', corpId)
    .where('ledger', '=', ledger)
    .where('remaining', '>', 0)
    .execute();
  return rows.map(packageOf);
}

interface PackageRow {
  readonly package_id: PackageId;
  readonly remaining: number;
  readonly expire_at: Date;
  readonly order_code: string | null;
}

const packageOf = (row: PackageRow): Package => ({
  packageId: row.package_id,
  remaining: row.remaining,
  expireTime: row.expire_at,
  orderCode: row.order_code,
});

/** The package from which a unit was drawn for the flow and not yet returned; null if none. */
export async function packageOfFlow(
  tx: Tx,
  { corpId, ledger }: Account,
  flowId: Id<'Flow'>,
): Promise<Package | null> {
  const row = await tx
    .selectFrom('ledger_packages')
    .select(['package_id', 'remaining', 'expire_at', 'order_code'])
    .where('corp_id', '=', corpId)
    .where('ledger', '=', ledger)
    .where('package_id', 'in', (select) =>
      select
        .selectFrom('ledger_entries as entry')
        .select('entry.package_id')
        .where('entry.corp_id', '=', corpId)
        .where('entry.ledger', '=', ledger)
        .where('entry.sign_flow_id', '=', flowId)
        .where('entry.package_id', 'is not', null)
        .groupBy('entry.package_id')
        .having(sql<number>`sum(entry.count)`, '<', 0)
        .$castTo<{ package_id: PackageId }>(),
    )
    .executeTakeFirst();
  return row === undefined ? null : packageOf(row);
}

export async function insertPackage(
  tx: Tx,
  { corpId, ledger }: Account,
  { packageId, remaining, expireTime, orderCode }: Package,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('ledger_packages')
    .values({
      corp_id: corpId,
      ledger,
      package_id: packageId,
      count: remaining,
      remaining,
      expire_at: expireTime,
      order_code: orderCode,
      created_at: now,
    })
    .execute();
}

export async function changePackage(
  tx: Tx,
  { corpId, ledger }: Account,
  packageId: PackageId,
  by: number,
): Promise<void> {
  await tx
    .updateTable('ledger_packages')
    .set((columns) => ({ remaining: columns('remaining', '+', by) }))
    .where('corp_id', '=', corpId)
    .where('ledger', '=', ledger)
    .where('package_id', '=', packageId)
    .executeTakeFirstOrThrow();
}

/** Accounts that have an expired package with units left. */
export async function accountsWithExpired(db: Db, now: Date): Promise<readonly Account[]> {
  const rows = await db
    .selectFrom('ledger_packages')
    .select(['corp_id', 'ledger'])
    .distinct()
    .where('remaining', '>', 0)
    .where('expire_at', '<=', now)
    .orderBy('corp_id')
    .orderBy('ledger')
    .execute();
  return rows.map((row) => ({ corpId: row.corp_id, ledger: row.ledger }));
}
