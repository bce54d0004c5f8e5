import type { Id } from '@cinnabar/api/schema.js';
import { sql } from 'kysely';
import type { Db } from '../../database/schema.js';
import { substringPattern } from '../../database/substring-pattern.js';
import type { CorpsTable } from '../../database/tables/enterprise.js';
import type { CorpId } from '../../operation/context.js';
import { SIGNATURE_SUITE } from './signature-suite.js';

/** An enterprise with its balances, as in a list. */
export interface ListedCorp {
  readonly corpId: CorpId;
  readonly corpName: string;
  readonly corpCode: string | null;
  readonly identStatus: CorpsTable['ident_status'];
  readonly parentId: Id<'Corp'> | null;
  readonly contracts: number;
  readonly collections: number;
  /** End of its level; null: none. */
  readonly levelExpireTime: Date | null;
  readonly createTime: Date;
}

/**
 * All enterprises of the platform, for the operator, oldest first.
 * @param corpName matches any part of the name, ignoring case; null: any
 */
export async function listCorps(
  db: Db,
  corpName: string | null,
  window: { readonly limit: number; readonly offset: number },
): Promise<{ readonly items: readonly ListedCorp[]; readonly totalCount: number }> {
  const matching = db
    .selectFrom('corps')
    .$if(corpName !== null, (query) =>
      query.where('corps.corp_name', 'ilike', substringPattern(corpName ?? '')),
    );
  const balanceOf = (ledger: 'contract' | 'collection') => sql<number>`(
    select balance from corp_balances where corp_id = corps.corp_id and ledger = ${ledger}
  )`;
  const [rows, { count }] = await Promise.all([
    matching
      .select([
        'corp_id',
        'corp_name',
        'corp_code',
        'ident_status',
        'parent_id',
        'level_expire_time',
        'created_at',
      ])
      .select([balanceOf('contract').as('contracts'), balanceOf('collection').as('collections')])
      .orderBy('corp_id')
      .limit(window.limit)
      .offset(window.offset)
      .execute(),
    matching.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  const items = rows.map((row) => ({
    corpId: row.corp_id,
    corpName: row.corp_name,
    corpCode: row.corp_code,
    identStatus: row.ident_status,
    parentId: row.parent_id,
    contracts: row.contracts,
    collections: row.collections,
    levelExpireTime: row.level_expire_time,
    createTime: row.created_at,
  }));
  return { items, totalCount: count };
}

/** Enterprises that have chosen one of these signature suites. */
export async function countCorpsWithSuites(db: Db, suites: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('corps')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where(sql<boolean>`settings ->> ${SIGNATURE_SUITE} = any(${suites}::text[])`)
    .executeTakeFirstOrThrow();
  return count;
}
