/** All SQL of seals. Deleted seals are returned only for finished flows. */
import { SealStatus } from '@cinnabar/api/enums.js';
import type { SealCategory, SealId } from '@cinnabar/api/schemas/seal.js';
import type { AuthorisationId } from '@cinnabar/api/schemas/seal-author.js';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import { fixedQuery, type Value } from '../../database/fixed-query.js';
import type { Db, Tx } from '../../database/schema.js';
import { substringPattern } from '../../database/substring-pattern.js';
import type { SealsTable } from '../../database/tables/seals.js';
import type { CorpId, UserId } from '../../operation/context.js';
import { countInForce } from './authorisation-store.js';
import type { PageWindow } from './page-window.js';

export type SealRow = Selectable<SealsTable>;
export type NewSeal = Omit<
  Insertable<SealsTable>,
  'is_default' | 'deleted_at' | 'stopped_by' | 'stop_reason' | 'stopped_at'
>;

/** The seal, unless it is deleted or belongs to another enterprise. */
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

const TO_PLACE = [
  ...(['corp_id', 'seal_id', 'drawing_hash', 'source', 'width', 'height'] as const),
  ...(['status', 'is_default'] as const),
] as const;

/** What placing a seal takes. */
export type SealToPlace = Pick<SealRow, (typeof TO_PLACE)[number]>;

/** The enterprise's seals of these ids, of which 0 is the default, as a part of a query. */
export function sealsToPlace(db: Db, corpId: Value<CorpId>, sealIds: Value<readonly (SealId | 0)[]>) {
  return db
    .selectFrom('seals')
    .select(TO_PLACE)
    .where('corp_id', '=', corpId)
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`(seal_id = any(${sealIds}::bigint[]) or (is_default and 0 = any(${sealIds}::bigint[])))`,
    );
}

/**
 * Whether the seals and these authorisations to use them are what an act found: enabled, in force, and in an enterprise
 * where nobody else examines them.
 */
export function stillUsable(found: {
  readonly corpId: CorpId;
  readonly sealIds: readonly SealId[];
  readonly authorisationIds: readonly AuthorisationId[];
}): RawBuilder<boolean> {
  const { corpId, sealIds, authorisationIds } = found;
  return sql<boolean>`(
    (
      select count(*) from seals
      where corp_id = ${corpId} and seal_id = any(${sealIds}::bigint[])
        and deleted_at is null and status = ${SealStatus.enabled}
    ) = ${sealIds.length}::integer
    and not exists (select from corps where corp_id = ${corpId} and settings ->> 'sealApproval' = 'strict')
    and (
      select count(*) from seal_authorisations
      where corp_id = ${corpId} and authorisation_id = any(${authorisationIds}::bigint[]) and withdrawn_at is null
    ) = ${authorisationIds.length}::integer
  )`;
}

export interface SealKey {
  readonly corpId: CorpId;
  readonly sealId: SealId;
  /** Time of the request. */
  readonly now: Date;
}

/** Columns for answers; selecting the others too would take half as long again. */
const SHOWN = [
  ...(['corp_id', 'seal_id', 'corp_name', 'seal_code', 'seal_name', 'category_type', 'seal_style'] as const),
  ...(['width', 'height', 'horizontal_text', 'bottom_text', 'source', 'status', 'is_default'] as const),
  ...(['image_hash', 'created_at', 'stopped_by', 'stop_reason', 'stopped_at'] as const),
] as const;
/** `author_num`: authorisations in force. */
export type ShownSeal = Pick<SealRow, (typeof SHOWN)[number]> & { readonly author_num: number };

const sealsQuery = fixedQuery(
  (db, corpIds: Value<readonly CorpId[]>, sealIds: Value<readonly SealId[]>, moment: Value<Date>) =>
    db
      .selectFrom('seals')
      .select(SHOWN)
      .select(countInForce(sql`${moment}::timestamptz`).as('author_num'))
      .where(
        sql<boolean>`(corp_id, seal_id) in (select * from unnest(${corpIds}::bigint[], ${sealIds}::bigint[]))`,
      )
      .where('deleted_at', 'is', null),
);

/**
 * Batched findSeal in the order of the keys, for display, as of the newest of the requests, which arrive within
 * milliseconds of each other.
 */
export async function findSeals(db: Db, keys: readonly SealKey[]): Promise<readonly (ShownSeal | null)[]> {
  const names = keys.map(({ corpId, sealId }) => `${corpId} ${sealId}`);
  const distinct = [...new Map(keys.map((key, index) => [names[index], key])).values()];
  const corpIds = distinct.map(({ corpId }) => corpId);
  const sealIds = distinct.map(({ sealId }) => sealId);
  const moment = new Date(Math.max(...keys.map(({ now }) => now.getTime())));
  const rows = await sealsQuery(db, corpIds, sealIds, moment);
  const found = new Map(rows.map((row) => [`${row.corp_id} ${row.seal_id}`, row]));
  return names.map((name) => found.get(name) ?? null);
}

/**
 * The enterprise's default seal, which may be suspended; null if no seal has ever been enabled or all have been
 * deleted.
 */
export async function defaultSeal(db: Db | Tx, corpId: CorpId): Promise<SealRow | null> {
  const [row] = await defaultSealQuery(db, corpId);
  return row ?? null;
}

const defaultSealQuery = fixedQuery((db, corpId: Value<CorpId>) =>
  db
    .selectFrom('seals')
    .selectAll()
    .where('corp_id', '=', corpId)
    .where('is_default', '=', true)
    .where('deleted_at', 'is', null),
);

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
 * Adds a seal; an enterprise's first enabled seal becomes its default. Two concurrent inserts cannot both be the
 * default or share a name: an insert that would violate either index waits for the other transaction and then does
 * nothing. The seal is therefore inserted first as the default, then without; if both fail, the name is taken.
 *
 * @returns null if the name is taken
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

/** The seal, locked until the transaction ends. */
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

/** Locks all seals of the enterprise, in a fixed order to avoid deadlocks. */
export async function lockAllSeals(
  tx: Tx,
  corpId: CorpId,
): Promise<
  readonly Pick<SealRow, 'seal_id' | 'seal_name' | 'status' | 'stopped_by' | 'is_default' | 'created_at'>[]
> {
  return tx
    .selectFrom('seals')
    .select(['seal_id', 'seal_name', 'status', 'stopped_by', 'is_default', 'created_at'])
    .where('corp_id', '=', corpId)
    .where('deleted_at', 'is', null)
    .orderBy('seal_id')
    .forUpdate()
    .execute();
}

/** Violates the unique index `seals_name` if the enterprise already has the name. */
export async function renameSeal(tx: Tx, corpId: CorpId, sealId: SealId, sealName: string): Promise<void> {
  await tx
    .updateTable('seals')
    .set({ seal_name: sealName })
    .where('corp_id', '=', corpId)
    .where('seal_id', '=', sealId)
    .execute();
}

/** Requires lockAllSeals: the previous default is cleared first, because a unique index allows one per enterprise. */
export async function makeDefault(tx: Tx, corpId: CorpId, sealId: SealId): Promise<void> {
  const ofCorp = tx.updateTable('seals').where('corp_id', '=', corpId).where('deleted_at', 'is', null);
  await ofCorp
    .set({ is_default: false })
    .where('is_default', '=', true)
    .where('seal_id', '<>', sealId)
    .execute();
  await ofCorp.set({ is_default: true }).where('seal_id', '=', sealId).execute();
}

/** Who has suspended or rejected a seal, why and when. */
export interface SealStop {
  /** null: the platform. */
  readonly userId: UserId | null;
  readonly reason: string | null;
  readonly time: Date;
}

/**
 * Requires lockAllSeals.
 * @param stop null: it is neither suspended nor rejected
 */
export async function setSealStatus(
  tx: Tx,
  corpId: CorpId,
  sealId: SealId,
  status: SealStatus,
  stop: SealStop | null,
): Promise<void> {
  await tx
    .updateTable('seals')
    .set({
      status,
      stopped_by: stop?.userId ?? null,
      stop_reason: stop?.reason ?? null,
      stopped_at: stop?.time ?? null,
    })
    .where('corp_id', '=', corpId)
    .where('seal_id', '=', sealId)
    .execute();
}

/** The row is kept for the contracts that bear the seal; its name becomes available. */
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
  /** Matches any part of the name, ignoring case. */
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
