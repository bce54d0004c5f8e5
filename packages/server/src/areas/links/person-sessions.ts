/** Sessions of people on “my contracts”, which are not tied to a link for one contract. */

import { sql } from 'kysely';
import { type Removed, removeCounted } from '../../database/remove-counted.js';
import type { Db, Tx } from '../../database/schema.js';
import type { UserId } from '../../operation/context.js';
import type { NewSession } from './store.js';

export interface PersonSession {
  readonly userId: UserId;
  /** Idle for a long time: nothing is shown until the person passes a face check. */
  readonly needsFace: boolean;
}

export async function insertPersonSession(
  tx: Tx,
  { userId, needsFace }: PersonSession,
  session: NewSession,
): Promise<void> {
  await tx
    .insertInto('person_sessions')
    .values({
      session_hash: session.sessionHash,
      user_id: userId,
      created_at: session.createdAt,
      expire_time: session.expireTime,
      needs_face: needsFace,
    })
    .execute();
}

/** The person of a session; null if there is none, or it has ended. */
export async function findPersonSession(
  db: Db,
  sessionHash: string,
  now: Date,
): Promise<PersonSession | null> {
  const row = await db
    .selectFrom('person_sessions')
    .select(['user_id', 'needs_face'])
    .where('session_hash', '=', sessionHash)
    .where('expire_time', '>', now)
    .executeTakeFirst();
  return row === undefined ? null : { userId: row.user_id, needsFace: row.needs_face };
}

/** The person has passed a face check. */
export async function unlockPersonSession(tx: Tx, sessionHash: string): Promise<void> {
  await tx
    .updateTable('person_sessions')
    .set({ needs_face: false })
    .where('session_hash', '=', sessionHash)
    .execute();
}

export async function endPersonSession(db: Db, sessionHash: string): Promise<void> {
  await db.deleteFrom('person_sessions').where('session_hash', '=', sessionHash).execute();
}

export function removeOldPersonSessions(db: Db, before: Date): Promise<Removed> {
  return removeCounted(db, 'person_sessions', 'expire_time', sql`expire_time < ${before}`);
}
