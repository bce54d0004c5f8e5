/** All SQL of seals. A deleted seal is found by nothing here but what a finished flow shows. */
import { SealStatus } from '@cinnabar/api/enums.js';
import type { SealCategory, SealId } from '@cinnabar/api/schemas/seal.js';
import { type Insertable, type Selectable, sql } from 'kysely';
import { fixedQuery } from '../../database/fixed-query.js';
import type { Db, Tx } from '../../database/schema.js';
import { substringPattern } from '../../database/substring-pattern.js';
import type { SealsTable } from '../../database/tables/seals.js';
import type { CorpId } from '../../operation/context.js';
import { countInForce } from './authorisation-store.js';
import type { PageWindow } from './page-window.js';

export type SealRow = Selectable<SealsTable>;
export type NewSeal = Omit<Insertable<SealsTable>, 'is_default' | 'deleted_at'>;

/** The seal, unless it is deleted or another enterprise's. */
export async function findSeal(db: Db | Tx, corpId: CorpId, sealId: SealId): Promise<SealRow | null> {
  const row = await db
    .selectFrom('seals')
    .selectAll()
    .where('corp_id', '=', corpId)
    .where('seal_id', '=', sealId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

export interface SealKey {
  readonly corpId: CorpId;
  readonly sealId: SealId;
  /** Of the request that asks. */
  readonly now: Date;
}

/** What answers show of a seal; reading the other columns too would take half as long again. */
const SHOWN = [
  ...(['corp_id', 'seal_id', 'corp_name', 'seal_code', 'seal_name', 'category_type', 'seal_style'] as const),
  ...(['width', 'height', 'horizontal_text', 'bottom_text', 'source', 'status', 'is_default'] as const),
  ...(['image_hash', 'created_at'] as const),
] as const;
/** `author_num`: authorisations in force. */
export type ShownSeal = Pick<SealRow, (typeof SHOWN)[number]> & { readonly author_num: number };

const sealsQuery = fixedQuery(
  (db, corpIds: readonly CorpId[], sealIds: readonly SealId[], moment: readonly Date[]) =>
    db
      .selectFrom('seals')
      .select(SHOWN)
      .select(countInForce(sql`(${moment}::timestamptz[])[1]`).as('author_num'))
      .where(
        sql<boolean>`(corp_id, seal_id) in (select * from unnest(${corpIds}::bigint[], ${sealIds}::bigint[]))`,
      )
      .where('deleted_at', 'is', null),
);

/**
 * Like findSeal, for many at once and in their order, as they are shown: at the moment of the newest of the requests,
 * which came within milliseconds.
 */
export async function findSeals(db: Db, keys: readonly SealKey[]): Promise<readonly (ShownSeal | null)[]> {
  const names = keys.map(({ corpId, sealId }) => `${corpId} ${sealId}`);
  const distinct = [...new Map(keys.map((key, index) => [names[index], key])).values()];
  const corpIds = distinct.map(({ corpId }) => corpId);
  const sealIds = distinct.map(({ sealId }) => sealId);
  const moment = new Date(Math.max(...keys.map(({ now }) => now.getTime())));
  const rows = await sealsQuery(db, corpIds, sealIds, [moment]);
  const found = new Map(rows.map((row) => [`${row.corp_id} ${row.seal_id}`, row]));
  return names.map((name) => found.get(name) ?? null);
}

/** The enterprise's default seal, which may be suspended; null while no seal has ever been enabled or all are gone. */
export async function defaultSeal(db: Db | Tx, corpId: CorpId): Promise<SealRow | null> {
  const row = await db
    .selectFrom('seals')
    .selectAll()
    .where('corp_id', '=', corpId)
    .where('is_default', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

export async function sealNameTaken(db: Db | Tx, corpId: CorpId, sealName: string): Promise<boolean> {
  const row = await db
    .selectFrom('seals')
    .select('seal_id')
    .where('corp_id', '=', corpId)
    .where('seal_name', '=', sealName)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Adds a seal; the first enabled one of an enterprise becomes its default. Two at once cannot both be the default nor
 * share a name: an insert that would break either index waits for the other transaction and then does nothing. So the
 * seal is first offered as the default, then without, and when neither went in it is the name that is taken.
 *
 * @returns null when the name is taken
 */
export async function insertSeal(tx: Tx, seal: NewSeal): Promise<SealRow | null> {
  for (const isDefault of seal.status === SealStatus.enabled ? [true, false] : [false]) {
    const row = await tx
      .insertInto('seals')
      .values({ ...seal, is_default: isDefault, deleted_at: null })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (row !== undefined) return row;
  }
  return null;
}

/** The seal, kept from changing until the transaction ends. */
export async function lockSeal(tx: Tx, corpId: CorpId, sealId: SealId): Promise<SealRow | null> {
  const row = await tx
    .selectFrom('seals')
    .selectAll()
    .where('corp_id', '=', corpId)
    .where('seal_id', '=', sealId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** All seals of the enterprise, in an order that no two callers can take against each other. */
export async function lockAllSeals(
  tx: Tx,
  corpId: CorpId,
): Promise<readonly Pick<SealRow, 'seal_id' | 'seal_name' | 'status' | 'is_default' | 'created_at'>[]> {
  return tx
    .selectFrom('seals')
    .select(['seal_id', 'seal_name', 'status', 'is_default', 'created_at'])
    .where('corp_id', '=', corpId)
    .where('deleted_at', 'is', null)
    .orderBy('seal_id')
    .forUpdate()
    .execute();
}

/** Breaks the unique index `seals_name` where the enterprise has the name already. */
export async function renameSeal(tx: Tx, corpId: CorpId, sealId: SealId, sealName: string): Promise<void> {
  await tx
    .updateTable('seals')
    .set({ seal_name: sealName })
    .where('corp_id', '=', corpId)
    .where('seal_id', '=', sealId)
    .execute();
}

/** After lockAllSeals: the default before steps down first, since an enterprise can have one only. */
export async function makeDefault(tx: Tx, corpId: CorpId, sealId: SealId): Promise<void> {
  const ofCorp = tx.updateTable('seals').where('corp_id', '=', corpId).where('deleted_at', 'is', null);
  await ofCorp
    .set({ is_default: false })
    .where('is_default', '=', true)
    .where('seal_id', '<>', sealId)
    .execute();
  await ofCorp.set({ is_default: true }).where('seal_id', '=', sealId).execute();
}

/** After lockAllSeals. */
export async function setSealStatus(
  tx: Tx,
  corpId: CorpId,
  sealId: SealId,
  status: SealStatus,
): Promise<void> {
  await tx
    .updateTable('seals')
    .set({ status })
    .where('corp_id', '=', corpId)
    .where('seal_id', '=', sealId)
    .execute();
}

/** The row stays, for the contracts that carry the seal; its name is free again. */
export async function deleteSeal(tx: Tx, corpId: CorpId, sealId: SealId, now: Date): Promise<void> {
  await tx
    .updateTable('seals')
    .set({ is_default: false, deleted_at: now })
    .where('corp_id', '=', corpId)
    .where('seal_id', '=', sealId)
    .execute();
}

export interface SealFilter {
  readonly sealId: SealId | null;
  /** Found anywhere in the name, without case. */
  readonly sealName: string | null;
  readonly categoryType: SealCategory | null;
  readonly status: SealStatus | null;
}

/** Newest first. */
export async function listSeals(
  db: Db | Tx,
  corpId: CorpId,
  filter: SealFilter,
  window: PageWindow,
  now: Date,
): Promise<{ readonly rows: readonly ShownSeal[]; readonly totalCount: number }> {
  const matching = db
    .selectFrom('seals')
    .where('corp_id', '=', corpId)
    .where('deleted_at', 'is', null)
    .$if(filter.sealId !== null, (query) => query.where('seal_id', '=', filter.sealId))
    .$if(filter.sealName !== null && filter.sealName !== '', (query) =>
      query.where('seal_name', 'ilike', substringPattern(filter.sealName ?? '')),
    )
    .$if(filter.categoryType !== null, (query) => query.where('category_type', '=', filter.categoryType))
    .$if(filter.status !== null, (query) => query.where('status', '=', filter.status));
  const [rows, { count }] = await Promise.all([
    matching
      .select(SHOWN)
      .select(countInForce(sql`${now}::timestamptz`).as('author_num'))
      .orderBy('created_at', 'desc')
      .orderBy('seal_id', 'desc')
      .limit(window.limit)
      .offset(window.offset)
      .execute(),
    matching.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { rows, totalCount: count };
}
