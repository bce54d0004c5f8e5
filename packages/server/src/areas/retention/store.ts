/** SQL of the reports of removals. */
import { sql } from 'kysely';
import type { Removed } from '../../database/remove-counted.js';
import { isRetentionKind, type RetentionKind } from '../../database/retention.js';
import type { Db } from '../../database/schema.js';
import type { CorpId } from '../../operation/context.js';

/** Reports what a run has removed of a kind; nothing if it was nothing. */
export async function recordRemoval(db: Db, kind: RetentionKind, removed: Removed, now: Date): Promise<void> {
  if (removed.size === 0) return;
  await sql`
    insert into retention_removals (removed_at, kind, corp_id, rows)
    select ${now}::timestamptz, ${kind}::text, given.corp, given.rows
    from unnest(${[...removed.keys()]}::bigint[], ${[...removed.values()]}::int[]) as given (corp, rows)
    on conflict (removed_at, kind, corp_id) do update set rows = retention_removals.rows + excluded.rows
  `.execute(db);
}

export interface Removal {
  readonly removedAt: Date;
  readonly kind: RetentionKind;
  /** 0: of no enterprise. */
  readonly corpId: number;
  readonly rows: number;
}

/** Removals of all runs, or those of an enterprise; the newest first. */
export async function listRemovals(
  db: Db,
  corpId: CorpId | null,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly Removal[]> {
  let query = db
    .selectFrom('retention_removals')
    .selectAll()
    .orderBy('removed_at', 'desc')
    .orderBy('kind')
    .orderBy('corp_id')
    .limit(limit)
    .offset(offset);
  if (corpId !== null) query = query.where('corp_id', '=', corpId);
  // A later version may have had kinds of its own.
  return (await query.execute()).flatMap(({ removed_at: removedAt, kind, corp_id, rows }) =>
    isRetentionKind(kind) ? [{ removedAt, kind, corpId: corp_id, rows }] : [],
  );
}

export async function countRemovals(db: Db, corpId: CorpId): Promise<number> {
  const { count } = await db
    .selectFrom('retention_removals')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('corp_id', '=', corpId)
    .executeTakeFirstOrThrow();
  return count;
}
