import { type RawBuilder, sql } from 'kysely';
import type { Db } from './schema.js';

export interface Attempts {
  /** Count in the present window, including this one. */
  readonly count: number;
  readonly windowStart: Date;
  readonly windowEnd: Date;
}

/** An attempt to be counted. */
interface Counter {
  readonly name: string;
  readonly windowMs: number;
}

/**
 * Counts one more attempt of that name. A window begins with the first attempt and lasts `windowMs`; the first attempt
 * after its end begins the next, and so does one that precedes it by more than its duration, because the clock has been
 * set back since. Atomic: each concurrent attempt gets a count of its own.
 *
 * @param db the handle if the count must survive the refusal that it causes; otherwise the transaction
 */
export async function countAttempt(db: Db, name: string, windowMs: number, now: Date): Promise<Attempts> {
  const counted = await sql<{ count: number; window_start: Date }>`
    ${counting({ name, windowMs }, now)} returning count, window_start
  `.execute(db);
  const [row] = counted.rows;
  if (row === undefined) throw new Error(`the attempt of ${name} was not counted`);
  return { count: row.count, windowStart: row.window_start, windowEnd: endOf(row.window_start, windowMs) };
}

/**
 * Counts one more attempt unless the window has reached its limit: the body of a CTE that returns the window's start, or
 * no row.
 * @param most at least 1
 * @param after the CTE that must have returned a row before
 */
export function countedWithin(
  counter: Counter & { readonly most: number },
  now: Date,
  after?: string,
): RawBuilder<unknown> {
  return sql`${counting(counter, now, after)}
    where ${hasEnded(counter, now)}
      or rate_counters.count < ${counter.most}
    returning window_start`;
}

/** When the present window ends. */
export async function windowEnd(db: Db, { name, windowMs }: Counter): Promise<Date | null> {
  const row = await db
    .selectFrom('rate_counters')
    .select('window_start')
    .where('name', '=', name)
    .executeTakeFirst();
  return row === undefined ? null : endOf(row.window_start, windowMs);
}

function counting({ name, windowMs }: Counter, now: Date, after?: string): RawBuilder<unknown> {
  const condition = after === undefined ? sql`` : sql`where exists (select from ${sql.ref(after)})`;
  const ended = hasEnded({ windowMs }, now);
  return sql`insert into rate_counters (name, window_start, count)
    select ${name}, ${now}::timestamptz, 1 ${condition}
    on conflict (name) do update set
      window_start = case when ${ended} then excluded.window_start else rate_counters.window_start end,
      count = case when ${ended} then 1 else rate_counters.count + 1 end`;
}

function hasEnded({ windowMs }: Pick<Counter, 'windowMs'>, now: Date): RawBuilder<boolean> {
  const [oldest, newest] = [-windowMs, windowMs].map((distance) => new Date(now.getTime() + distance));
  return sql<boolean>`(rate_counters.window_start <= ${oldest}::timestamptz
    or rate_counters.window_start > ${newest}::timestamptz)`;
}

function endOf(windowStart: Date, windowMs: number): Date {
  return new Date(windowStart.getTime() + windowMs);
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
