import { sql } from 'kysely';
import type { Db } from './schema.js';

export interface Attempts {
  /** Count in the present window, including this one. */
  readonly count: number;
  readonly windowStart: Date;
  readonly windowEnd: Date;
}

/**
 * Counts one more attempt of that name. A window begins with the first attempt and lasts `windowMs`; the first attempt
 * after its end begins the next. Atomic: each concurrent attempt gets a count of its own.
 *
 * @param db the handle if the count must survive the refusal that it causes; otherwise the transaction
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

/** Subtracts one attempt, provided that its window has not ended. */
export async function uncountAttempt(db: Db, name: string, windowStart: Date): Promise<void> {
  await db
    .updateTable('rate_counters')
    .set({ count: sql`greatest(count - 1, 0)` })
    .where('name', '=', name)
    .where('window_start', '=', windowStart)
    .execute();
}

/** Restarts the duration of the present window. */
export async function prolongWindow(db: Db, name: string, now: Date): Promise<void> {
  await db.updateTable('rate_counters').set({ window_start: now }).where('name', '=', name).execute();
}
