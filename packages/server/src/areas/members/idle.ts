import { sql } from 'kysely';
import { executeGathered, gate, openGate, type Write } from '../../database/gathered-writes.js';
import type { Db, Tx } from '../../database/schema.js';
import type { UserId } from '../../operation/context.js';

const DAY_MS = 24 * 3_600_000;

/**
 * Period after which a code to the mobile no longer suffices: network operators reassign unused numbers within half a
 * year, so its recipient may be somebody else.
 */
const IDLE_AFTER_MS = 180 * DAY_MS;
/** Resolution of the recorded time: fine enough for half a year, and coarse enough to avoid a write for every code. */
const NOTED_EVERY_MS = DAY_MS;

/** Whether a verified person has given no proof for that period. */
export async function isIdle(db: Db, userId: UserId, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select(sql<Date>`greatest(verified_at, last_proof_at)`.as('last'))
    .where('user_id', '=', userId)
    .where('verified_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined && now.getTime() - row.last.getTime() >= IDLE_AFTER_MS;
}

/**
 * Records that the person has proven something, if only their mobile. This does not reactivate an idle person, because
 * the mobile's new holder could do the same.
 */
export async function noteProof(tx: Tx, userId: UserId, now: Date): Promise<void> {
  await executeGathered(tx, openGate, [notedProof(userId, now)]);
}

/** noteProof as part of a gathered statement. */
export function notedProof(userId: UserId, now: Date): Write {
  const [idle, noted] = [IDLE_AFTER_MS, NOTED_EVERY_MS].map((ms) => new Date(now.getTime() - ms));
  return {
    name: 'noted_proof',
    body: sql`update users set last_proof_at = ${now}::timestamptz from ${gate}
      where user_id = ${userId} and verified_at is not null
        and greatest(verified_at, last_proof_at) > ${idle}::timestamptz
        and greatest(verified_at, last_proof_at) < ${noted}::timestamptz`,
  };
}

/** Reactivates an idle person after a face check. */
export async function noteFace(db: Db, userId: UserId, now: Date): Promise<void> {
  await db.updateTable('users').set({ last_proof_at: now }).where('user_id', '=', userId).execute();
}
