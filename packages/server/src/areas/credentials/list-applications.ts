import type { Db, Tx } from '../../database/schema.js';
import type { ApplicationsTable } from '../../database/tables/credentials.js';
import type { CorpId } from '../../operation/context.js';

/** An application without its secret, as in a list. */
export interface ListedApplication {
  readonly appId: string;
  readonly name: string;
  readonly status: ApplicationsTable['status'];
  readonly allowList: readonly string[];
  /** Until when the secret before the last rotation is accepted; null if there is none. */
  readonly previousSecretUntil: Date | null;
  readonly createTime: Date;
  /** Time and address of the newest token that is still stored; null without one. */
  readonly lastTokenTime: Date | null;
  readonly lastAddress: string | null;
}

/** Applications of an enterprise, oldest first. */
export async function listApplications(
  db: Db,
  corpId: CorpId,
  window: { readonly limit: number; readonly offset: number },
): Promise<{ readonly items: readonly ListedApplication[]; readonly totalCount: number }> {
  const [items, { count }] = await Promise.all([
    listed(db, corpId)
      .orderBy('application.created_at')
      .orderBy('application.app_id')
      .limit(window.limit)
      .offset(window.offset)
      .execute(),
    db
      .selectFrom('applications')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('corp_id', '=', corpId)
      .executeTakeFirstOrThrow(),
  ]);
  return { items, totalCount: count };
}

/** null if the enterprise has no such application. */
export async function findListed(
  db: Db | Tx,
  corpId: CorpId,
  appId: string,
): Promise<ListedApplication | null> {
  return (await listed(db, corpId).where('application.app_id', '=', appId).executeTakeFirst()) ?? null;
}

function listed(db: Db | Tx, corpId: CorpId) {
  return db
    .selectFrom('applications as application')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('access_tokens')
          .select(['created_at', 'address'])
          .whereRef('access_tokens.app_id', '=', 'application.app_id')
          .orderBy('created_at', 'desc')
          .limit(1)
          .as('token'),
      (join) => join.onTrue(),
    )
    .select([
      'application.app_id as appId',
      'application.name as name',
      'application.status as status',
      'application.allow_list as allowList',
      'application.previous_until as previousSecretUntil',
      'application.created_at as createTime',
      'token.created_at as lastTokenTime',
      'token.address as lastAddress',
    ])
    .where('application.corp_id', '=', corpId);
}
