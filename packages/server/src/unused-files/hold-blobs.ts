/**
 * A backup copies blobs after it has read the database. Until it has ended, no blob may be deleted that has lost its last
 * reference since. An advisory lock says so to every process, and ends with the session of a killed backup.
 */
import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '../database/schema.js';

/** Arbitrary, but the same in every version of the program. */
const HOLD_LOCK = 4_701_041;
/** Deletions take the lock for the duration of one statement. */
const HOLD_WITHIN_MS = 5_000;
/** SQLSTATE lock_not_available. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Holds all blobs until the session ends.
 * @returns false if another session holds them
 */
export async function holdBlobs(session: pg.ClientBase): Promise<boolean> {
  await session.query(`set lock_timeout = ${HOLD_WITHIN_MS}`);
  try {
    await session.query('select pg_advisory_lock($1)', [HOLD_LOCK]);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE) return false;
    throw error;
  } finally {
    await session.query('reset lock_timeout');
  }
}

/** Whether a backup runs. Shared, so that processes that delete do not take each other for a backup. */
export async function areBlobsHeld(db: Db): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock_shared(${HOLD_LOCK}::bigint) as free
  `.execute(db);
  return rows[0]?.free !== true;
}
