/**
 * Commands that run at the same time share one bundled server: the command that started it stops it only after all
 * others have ended. An advisory lock counts them, because the server releases it when a process dies.
 */
import type { OpenDatabase } from '@cinnabar/server/database/connect.js';

type Pool = OpenDatabase['pool'];

const USE_LOCK = 4_701_005;
/** Longer than any command takes. */
const WAIT_MS = 60_000;

/**
 * Called before any other query to a server that another process has started. Waits if that process is stopping it,
 * and then fails as a lost connection does.
 * @returns ends the use
 */
export async function announceUse(pool: Pool): Promise<() => void> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock_shared($1)', [USE_LOCK]);
  } catch (error) {
    client.release(true);
    throw error;
  }
  return () => client.release(true);
}

/** Waits until no command uses the server, and keeps new ones waiting until it is stopped. */
export async function waitForOthers(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`set lock_timeout = ${WAIT_MS}`);
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [USE_LOCK]);
  } catch {
    // A command hangs, or the server has died: neither must keep this one from ending.
  } finally {
    client.release();
  }
}
