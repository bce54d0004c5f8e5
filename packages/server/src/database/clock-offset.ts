import { sql } from 'kysely';
import { toJson } from './json.js';
import type { Db, Tx } from './schema.js';

const CLOCK_OFFSET = 'clock_offset_ms';

/** The offset as an SQL expression of type bigint, for statements that reckon with it. */
export const clockOffset = sql<number>`coalesce(
  (select (value #>> '{}')::bigint from settings where name = ${sql.lit(CLOCK_OFFSET)}), 0
)`;

/** Milliseconds by which the sandbox clock has been moved forward; 0 where it never was. */
export async function loadClockOffset(db: Db | Tx): Promise<number> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', CLOCK_OFFSET)
    .executeTakeFirst();
  return typeof row?.value === 'number' ? row.value : 0;
}

/** Adds to the stored offset and returns the sum. */
export async function addClockOffset(tx: Tx, deltaMs: number): Promise<number> {
  const row = await tx
    .insertInto('settings')
    .values({ name: CLOCK_OFFSET, value: toJson(deltaMs) })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        value: sql<string>`to_jsonb((settings.value #>> '{}')::bigint + ${deltaMs}::bigint)`,
      }),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return Number(row.value);
}
