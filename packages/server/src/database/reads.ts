/**
 * Lists and exports read from a replica.
 *
 * Whoever has made a change must find it in the next list, whichever process answers. A replica is therefore asked for a
 * list only once it has replayed everything that the primary had made durable when the request came: one query to the
 * primary tells its position in the log, which no acknowledged commit of any process lies behind, and one to the replica
 * whether it is there yet. Replicas are usually milliseconds behind, which is waited for. Positions of each enterprise
 * would spare others that wait, but every act of an enterprise would then write the same row, after its commit, in every
 * process.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { OpenDatabase } from './connect.js';
import { isDatabaseAway } from './database-away.js';
import type { Db } from './schema.js';

/** Where a list was read, and why not from the replica. */
export type ReadOutcome = 'replica' | 'behind' | 'away' | 'conflict';

export interface Reads {
  /**
   * Runs `work` on a replica that has everything committed before the call, or else on the primary. Work may run twice,
   * so it only reads.
   */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
}

/** Without a replica. */
export function primaryReads(db: Db): Reads {
  return Object.freeze({ read: <T>(work: (db: Db) => Promise<T>) => work(db) });
}

/** Pauses until a replica has caught up, ms. */
const PAUSES_MS = [2, 5, 10, 20, 40];
/** How long a replica that was behind is asked once only. */
const HASTE_MS = 1_000;
/** How long a replica that was away is not asked. */
const REST_MS = 5_000;

/** SQLSTATEs of a statement that the replica cancelled in order to replay, or cannot execute. */
const CONFLICTS: readonly unknown[] = ['40001', '40P01', '25006'];

/** The replica has not caught up, or is no replica. */
class Behind extends Error {
  override readonly name = 'Behind';
}

interface ReplicaParts {
  readonly primary: Db;
  readonly replica: OpenDatabase;
  readonly count: (outcome: ReadOutcome) => void;
}

export class ReplicaReads implements Reads {
  readonly #primary: Db;
  readonly #replica: OpenDatabase;
  readonly #count: (outcome: ReadOutcome) => void;
  #hastyUntil = 0;
  #awayUntil = 0;

  constructor({ primary, replica, count }: ReplicaParts) {
    this.#primary = primary;
    this.#replica = replica;
    this.#count = count;
  }

  async read<T>(work: (db: Db) => Promise<T>): Promise<T> {
    if (performance.now() < this.#awayUntil) return this.#readPrimary('away', work);
    const position = await positionOrNull(this.#primary);
    if (position === null) return this.#readPrimary('behind', work);
    let outcome: ReadOutcome;
    try {
      // One session from the check to the last row: the address may lead to several replicas, or to a pooler.
      const result = await this.#replica.db
        .transaction()
        .setAccessMode('read only')
        .execute(async (db) => {
          await this.#waitFor(db, position);
          return work(db);
        });
      this.#count('replica');
      return result;
    } catch (error) {
      const cause = causeOf(error);
      if (cause === null) throw error;
      outcome = cause;
    }
    if (outcome === 'behind') this.#hastyUntil = performance.now() + HASTE_MS;
    if (outcome === 'away') this.#awayUntil = performance.now() + REST_MS;
    return this.#readPrimary(outcome, work);
  }

  /** Bytes of the log that the replica has not replayed; NaN: it is away. */
  async lag(): Promise<number> {
    try {
      const position = await durablePosition(this.#primary);
      const { rows } = await sql<{ bytes: string | null }>`
        select greatest(0, pg_wal_lsn_diff(${position}::pg_lsn, pg_last_wal_replay_lsn())) as bytes
      `.execute(this.#replica.db);
      return Number(rows[0]?.bytes ?? Number.NaN);
    } catch {
      return Number.NaN;
    }
  }

  #readPrimary<T>(outcome: ReadOutcome, work: (db: Db) => Promise<T>): Promise<T> {
    this.#count(outcome);
    return work(this.#primary);
  }

  async #waitFor(db: Db, position: string): Promise<void> {
    const pauses = performance.now() < this.#hastyUntil ? [] : PAUSES_MS;
    for (const milliseconds of [...pauses, null]) {
      const reached = await hasReached(db, position);
      if (reached === true) return;
      if (milliseconds === null || reached === null) throw new Behind();
      await pause(milliseconds);
    }
  }
}

/**
 * null: it is no replica, but a server that has been promoted, which may not have what the primary has; or it does not
 * tell, as some managed ones.
 */
async function hasReached(db: Db, position: string): Promise<boolean | null> {
  try {
    const { rows } = await sql<{ reached: boolean | null }>`
      select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() >= ${position}::pg_lsn end as reached
    `.execute(db);
    return rows[0]?.reached ?? null;
  } catch (error) {
    if (causeOf(error) !== null) throw error;
    return null;
  }
}

function causeOf(error: unknown): ReadOutcome | null {
  if (error instanceof Behind) return 'behind';
  if (isConflict(error)) return 'conflict';
  return isDatabaseAway(error) ? 'away' : null;
}

/** Areas give a failed query a code of their own, with the server's error as its cause. */
function isConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && CONFLICTS.includes(error.code)) || isConflict(error.cause);
}

/**
 * null: the server does not tell its position, as some managed ones; without it nothing is known of the replica.
 * A primary that is away is not asked for the list either.
 */
async function positionOrNull(primary: Db): Promise<string | null> {
  try {
    return await durablePosition(primary);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    return null;
  }
}

/** A commit is acknowledged once its record is flushed, and only flushed records are sent to replicas. */
async function durablePosition(primary: Db): Promise<string> {
  const { rows } = await sql<{ position: string }>`
    select pg_current_wal_flush_lsn()::text as position
  `.execute(primary);
  const [row] = rows;
  if (row === undefined) throw new Error('the server did not tell its position');
  return row.position;
}
