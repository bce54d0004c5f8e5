/** What an operator sees of an enterprise besides what it is: counts, and whose it is. */
import { sql } from 'kysely';
import { maskMobile } from '../../custody/masking.js';
import type { Db } from '../../database/schema.js';
import type { CorpId } from '../../operation/context.js';

interface CorpFacts {
  readonly members: number;
  readonly applications: number;
  readonly ownerName: string | null;
  /** Masked. */
  readonly ownerMobile: string | null;
}

export async function corpFacts(db: Db, corpId: CorpId): Promise<CorpFacts> {
  const members = db
    .selectFrom('members')
    .where('members.corp_id', '=', corpId)
    .where('members.state', '=', 'valid');
  const [counted, apps, owner] = await Promise.all([
    members.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    db
      .selectFrom('applications')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('corp_id', '=', corpId)
      .executeTakeFirstOrThrow(),
    members
      .innerJoin('users', 'users.user_id', 'members.user_id')
      .select(['members.user_name', 'users.mobile'])
      .where(sql<boolean>`'OWNER' = any (members.roles)`)
      .executeTakeFirst(),
  ]);
  return {
    members: counted.count,
    applications: apps.count,
    ownerName: owner?.user_name ?? null,
    ownerMobile: owner === undefined || owner.mobile === null ? null : maskMobile(owner.mobile),
  };
}
