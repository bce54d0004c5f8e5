/** Sessions of people who are there for all of their contracts, and not by a link to one. */
import type { UserId } from '../../context.js';
import type { Db, Tx } from '../../database/schema.js';
import type { NewSession } from './store.js';

export async function insertPersonSession(tx: Tx, userId: UserId, session: NewSession): Promise<void> {
  await tx
    .insertInto('person_sessions')
    .values({
      session_hash: session.sessionHash,
      user_id: userId,
      created_at: session.createdAt,
      expire_time: session.expireTime,
    })
    .execute();
}

/** Whose session it is; null where there is none, or it has ended. */
export async function findPersonOfSession(db: Db, sessionHash: string, now: Date): Promise<UserId | null> {
  const row = await db
    .selectFrom('person_sessions')
    .select('user_id')
    .where('session_hash', '=', sessionHash)
    .where('expire_time', '>', now)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

export async function endPersonSession(db: Db, sessionHash: string): Promise<void> {
  await db.deleteFrom('person_sessions').where('session_hash', '=', sessionHash).execute();
}

export async function removeOldPersonSessions(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('person_sessions').where('expire_time', '<', before).execute();
}
