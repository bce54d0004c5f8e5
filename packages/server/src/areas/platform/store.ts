/** All SQL of the platform's console. */
import { sql } from 'kysely';
import type { Db, Tx } from '../../database/schema.js';
import { WORKER_SCHEMA } from '../../jobs/worker-schema.js';
import type { Operator, UserId } from '../../operation/context.js';

export interface StoredSession {
  readonly sessionHash: string;
  readonly userId: UserId;
  readonly createdAt: Date;
  readonly expireTime: Date;
}

export async function insertPlatformSession(tx: Tx, session: StoredSession): Promise<void> {
  const { sessionHash, userId, createdAt, expireTime } = session;
  await tx
    .insertInto('platform_sessions')
    .values({
      session_hash: sessionHash,
      user_id: userId,
      created_at: createdAt,
      last_used_at: createdAt,
      expire_time: expireTime,
    })
    .execute();
}

/** null if the session does not exist, has expired or been idle since `idleSince`, or its person is no longer an operator. */
export async function findPlatformSession(
  db: Db,
  sessionHash: string,
  { now, idleSince }: { readonly now: Date; readonly idleSince: Date },
): Promise<Operator | null> {
  const row = await db
    .selectFrom('platform_sessions as session')
    .innerJoin('platform_operators as operator', 'operator.user_id', 'session.user_id')
    .select(['session.user_id', 'operator.name', 'operator.duties', 'session.last_used_at'])
    .where('session.session_hash', '=', sessionHash)
    .where('session.expire_time', '>', now)
    .where('session.last_used_at', '>', idleSince)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { user_id: userId, name, duties, last_used_at: lastUsedAt } = row;
  return { userId, name, duties, sessionHash, lastUsedAt };
}

export async function notePlatformUse(db: Db, sessionHash: string, now: Date): Promise<void> {
  await db
    .updateTable('platform_sessions')
    .set({ last_used_at: now })
    .where('session_hash', '=', sessionHash)
    .where('last_used_at', '<', now)
    .execute();
}

export async function deletePlatformSession(db: Db | Tx, sessionHash: string): Promise<void> {
  await db.deleteFrom('platform_sessions').where('session_hash', '=', sessionHash).execute();
}

export async function findOperator(
  tx: Tx,
  userId: UserId,
): Promise<Pick<Operator, 'name' | 'duties'> | null> {
  const row = await tx
    .selectFrom('platform_operators')
    .select(['name', 'duties'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

export interface QueueSizes {
  readonly jobsWaiting: number;
  readonly jobsFailed: number;
  readonly eventsWaiting: number;
}

export async function queueSizes(db: Db): Promise<QueueSizes> {
  const { rows } = await sql<QueueSizes>`
    select
      count(*) filter (where attempts < max_attempts)::integer as "jobsWaiting",
      count(*) filter (where attempts >= max_attempts)::integer as "jobsFailed",
      (select count(*)::integer from outbox where delivered_at is null) as "eventsWaiting"
    from ${sql.id(WORKER_SCHEMA, 'jobs')}
  `.execute(db);
  return rows[0] ?? { jobsWaiting: 0, jobsFailed: 0, eventsWaiting: 0 };
}
