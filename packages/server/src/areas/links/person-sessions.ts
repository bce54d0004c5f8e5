/** Sessions of people who are there for all of their contracts, and not by a link to one. */

import type { Db, Tx } from '../../database/schema.js';
import type { UserId } from '../../operation/context.js';
import type { NewSession } from './store.js';

export interface PersonSession {
  readonly userId: UserId;
  /** They were away for long: nothing is shown until they show their face. */
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

/** Whose session it is; null where there is none, or it has ended. */
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

/** The person has shown their face. */
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

export async function removeOldPersonSessions(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('person_sessions').where('expire_time', '<', before).execute();
}
