import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../database/schema.js';
import type { ConsoleSessionsTable } from '../../../database/tables/console-sessions.js';
import type { UserId } from '../../../operation/context.js';
import { NOTED_EVERY_MS } from '../rules/session-times.js';
import type { ConsoleSession, ConsoleSessionId } from '../session.js';

export async function insertConsoleSession(
  tx: Tx,
  session: ConsoleSession,
  sessionHash: string,
): Promise<void> {
  await tx
    .insertInto('console_sessions')
    .values({
      session_id: session.sessionId,
      session_hash: sessionHash,
      user_id: session.userId,
      method: session.method,
      is_strong: session.isStrong,
      proven_at: session.provenAt,
      corp_id: session.corpId,
      link_id: session.linkId,
      address: session.address,
      device: session.device,
      created_at: session.createdAt,
      last_used_at: session.lastUsedAt,
      expire_time: session.expireTime,
    })
    .execute();
}

/** A session with what decides on its standing besides memberships. */
export interface FoundSession extends ConsoleSession {
  /** Whether the person has a second factor. */
  readonly hasFactor: boolean;
}

/** null if there is none, it has expired, or the access link by which it began was withdrawn. */
export async function findConsoleSession(
  db: Db,
  sessionHash: string,
  now: Date,
): Promise<FoundSession | null> {
  const row = await db
    .selectFrom('console_sessions as session')
    .selectAll()
    .select(
      sql<boolean>`exists (
        select from totp_factors totp where totp.user_id = session.user_id and totp.confirmed_at is not null
      ) or exists (select from passkeys where passkeys.user_id = session.user_id)`.as('has_factor'),
    )
    .where('session_hash', '=', sessionHash)
    .where('expire_time', '>', now)
    .where(
      sql<boolean>`(session.link_id is null or exists (
        select from link_grants link where link.link_id = session.link_id and link.ended_at is null
      ))`,
    )
    .executeTakeFirst();
  return row === undefined ? null : { ...sessionOf(row), hasFactor: row.has_factor };
}

/** Records the use of a session, once a minute. */
export async function noteUse(
  db: Db,
  { sessionId, lastUsedAt }: Pick<ConsoleSession, 'sessionId' | 'lastUsedAt'>,
  now: Date,
): Promise<void> {
  if (now.getTime() - lastUsedAt.getTime() < NOTED_EVERY_MS) return;
  await db
    .updateTable('console_sessions')
    .set({ last_used_at: now })
    .where('session_id', '=', sessionId)
    .where('last_used_at', '<', now)
    .execute();
}

/** The session after a second factor: under another secret, so that the earlier one opens nothing. */
export async function strengthenSession(
  tx: Tx,
  sessionId: ConsoleSessionId,
  sessionHash: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('console_sessions')
    .set({ session_hash: sessionHash, is_strong: true, proven_at: now })
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Records a fresh proof of that time; a later one stays. */
export async function noteFreshProof(
  tx: Tx,
  sessionId: ConsoleSessionId,
  proof: { readonly isStrong: boolean },
  provenAt: Date,
): Promise<void> {
  await tx
    .updateTable('console_sessions')
    .set({
      proven_at: sql`greatest(proven_at, ${provenAt}::timestamptz)`,
      ...(proof.isStrong ? { is_strong: true } : {}),
    })
    .where('session_id', '=', sessionId)
    .execute();
}

/** All sessions of a person, the most recently used first. */
export async function consoleSessionsOf(
  db: Db,
  userId: UserId,
  now: Date,
): Promise<readonly ConsoleSession[]> {
  const rows = await db
    .selectFrom('console_sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expire_time', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('session_id', 'desc')
    .execute();
  return rows.map(sessionOf);
}

export async function endSessionByHash(db: Db, sessionHash: string): Promise<void> {
  await db.deleteFrom('console_sessions').where('session_hash', '=', sessionHash).execute();
}

/** Ends a session of the person; one of somebody else is left alone. */
export async function endConsoleSession(db: Db, userId: UserId, sessionId: ConsoleSessionId): Promise<void> {
  await db
    .deleteFrom('console_sessions')
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)
    .execute();
}

/** Ends all sessions of the person but one. */
export async function endOtherSessions(db: Db, userId: UserId, kept: ConsoleSessionId): Promise<void> {
  await db
    .deleteFrom('console_sessions')
    .where('user_id', '=', userId)
    .where('session_id', '<>', kept)
    .execute();
}

/** Ends the sessions of the person that have not been used for longest, all but `kept`. */
export async function endOldestSessions(tx: Tx, userId: UserId, kept: number): Promise<void> {
  await tx
    .deleteFrom('console_sessions')
    .where('user_id', '=', userId)
    .where('session_id', 'in', (select) =>
      select
        .selectFrom('console_sessions')
        .select('session_id')
        .where('user_id', '=', userId)
        .orderBy('last_used_at', 'desc')
        .orderBy('session_id', 'desc')
        .offset(kept),
    )
    .execute();
}

/** Ends all sessions of the person, in whatever enterprises they work. */
export async function endAllSessions(tx: Tx, userId: UserId): Promise<void> {
  await tx.deleteFrom('console_sessions').where('user_id', '=', userId).execute();
}

function sessionOf(row: Selectable<ConsoleSessionsTable>): ConsoleSession {
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    method: row.method,
    isStrong: row.is_strong,
    provenAt: row.proven_at,
    corpId: row.corp_id,
    linkId: row.link_id,
    address: row.address,
    device: row.device,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expireTime: row.expire_time,
  };
}
