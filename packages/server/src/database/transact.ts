import type { IsolationLevel, Kysely, Transaction } from 'kysely';
import { DatabaseError } from './database-error.js';
import { isStalePlan } from './preparing-dialect.js';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const MAX_RETRIES = 5;

/** True when the same transaction, run again from its start, may well succeed. */
function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK_DETECTED || isStalePlan(error);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * Runs `work` in a transaction: everything it writes is one commit, and nothing is written when it throws. After a
 * deadlock or a serialisation failure the work runs again from its start, up to five times, so it must do nothing
 * outside the database that a second run would repeat. A broken connection is not retried: whether the commit
 * happened is then unknown.
 *
 * Called inside a transaction, the work joins it and the outermost call retries.
 *
 * @throws DatabaseError `contention` when every attempt lost.
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
      return await transaction.execute(work);
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

function isTransaction<DB>(db: Kysely<DB> | Transaction<DB>): db is Transaction<DB> {
  return db.isTransaction;
}
