import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { MessageLog } from '../database/message-log.js';
import type { Db, Tx } from '../database/schema.js';
import { transact } from '../database/transact.js';
import { deliverTo, type OutboxRow, relayKey, type Subscription } from './outbox.js';
import { enqueue } from './queue.js';
import { WORKER_SCHEMA } from './worker-schema.js';

export interface OutboxRelayOptions {
  readonly db: Db;
  readonly subscriptions: readonly Subscription[];
}

/** Advisory lock of the one relay, of all processes, that is delivering. */
const RELAY_LOCK = 4702;
/** Interval between two batches: what is published meanwhile is delivered together. */
const GATHER_MS = 200;
/** Idle poll interval. */
const IDLE_MS = 250;
const DATABASE_RETRY_MS = 2_000;
/** Events delivered in one commit, if all of them succeed. */
const BATCH_SIZE = 200;

/** A stream that a job retries is left to that job. */
const waiting = sql`delivered_at is null and not exists (
  select from ${sql.id(WORKER_SCHEMA, 'jobs')} as job where job.key = ${sql.lit(relayKey(''))} || outbox.stream
)`;

/**
 * Delivers events as they are published: those of all streams in one transaction, by one process at a time, which an
 * advisory lock determines that ends with the transaction. If a subscriber fails, the streams are delivered separately
 * and the failing one is left to a job, which retries it.
 */
export class OutboxRelay {
  readonly #options: OutboxRelayOptions;
  readonly #now: () => Promise<Date>;
  readonly #log: MessageLog;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: OutboxRelayOptions, now: () => Promise<Date>, log: MessageLog) {
    this.#options = options;
    this.#now = now;
    this.#log = log;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Lets a running batch finish. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await pause(await this.#deliverOrReport(), undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** @returns the time until the next batch, ms */
  async #deliverOrReport(): Promise<number> {
    try {
      if (!(await this.isWaiting())) return IDLE_MS;
      const more = await this.#deliverSome('try');
      return more ? 0 : GATHER_MS;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!this.#stopping.signal.aborted) this.#log.warn(`outbox: cannot deliver: ${reason}`);
      return DATABASE_RETRY_MS;
    }
  }

  /** Delivers everything that waits, except failing streams. */
  async deliverAll(): Promise<void> {
    while (await this.isWaiting()) await this.#deliverSome('wait');
  }

  /** Whether anything waits, except failing streams. */
  async isWaiting(): Promise<boolean> {
    const { rows } = await sql<{ waits: boolean }>`
      select exists (select from outbox where ${waiting}) as waits
    `.execute(this.#options.db);
    return rows[0]?.waits === true;
  }

  /**
   * @param turn whether another relay that is delivering is waited for
   * @returns whether more are waiting
   */
  async #deliverSome(turn: 'try' | 'wait'): Promise<boolean> {
    const { db, subscriptions } = this.#options;
    const now = await this.#now();
    let taken: readonly OutboxRow[] = [];
    try {
      await transact(db, async (tx) => {
        taken = await takeWaiting(tx, turn);
        if (taken.length > 0) await deliverTo(tx, subscriptions, taken, now);
      });
    } catch (error) {
      if (taken.length === 0) throw error;
      await this.#deliverSeparately(taken, now);
    }
    return taken.length === BATCH_SIZE;
  }

  async #deliverSeparately(rows: readonly OutboxRow[], now: Date): Promise<void> {
    const { db, subscriptions } = this.#options;
    for (const stream of new Set(rows.map((row) => row.stream))) {
      try {
        await transact(db, async (tx) => {
          const own = await takeOfStream(tx, stream);
          if (own.length > 0) await deliverTo(tx, subscriptions, own, now);
        });
      } catch {
        await enqueue(db, 'outbox.relay', { stream }, { key: relayKey(stream) });
      }
    }
  }
}

/**
 * The oldest waiting events, locked. Rows delivered by another relay since the statement began are read again by
 * `for update` and left out.
 */
async function takeWaiting(tx: Tx, turn: 'try' | 'wait'): Promise<readonly OutboxRow[]> {
  const lock =
    turn === 'try'
      ? sql`select pg_try_advisory_xact_lock(${RELAY_LOCK}::bigint) as mine`
      : sql`select true as mine from pg_advisory_xact_lock(${RELAY_LOCK}::bigint)`;
  const { rows } = await sql<OutboxRow>`
    with relay as materialized (${lock})
    select outbox.* from outbox
    where (select mine from relay) and ${waiting}
    order by outbox.id limit ${BATCH_SIZE}
    for update of outbox
  `.execute(tx);
  return rows;
}

async function takeOfStream(tx: Tx, stream: string): Promise<readonly OutboxRow[]> {
  return tx
    .selectFrom('outbox')
    .selectAll()
    .where('stream', '=', stream)
    .where('delivered_at', 'is', null)
    .orderBy('id')
    .limit(BATCH_SIZE)
    .forUpdate()
    .execute();
}
