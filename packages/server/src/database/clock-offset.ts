import { sql } from 'kysely';
import type { ClockSetting } from '../clock.js';
import { toJson } from './json.js';
import type { Db, Tx } from './schema.js';

const CLOCK_OFFSET = 'clock_offset_ms';
const CLOCK_RESETS = 'clock_resets';

/** The offset as an SQL expression of type bigint. */
export const clockOffset = sql<number>`coalesce(
  (select (value #>> '{}')::bigint from settings where name = ${sql.lit(CLOCK_OFFSET)}), 0
)`;

/** Setting of the sandbox clock; offset 0 by default. */
export async function loadClockSetting(db: Db | Tx): Promise<ClockSetting> {
  const rows = await db
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', 'in', [CLOCK_OFFSET, CLOCK_RESETS])
    .execute();
  const stored = (wanted: string): number => {
    const value = rows.find(({ name }) => name === wanted)?.value;
    return typeof value === 'number' ? value : 0;
  };
  return { offsetMs: stored(CLOCK_OFFSET), resets: stored(CLOCK_RESETS) };
}

/** Adds to the stored offset and returns the result. */
export async function addClockOffset(tx: Tx, deltaMs: number): Promise<ClockSetting> {
  await addTo(tx, CLOCK_OFFSET, deltaMs);
  return loadClockSetting(tx);
}

/** Stores that the clock was reset and returns the stored value. */
export async function resetClockOffset(tx: Tx): Promise<ClockSetting> {
  const { offsetMs } = await loadClockSetting(tx);
  await addTo(tx, CLOCK_OFFSET, -offsetMs);
  await addTo(tx, CLOCK_RESETS, 1);
  return loadClockSetting(tx);
}

async function addTo(tx: Tx, name: string, summand: number): Promise<void> {
  await tx
    .insertInto('settings')
    .values({ name, value: toJson(summand) })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        value: sql<string>`to_jsonb((settings.value #>> '{}')::bigint + ${summand}::bigint)`,
      }),
    )
    .execute();
}
