import { type Selectable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { fixedQuery, type Value } from '../../database/fixed-query.js';
import type { Db } from '../../database/schema.js';
import type { CorpsTable } from '../../database/tables/enterprise.js';
import type { CorpId } from '../../operation/context.js';
import { type Membership, membershipFromJson, type User } from './membership.js';
import { memberships } from './store.js';

interface NamedParties {
  readonly persons: readonly Pick<User, 'userId' | 'mobile' | 'realName'>[];
  readonly corps: readonly Pick<Selectable<CorpsTable>, 'corp_id' | 'corp_name' | 'name_key'>[];
  /** The valid members among the persons, in any of the enterprises and in the given one. */
  readonly members: readonly Membership[];
}

/**
 * The persons who hold the mobiles, the enterprises that bear the names, and who is a member of which: by one statement,
 * because every start of a contract needs all of it.
 * @param nameKeys see corpNameKey
 */
export async function namedParties(
  db: Db,
  corpId: CorpId,
  mobiles: readonly string[],
  nameKeys: readonly string[],
): Promise<NamedParties> {
  const [row] = await partiesQuery(db, corpId, mobiles, nameKeys);
  if (row === undefined) throw new Error('a query without a table returned no row');
  return {
    persons: row.persons.map((person) => ({
      userId: person.user_id,
      mobile: person.mobile ?? '',
      realName: person.real_name,
    })),
    corps: row.corps,
    members: row.members.map(membershipFromJson),
  };
}

const partiesQuery = fixedQuery(
  (db, corpId: Value<CorpId>, mobiles: Value<readonly string[]>, nameKeys: Value<readonly string[]>) => {
    const persons = db.selectFrom('users').where(sql<boolean>`mobile = any(${mobiles}::text[])`);
    const corps = db.selectFrom('corps').where(sql<boolean>`name_key = any(${nameKeys}::text[])`);
    const members = memberships(db)
      .where('member.state', '=', 'valid')
      .where('member.user_id', 'in', persons.select('user_id'))
      .where((where) =>
        where.or([
          where('member.corp_id', '=', corpId),
          where('member.corp_id', 'in', corps.select('corp_id')),
        ]),
      );
    return db.selectNoFrom([
      jsonArrayFrom(persons.select(['user_id', 'mobile', 'real_name'])).as('persons'),
      jsonArrayFrom(corps.select(['corp_id', 'corp_name', 'name_key'])).as('corps'),
      jsonArrayFrom(members).as('members'),
    ]);
  },
);
