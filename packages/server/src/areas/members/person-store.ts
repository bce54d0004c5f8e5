import { fixedQuery, type Value } from '../../database/fixed-query.js';
import type { Db } from '../../database/schema.js';
import type { CorpId, PersonIdentity, UserId } from '../../operation/context.js';
import { type MembershipRow, strengthOf, type User } from './membership.js';
import { USER_COLUMNS, userOf } from './user-store.js';

/** A person, with the identity that an enterprise asserts of its member; without an enterprise nothing is asserted. */
export async function findPersonIn(
  db: Db,
  userId: UserId,
  corpId: CorpId | null,
): Promise<{ readonly user: User; readonly asserted: AssertedIdentity | null } | null> {
  const [row] = await personQuery(db, userId, corpId);
  if (row === undefined) return null;
  return { user: userOf(row), asserted: assertedBy(row) };
}

const personQuery = fixedQuery((db, userId: Value<UserId>, corpId: Value<CorpId | null>) =>
  db
    .selectFrom('users as person')
    .leftJoin('members as member', (join) =>
      join
        .onRef('member.user_id', '=', 'person.user_id')
        .on('member.corp_id', '=', corpId)
        .on('member.state', '<>', 'deleted'),
    )
    .select(USER_COLUMNS.map((column) => `person.${column}` as const))
    .select(['member.confirmed_at', 'member.asserted_name', 'member.asserted_at', 'member.asserted_by'])
    .where('person.user_id', '=', userId),
);

/** Who the person is to an enterprise: as proven, or else as the enterprise asserts; null: not known. */
export function identityIn(
  corpId: CorpId | null,
  {
    user,
    asserted,
  }: {
    readonly user: Pick<User, 'realName' | 'verifiedAt' | 'provenBy' | 'provenIn'>;
    readonly asserted: AssertedIdentity | null;
  },
): PersonIdentity | null {
  const { realName, verifiedAt, provenBy, provenIn } = user;
  if (realName !== null) {
    return { strength: 'proven', realName, since: verifiedAt, by: provenBy, corpId: provenIn };
  }
  return asserted === null ? null : { strength: 'asserted', ...asserted, corpId };
}

/** What the enterprise of the membership asserts of its member; null if nothing counts. */
export function assertedBy(
  row: Parameters<typeof strengthOf>[0] & Pick<MembershipRow, 'asserted_at' | 'asserted_by'>,
): AssertedIdentity | null {
  const { asserted_name: realName, asserted_at: since, asserted_by: by } = row;
  return realName !== null && strengthOf(row) === 'asserted' ? { realName, since, by } : null;
}

/** What an enterprise states about its member. */
interface AssertedIdentity {
  readonly realName: string;
  readonly since: Date | null;
  /** The application that asserted it. */
  readonly by: string | null;
}
