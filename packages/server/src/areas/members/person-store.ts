import type { Db } from '../../database/schema.js';
import type { CorpId, UserId } from '../../operation/context.js';
import { strengthOf, type User } from './membership.js';
import { USER_COLUMNS, userOf } from './user-store.js';

/** A person, with the identity that an enterprise asserts of its member; without an enterprise nothing is asserted. */
export async function findPersonIn(
  db: Db,
  userId: UserId,
  corpId: CorpId | null,
): Promise<{ readonly user: User; readonly asserted: AssertedIdentity | null } | null> {
  const row = await db
    .selectFrom('users as person')
    .leftJoin('members as member', (join) =>
      join
        .onRef('member.user_id', '=', 'person.user_id')
        .on('member.corp_id', '=', corpId)
        .on('member.state', '<>', 'deleted'),
    )
    .select(USER_COLUMNS.map((column) => `person.${column}` as const))
    .select(['member.confirmed_at', 'member.asserted_name', 'member.asserted_at', 'member.asserted_by'])
    .where('person.user_id', '=', userId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { asserted_name: realName, asserted_at: since, asserted_by: by } = row;
  const isAsserted = realName !== null && strengthOf(row) === 'asserted';
  return { user: userOf(row), asserted: isAsserted ? { realName, since, by } : null };
}

/** What an enterprise states about its member. */
interface AssertedIdentity {
  readonly realName: string;
  readonly since: Date | null;
  /** The application that asserted it. */
  readonly by: string | null;
}
