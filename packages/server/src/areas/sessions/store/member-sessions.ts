/** Sessions that open one enterprise: those for it alone, and those for all enterprises of the person. */
import type { Db, Tx } from '../../../database/schema.js';
import type { CorpId, UserId } from '../../../operation/context.js';
import type { ConsoleSession } from '../session.js';
import { consoleSessionsOf } from './sessions.js';

/** The most recently used first. */
export async function sessionsOfMember(
  db: Db,
  corpId: CorpId,
  userId: UserId,
  now: Date,
): Promise<readonly ConsoleSession[]> {
  const all = await consoleSessionsOf(db, userId, now);
  return all.filter((session) => session.corpId === null || session.corpId === corpId);
}

/** @returns how many have ended */
export async function endSessionsOfMember(tx: Tx, corpId: CorpId, userId: UserId): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('console_sessions')
    .where('user_id', '=', userId)
    .where((where) => where.or([where('corp_id', 'is', null), where('corp_id', '=', corpId)]))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
