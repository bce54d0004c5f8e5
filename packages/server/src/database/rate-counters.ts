import { sql } from 'kysely';
import type { Db } from './schema.js';

export interface Attempts {
  /** In the present window, this one included. */
  readonly count: number;
  readonly windowStart: Date;
  readonly windowEnd: Date;
}

/**
 * Counts one more attempt of that name. A window begins with the first attempt and lasts `windowMs`; the first one
 * after its end begins the next. Atomic: of many at once each gets a count of its own.
 *
 * @param db the handle, where the count must outlive what is refused because of it; else the transaction
 */
export async function countAttempt(db: Db, name: string, windowMs: number, now: Date): Promise<Attempts> {
  const oldest = new Date(now.getTime() - windowMs);
  const row = await db
    .insertInto('rate_counters')
    .values({ name, window_start: now, count: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        window_start: sql`case when rate_counters.window_start <= ${oldest} then excluded.window_start
          else rate_counters.window_start end`,
        count: sql`case when rate_counters.window_start <= ${oldest} then 1 else rate_counters.count + 1 end`,
      }),
    )
    .returning(['count', 'window_start'])
    .executeTakeFirstOrThrow();
  return {
    count: row.count,
    windowStart: row.window_start,
    windowEnd: new Date(row.window_start.getTime() + windowMs),
  };
}

/** Takes one attempt back, as long as the window is still the one it was counted in. */
export async function uncountAttempt(db: Db, name: string, windowStart: Date): Promise<void> {
  await db
    .updateTable('rate_counters')
    .set({ count: sql`greatest(count - 1, 0)` })
    .where('name', '=', name)
    .where('window_start', '=', windowStart)
    .execute();
}

/** Lets the present window last its whole length from now on. */
export async function prolongWindow(db: Db, name: string, now: Date): Promise<void> {
  await db.updateTable('rate_counters').set({ window_start: now }).where('name', '=', name).execute();
}
