import { sql } from 'kysely';
import type { Db, Tx } from '../../database/schema.js';
import type { JoinRequestsTable } from '../../database/tables/members.js';
import type { CorpId, UserId } from '../../operation/context.js';

export interface JoinRequest {
  readonly state: JoinRequestsTable['state'];
  readonly askedAt: Date;
  readonly decidedAt: Date | null;
}

export async function findJoinRequest(db: Db, corpId: CorpId, userId: UserId): Promise<JoinRequest | null> {
  const row = await db
    .selectFrom('join_requests')
    .select(['state', 'asked_at', 'decided_at'])
    .where('corp_id', '=', corpId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row === undefined ? null : { state: row.state, askedAt: row.asked_at, decidedAt: row.decided_at };
}

/**
 * Opens a request, or a new one after a decision.
 * @returns false if a request is already open
 */
export async function openJoinRequest(tx: Tx, corpId: CorpId, userId: UserId, now: Date): Promise<boolean> {
  const fresh = { state: 'open', asked_at: now, decided_by: null, decided_at: null } as const;
  const result = await tx
    .insertInto('join_requests')
    .values({ corp_id: corpId, user_id: userId, ...fresh })
    .onConflict((conflict) =>
      conflict.columns(['corp_id', 'user_id']).doUpdateSet(fresh).where('join_requests.state', '<>', 'open'),
    )
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** @returns false if no request is open (any more) */
export async function decideJoinRequest(
  tx: Tx,
  decision: {
    readonly corpId: CorpId;
    readonly userId: UserId;
    readonly state: 'accepted' | 'rejected';
    readonly by: UserId;
    readonly now: Date;
  },
): Promise<boolean> {
  const result = await tx
    .updateTable('join_requests')
    .set({ state: decision.state, decided_by: decision.by, decided_at: decision.now })
    .where('corp_id', '=', decision.corpId)
    .where('user_id', '=', decision.userId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Closes the request of a person who has become a member by other means. */
export async function dropJoinRequest(tx: Tx, corpId: CorpId, userId: UserId): Promise<void> {
  await tx
    .deleteFrom('join_requests')
    .where('corp_id', '=', corpId)
    .where('user_id', '=', userId)
    .where('state', '=', 'open')
    .execute();
}

export interface OpenJoinRequest {
  readonly userId: UserId;
  readonly mobile: string;
  readonly realName: string;
  readonly createTime: Date;
}

/** The open requests of an enterprise, newest first, with their number. */
export async function listJoinRequests(
  db: Db,
  corpId: CorpId,
  window: { readonly limit: number; readonly offset: number },
): Promise<{ readonly items: readonly OpenJoinRequest[]; readonly totalCount: number }> {
  const open = db
    .selectFrom('join_requests as request')
    .innerJoin('users as person', 'person.user_id', 'request.user_id')
    .where('request.corp_id', '=', corpId)
    .where('request.state', '=', 'open');
  const [{ total }, rows] = await Promise.all([
    open.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    open
      .select(['person.user_id', 'person.mobile', 'person.real_name', 'request.asked_at'])
      .orderBy('request.asked_at', 'desc')
      .orderBy('request.user_id', 'desc')
      .limit(window.limit)
      .offset(window.offset)
      .execute(),
  ]);
  const items = rows.map((row) => ({
    userId: row.user_id,
    mobile: row.mobile ?? '',
    // Only verified persons can ask.
    realName: row.real_name ?? '',
    createTime: row.asked_at,
  }));
  return { items, totalCount: total };
}
