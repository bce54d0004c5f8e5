import type { Db } from '../../database/schema.js';
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
}

/** Applications of an enterprise, oldest first. */
export async function listApplications(
  db: Db,
  corpId: CorpId,
  window: { readonly limit: number; readonly offset: number },
): Promise<{ readonly items: readonly ListedApplication[]; readonly totalCount: number }> {
  const ofCorp = db.selectFrom('applications').where('corp_id', '=', corpId);
  const [rows, { count }] = await Promise.all([
    ofCorp
      .select(['app_id', 'name', 'status', 'allow_list', 'previous_until', 'created_at'])
      .orderBy('created_at')
      .orderBy('app_id')
      .limit(window.limit)
      .offset(window.offset)
      .execute(),
    ofCorp.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  const items = rows.map((row) => ({
    appId: row.app_id,
    name: row.name,
    status: row.status,
    allowList: row.allow_list,
    previousSecretUntil: row.previous_until,
    createTime: row.created_at,
  }));
  return { items, totalCount: count };
}
