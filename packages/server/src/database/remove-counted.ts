import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Db } from './schema.js';

/** How many rows were deleted, by enterprise; 0: of none. */
export type Removed = ReadonlyMap<number, number>;

/**
 * Limit of rows deleted by one statement. After days without a worker more may be due than one statement deletes before
 * its timeout, and without a limit it would never get further.
 */
const PORTION = 5_000;

/**
 * Deletes rows, the oldest first, and counts them by their enterprise if the table has one. The condition stands outside
 * the selection too, because only there it is examined again for a row that has been changed since: one that is in use again
 * would otherwise be lost.
 * @param age column that orders them. A plan for any time takes a third of the table for older than it, and without the
 * order would look for the few that are by reading the whole table instead of the index
 */
export async function removeCounted<T extends keyof Database>(
  db: Db,
  table: T,
  age: keyof Database[T] & string,
  where: RawBuilder<SqlBool>,
  { hasCorp = false }: { readonly hasCorp?: boolean } = {},
): Promise<Removed> {
  const corp = hasCorp ? sql`coalesce(corp_id, 0)` : sql`0`;
  const all: Removed[] = [];
  let count: number;
  do {
    const { rows } = await sql<{ readonly corp: number; readonly removed: number }>`
      with gone as (
        delete from ${sql.table(table)}
        where ctid = any(array(
          select ctid from ${sql.table(table)} where ${where} order by ${sql.ref(age)} limit ${PORTION}
        )) and ${where}
        returning ${corp} as corp
      )
      select corp, count(*)::int as removed from gone group by corp
    `.execute(db);
    all.push(new Map(rows.map(({ corp, removed }) => [corp, removed])));
    count = rows.reduce((sum, { removed }) => sum + removed, 0);
  } while (count === PORTION);
  return addRemoved(...all);
}

export function addRemoved(...all: readonly Removed[]): Removed {
  const sums = new Map<number, number>();
  for (const removed of all)
    for (const [corp, count] of removed) sums.set(corp, (sums.get(corp) ?? 0) + count);
  return sums;
}
