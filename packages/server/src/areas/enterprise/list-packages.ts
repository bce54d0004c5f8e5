import type { Db } from '../../database/schema.js';
import type { Ledger } from '../../database/tables/enterprise.js';
import type { CorpId } from '../../operation/context.js';
import type { PackageId } from './package-rules.js';

/** A package of contracts or collections, as in a list. */
export interface ListedPackage {
  readonly packageId: PackageId;
  readonly ledger: Ledger;
  readonly count: number;
  readonly remaining: number;
  readonly expireTime: Date;
  readonly orderCode: string | null;
  readonly createTime: Date;
}

/** Packages of an enterprise, used-up and expired ones included; the latest expiry first. */
export async function listPackages(
  db: Db,
  corpId: CorpId,
  window: { readonly limit: number; readonly offset: number },
): Promise<{ readonly items: readonly ListedPackage[]; readonly totalCount: number }> {
  const ofCorp = db.selectFrom('ledger_packages').where('corp_id', '=', corpId);
  const [rows, { count }] = await Promise.all([
    ofCorp
      .selectAll()
      .orderBy('expire_at', 'desc')
      .orderBy('package_id', 'desc')
      .limit(window.limit)
      .offset(window.offset)
      .execute(),
    ofCorp.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  const items = rows.map((row) => ({
    packageId: row.package_id,
    ledger: row.ledger,
    count: row.count,
    remaining: row.remaining,
    expireTime: row.expire_at,
    orderCode: row.order_code,
    createTime: row.created_at,
  }));
  return { items, totalCount: count };
}
