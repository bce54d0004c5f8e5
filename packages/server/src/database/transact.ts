import type { IsolationLevel, Kysely, Transaction } from 'kysely';
import { DatabaseError } from './database-error.js';
import { isStalePlan } from './preparing-dialect.js';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const MAX_RETRIES = 5;

/** Whether the same transaction may succeed if it is retried from the start. */
function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK_DETECTED || isStalePlan(error);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * Thrown by the work of a transaction that is committed nevertheless, because what it has counted must not be undone:
 * the transaction commits and then throws the reason.
 */
export class CommitThenThrow extends Error {
  constructor(readonly reason: Error) {
    super(reason.message);
    this.name = 'CommitThenThrow';
  }
}

type Outcome<R> = { readonly result: R } | { readonly reason: Error };

async function outcomeOf<R>(work: () => Promise<R>): Promise<Outcome<R>> {
  try {
    return { result: await work() };
  } catch (error) {
    if (error instanceof CommitThenThrow) return { reason: error.reason };
    throw error;
  }
}

/**
 * Runs `work` in a transaction: everything it writes is one commit, and nothing is written if it throws. After a
 * deadlock or a serialisation failure the work is retried from its start, up to five times, so it must have no side
 * effects outside the database that a retry would repeat. A broken connection is not retried, because it is unknown
 * whether the commit happened.
 *
 * Inside a transaction, the work joins it and the outermost call retries.
 *
 * @throws DatabaseError `contention` if every attempt failed
 */
export async function transact<DB, R>(
  db: Kysely<DB> | Transaction<DB>,
  work: (tx: Transaction<DB>) => Promise<R>,
  options: { readonly isolation?: IsolationLevel } = {},
): Promise<R> {
  if (isTransaction(db)) return work(db);
  for (let attempt = 0; ; attempt += 1) {
    const transaction =
      options.isolation === undefined
        ? db.transaction()
        : db.transaction().setIsolationLevel(options.isolation);
    try {
      const outcome = await transaction.execute((tx) => outcomeOf(() => work(tx)));
      if ('reason' in outcome) throw outcome.reason;
      return outcome.result;
    } catch (error) {
      if (!isRetryable(error)) throw error;
      if (attempt === MAX_RETRIES) {
        throw new DatabaseError('contention', `a transaction lost ${attempt + 1} times against others`, {
          cause: error,
        });
      }
      await pause(5 * 2 ** attempt);
    }
  }
}

/**
 * Thrown by work that runs as a single statement and cannot: its conditions do not hold, or it takes several
 * statements. Nothing has been written.
 */
export class NeedsTransaction extends Error {
  constructor() {
    super('the work needs a transaction of several statements');
    this.name = 'NeedsTransaction';
  }
}

/**
 * Like transact, for work that is usually one statement: that statement is then the whole transaction, without BEGIN and
 * COMMIT. The work is told that it runs alone, and either executes exactly one statement marked by `aloneIn`, or throws
 * NeedsTransaction, after which it runs again in an ordinary transaction. Work that executes other statements has an
 * ordinary transaction from the start.
 */
export async function transactAtOnce<DB, R>(
  db: Kysely<DB> | Transaction<DB>,
  work: (tx: Transaction<DB>, alone: boolean) => Promise<R>,
): Promise<R> {
  if (!isTransaction(db)) {
    try {
      return await transact(db, (tx) => work(tx, true));
    } catch (error) {
      if (!(error instanceof NeedsTransaction)) throw error;
    }
  }
  return transact(db, (tx) => work(tx, false));
}

function isTransaction<DB>(db: Kysely<DB> | Transaction<DB>): db is Transaction<DB> {
  return db.isTransaction;
}
