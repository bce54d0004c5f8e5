import { sql } from 'kysely';
import type { Db } from '../../database/schema.js';
import type { UserId } from '../../operation/context.js';

const DAY_MS = 24 * 3_600_000;

/**
 * After so long without any proof by a person a code to their mobile says little of who brings it: within half a year
 * network operators give numbers that nobody uses to somebody else.
 */
const IDLE_AFTER_MS = 180 * DAY_MS;
/** Often enough to tell half a year, and no write for every code. */
const NOTED_EVERY_MS = DAY_MS;

/** Whether a person who has proven who they are has not been heard of for so long. */
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
 * The person has proven something, be it their mobile. Of an idle one that wakes nobody: whoever has the number by now
 * could do as much.
 */
export async function noteProof(db: Db, userId: UserId, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ last_proof_at: now })
    .where('user_id', '=', userId)
    .where('verified_at', 'is not', null)
    .where(sql<Date>`greatest(verified_at, last_proof_at)`, '>', new Date(now.getTime() - IDLE_AFTER_MS))
    .where(sql<Date>`greatest(verified_at, last_proof_at)`, '<', new Date(now.getTime() - NOTED_EVERY_MS))
    .execute();
}

/** Confirms an idle person by a face check. */
export async function noteFace(db: Db, userId: UserId, now: Date): Promise<void> {
  await db.updateTable('users').set({ last_proof_at: now }).where('user_id', '=', userId).execute();
}
