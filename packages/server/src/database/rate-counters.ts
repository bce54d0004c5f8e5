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
  const [attempts] = await countAttempts(db, [{ name, windowMs }], now);
  if (attempts === undefined) throw new Error(`the attempt of ${name} was not counted`);
  return attempts;
}

/** Counts one more attempt of each name, in one statement that takes their locks in this order. */
export async function countAttempts(
  db: Db,
  counters: readonly { readonly name: string; readonly windowMs: number }[],
  now: Date,
): Promise<readonly Attempts[]> {
  const counted = counters.map(({ name, windowMs }, index) => {
    const oldest = new Date(now.getTime() - windowMs);
    const after = index === 0 ? sql`` : sql`where exists (select from ${resultOf(index - 1)})`;
    return sql`${resultOf(index)} as (
      insert into rate_counters (name, window_start, count)
      select ${name}, ${now}::timestamptz, 1 ${after}
      on conflict (name) do update set
        window_start = case when rate_counters.window_start <= ${oldest}::timestamptz
          then excluded.window_start else rate_counters.window_start end,
        count = case when rate_counters.window_start <= ${oldest}::timestamptz
          then 1 else rate_counters.count + 1 end
      returning count, window_start
    )`;
  });
  const results = counters.map(
    (_counter, index) => sql`select ${index}::integer as index, count, window_start from ${resultOf(index)}`,
  );
  const { rows } = await sql<{ index: number; count: number; window_start: Date }>`
    with ${sql.join(counted)} ${sql.join(results, sql` union all `)} order by index
  `.execute(db);
  return rows.map(({ index, count, window_start: windowStart }) => {
    const windowMs = counters[index]?.windowMs ?? 0;
    return { count, windowStart, windowEnd: new Date(windowStart.getTime() + windowMs) };
  });
}

function resultOf(index: number) {
  return sql.ref(`counted_${index}`);
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
