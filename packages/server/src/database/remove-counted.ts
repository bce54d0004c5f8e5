import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Db } from './schema.js';

/** How many rows were deleted, by enterprise; 0: of none. */
export type Removed = ReadonlyMap<number, number>;

/** Deletes rows, and counts them by their enterprise if the table has one. */
export async function removeCounted(
  db: Db,
  table: keyof Database,
  where: RawBuilder<SqlBool>,
  { hasCorp = false }: { readonly hasCorp?: boolean } = {},
): Promise<Removed> {
  const corp = hasCorp ? sql`coalesce(corp_id, 0)` : sql`0`;
  const { rows } = await sql<{ readonly corp: number; readonly removed: number }>`
    with gone as (delete from ${sql.table(table)} where ${where} returning ${corp} as corp)
    select corp, count(*)::int as removed from gone group by corp
  `.execute(db);
  return new Map(rows.map(({ corp, removed }) => [corp, removed]));
}

export function addRemoved(...all: readonly Removed[]): Removed {
  const sums = new Map<number, number>();
  for (const removed of all)
    for (const [corp, count] of removed) sums.set(corp, (sums.get(corp) ?? 0) + count);
  return sums;
}
