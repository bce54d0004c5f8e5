/** SQL of the list of an enterprise's members. */
import type { Role } from '@cinnabar/api/permissions.js';
import { type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../database/schema.js';
import { substringPattern } from '../../database/substring-pattern.js';
import type { CorpId, UserId } from '../../operation/context.js';
import { type Membership, membershipOf } from './membership.js';
import type { MemberTasks } from './rules.js';
import { memberships } from './store.js';

export interface MemberListFilter {
  /** Part of a name, mobile or employee number; null: no filter. */
  readonly keyword: string | null;
  /** This member alone; null: no filter. */
  readonly userId: UserId | null;
  readonly role: Role | null;
  readonly state: Membership['state'] | null;
}

/** Present and invited members, ordered by name; former ones only on request. */
export async function pageOfFoundMembers(
  db: Db,
  corpId: CorpId,
  { keyword, userId, role, state }: MemberListFilter,
  window: { readonly limit: number; readonly offset: number },
): Promise<{ readonly items: readonly Membership[]; readonly totalCount: number }> {
  const like = keyword === null ? null : substringPattern(keyword);
  // As in searchMembers, a verified name is searched only if the enterprise may know it.
  const conditions = [
    sql<SqlBool>`member.corp_id = ${corpId}`,
    state === null ? sql<SqlBool>`member.state <> 'deleted'` : sql<SqlBool>`member.state = ${state}`,
    ...(userId === null ? [] : [sql<SqlBool>`member.user_id = ${userId}`]),
    ...(role === null ? [] : [sql<SqlBool>`${role} = any(member.roles)`]),
    ...(like === null
      ? []
      : [
          sql<SqlBool>`(
            person.mobile ilike ${like} or member.user_name ilike ${like} or member.job_num ilike ${like}
            or (member.confirmed_at is not null and person.real_name ilike ${like}) or member.asserted_name ilike ${like}
          )`,
        ]),
  ];
  const found = memberships(db).where((where) => where.and(conditions));
  const [rows, { total }] = await Promise.all([
    found
      .orderBy('member.user_name')
      .orderBy('member.user_id')
      .limit(window.limit)
      .offset(window.offset)
      .execute(),
    db
      .selectFrom(found.as('found'))
      .select((select) => select.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { items: rows.map(membershipOf), totalCount: total };
}

export async function memberTasks(
  db: Db,
  corpId: CorpId,
  userIds: readonly UserId[],
  now: Date,
): Promise<ReadonlyMap<UserId, MemberTasks>> {
  const { rows } = await sql<MemberTasks & { readonly userId: UserId }>`
    select given.user_id as "userId", held.seals, coalesce(counted.awaiting, 0)::integer as awaiting,
      coalesce(counted.initiated, 0)::integer as initiated
    from unnest(${userIds}::bigint[]) as given (user_id)
    cross join lateral (
      select count(*) as seals from seal_authorisations
      where corp_id = ${corpId} and user_id = given.user_id and withdrawn_at is null
        and effective_at <= ${now} and (expire_at is null or expire_at > ${now})
    ) held
    cross join lateral (
      select sum(flows) filter (where my_turn) as awaiting,
        sum(flows) filter (where initiated and status in (1, 2)) as initiated
      from flow_inbox_counts
      where viewer_corp_id = ${corpId} and user_id = given.user_id and not confidential
    ) counted
  `.execute(db);
  return new Map(rows.map(({ userId, ...tasks }) => [userId, tasks]));
}

export async function saveNames(
  tx: Tx,
  { corpId, userId, userName, jobNum }: Pick<Membership, 'corpId' | 'userId' | 'userName' | 'jobNum'>,
): Promise<void> {
  await tx
    .updateTable('members')
    .set({ user_name: userName, job_num: jobNum })
    .where('corp_id', '=', corpId)
    .where('user_id', '=', userId)
    .execute();
}
