import { type Selectable, sql } from 'kysely';
import { fixedQuery, type Value } from '../../database/fixed-query.js';
import type { Db } from '../../database/schema.js';
import type { CorpsTable } from '../../database/tables/enterprise.js';
import type { UsersTable } from '../../database/tables/members.js';
import type { ActingMember, CorpId, UserId } from '../../operation/context.js';
import { type MembershipRow, membershipOf } from './membership.js';
import { assertedBy, identityIn } from './person-store.js';
import { memberships } from './store.js';

export interface MemberKey {
  readonly corpId: CorpId;
  readonly userId: UserId;
}

const actingMembersQuery = fixedQuery(
  (db, corpIds: Value<readonly CorpId[]>, userIds: Value<readonly UserId[]>) =>
    memberships(db)
      .innerJoin('corps as corp', 'corp.corp_id', 'member.corp_id')
      .select(['person.proven_by', 'person.proven_in'])
      .select(['corp.corp_code', 'corp.corp_name', 'corp.ident_status', 'corp.max_amount', 'corp.settings'])
      .where(
        sql<boolean>`(member.corp_id, member.user_id) in
        (select * from unnest(${corpIds}::bigint[], ${userIds}::bigint[]))`,
      )
      .where('member.state', '=', 'valid'),
);

/** The members who may act, in the order of the keys: valid, and not merely invited. */
export async function findActingMembers(
  db: Db,
  keys: readonly MemberKey[],
): Promise<readonly (ActingMember | null)[]> {
  const names = keys.map(({ corpId, userId }) => `${corpId} ${userId}`);
  const asked = [...new Map(keys.map((key, index) => [names[index], key])).values()];
  const corpIds = asked.map(({ corpId }) => corpId);
  const userIds = asked.map(({ userId }) => userId);
  const rows = await actingMembersQuery(db, corpIds, userIds);
  const found = new Map(rows.map((row) => [`${row.corp_id} ${row.user_id}`, actingMemberOf(row)]));
  return names.map((name) => found.get(name) ?? null);
}

type ActingMemberRow = MembershipRow &
  Pick<Selectable<UsersTable>, 'proven_by' | 'proven_in'> &
  Pick<Selectable<CorpsTable>, 'corp_code' | 'corp_name' | 'ident_status' | 'max_amount' | 'settings'>;

/** Enterprise and person are read with the membership, because most acts need them as well. */
function actingMemberOf(row: ActingMemberRow): ActingMember {
  const { userId, userName, mobile, realName, identity, opensPersonalContracts, roles } = membershipOf(row);
  const corp = {
    corpId: row.corp_id,
    corpCode: row.corp_code,
    corpName: row.corp_name,
    identStatus: row.ident_status,
    maxAmount: row.max_amount,
    settings: row.settings,
  };
  const user = {
    realName: row.real_name,
    verifiedAt: row.verified_at,
    provenBy: row.proven_by,
    provenIn: row.proven_in,
  };
  const person = identityIn(row.corp_id, { user, asserted: assertedBy(row) });
  const membership = { corp, person };
  return { userId, userName, mobile, realName, identity, opensPersonalContracts, roles, membership };
}
