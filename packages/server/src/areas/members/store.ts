import type { Role } from '@cinnabar/api/permissions.js';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Database, Db, Tx } from '../../database/schema.js';
import { substringPattern } from '../../database/substring-pattern.js';
import type { MembersTable, UsersTable } from '../../database/tables/members.js';
import type { CorpId, UserId } from '../../operation/context.js';
import { refuseFor } from '../../operation/refusal.js';
import { nothingKnown } from './assertion-store.js';
import { type Membership, type MembershipRow, membershipOf } from './membership.js';

type Memberships = SelectQueryBuilder<
  Database & { member: MembersTable; person: UsersTable },
  'member' | 'person',
  MembershipRow
>;

export function memberships(db: Db): Memberships {
  return db
    .selectFrom('members as member')
    .innerJoin('users as person', 'person.user_id', 'member.user_id')
    .select([
      'member.corp_id',
      'member.user_id',
      'member.user_name',
      'person.mobile',
      'member.job_num',
      'member.state',
      'member.roles',
      'person.real_name',
      'person.verified_at',
      'member.confirmed_at',
      'member.asserted_name',
      'member.asserted_at',
      'member.asserted_by',
      sql<boolean>`exists (
        select from personal_contract_permissions permission
        where permission.user_id = member.user_id and permission.corp_id = member.corp_id
          and permission.revoked_at is null
      )`.as('opens_personal_contracts'),
    ]);
}

/** Valid or invited; a deleted member is treated as missing. */
export async function findMembership(db: Db, corpId: CorpId, userId: UserId): Promise<Membership | null> {
  const row = await memberships(db)
    .where('member.corp_id', '=', corpId)
    .where('member.user_id', '=', userId)
    .where('member.state', '<>', 'deleted')
    .executeTakeFirst();
  return row === undefined ? null : membershipOf(row);
}

/** Valid or invited; a deleted member is treated as missing. */
export async function memberByMobile(db: Db, corpId: CorpId, mobile: string): Promise<Membership | null> {
  const row = await memberships(db)
    .where('member.corp_id', '=', corpId)
    .where('person.mobile', '=', mobile)
    .where('member.state', '<>', 'deleted')
    .executeTakeFirst();
  return row === undefined ? null : membershipOf(row);
}

/** Which of these are valid members of the enterprise; locked until the transaction ends. */
export async function lockValidMembers(
  tx: Tx,
  corpId: CorpId,
  userIds: readonly UserId[],
): Promise<ReadonlySet<UserId>> {
  const rows = await tx
    .selectFrom('members')
    .select('user_id')
    .where('corp_id', '=', corpId)
    .where('user_id', 'in', userIds)
    .where('state', '=', 'valid')
    .orderBy('user_id')
    .forShare()
    .execute();
  return new Set(rows.map((row) => row.user_id));
}

/** Memberships and invitations in all enterprises. */
export async function membershipsOf(db: Db, userId: UserId): Promise<readonly Membership[]> {
  const rows = await memberships(db)
    .where('member.user_id', '=', userId)
    .where('member.state', '<>', 'deleted')
    .orderBy('member.corp_id')
    .execute();
  return rows.map(membershipOf);
}

/**
 * The enterprises for which the person has agreed to act, by name and number or by a link of their own. A membership
 * created from a mobile alone is not among them.
 */
export async function confirmedMemberships(db: Db, userId: UserId): Promise<readonly Membership[]> {
  const rows = await memberships(db)
    .where('member.user_id', '=', userId)
    .where('member.state', '=', 'valid')
    .where('member.confirmed_at', 'is not', null)
    .orderBy('member.corp_id')
    .execute();
  return rows.map(membershipOf);
}

export async function findOwner(db: Db | Tx, corpId: CorpId): Promise<Membership | null> {
  const row = await memberships(db)
    .where('member.corp_id', '=', corpId)
    .where('member.state', '<>', 'deleted')
    .where('member.roles', '@>', sql<Role[]>`array['OWNER']`)
    .executeTakeFirst();
  return row === undefined ? null : membershipOf(row);
}

export async function saveRoles(
  tx: Tx,
  corpId: CorpId,
  userId: UserId,
  roles: readonly Role[],
): Promise<void> {
  await tx
    .updateTable('members')
    .set({ roles })
    .where('corp_id', '=', corpId)
    .where('user_id', '=', userId)
    .execute();
}

/** Makes a member the owner; the previous owner becomes an administrator. */
export async function handOverOwnership(tx: Tx, corpId: CorpId, userId: UserId): Promise<void> {
  await tx
    .updateTable('members')
    .set({ roles: sql`array_append(array_remove(array_remove(roles, 'OWNER'), 'ADMIN'), 'ADMIN')` })
    .where('corp_id', '=', corpId)
    .where('user_id', '<>', userId)
    .where('roles', '@>', sql<Role[]>`array['OWNER']`)
    .execute();
  await tx
    .updateTable('members')
    .set({ roles: sql`array_append(array_remove(roles, 'OWNER'), 'OWNER')` })
    .where('corp_id', '=', corpId)
    .where('user_id', '=', userId)
    .execute();
}

/** Valid members with one of the roles, ordered by id. */
export async function membersWithRoles(
  db: Db,
  corpId: CorpId,
  roles: readonly Role[],
): Promise<readonly Membership[]> {
  const rows = await memberships(db)
    .where('member.corp_id', '=', corpId)
    .where('member.state', '=', 'valid')
    .where(sql<boolean>`member.roles && ${roles}::text[]`)
    .orderBy('member.user_id')
    .execute();
  return rows.map(membershipOf);
}

export async function countValidMembers(db: Db, corpId: CorpId): Promise<number> {
  const row = await db
    .selectFrom('members')
    .select(sql<number>`count(*)`.as('total'))
    .where('corp_id', '=', corpId)
    .where('state', '=', 'valid')
    .executeTakeFirstOrThrow();
  return row.total;
}

export interface MemberFilter {
  readonly corpId: CorpId;
  readonly userId: UserId | null;
  readonly userName: string | null;
  readonly mobile: string | null;
  readonly verified: boolean | null;
}

/** Members that match every given condition exactly, including deleted ones, newest first. */
export async function listMembers(db: Db, filter: MemberFilter): Promise<readonly Membership[]> {
  let query = memberships(db).where('member.corp_id', '=', filter.corpId);
  if (filter.userId !== null) query = query.where('member.user_id', '=', filter.userId);
  if (filter.userName !== null) query = query.where('member.user_name', '=', filter.userName);
  if (filter.mobile !== null) query = query.where('person.mobile', '=', filter.mobile);
  if (filter.verified !== null) {
    // As this enterprise sees it: see membershipOf.
    const verified = sql<boolean>`(
      (member.confirmed_at is not null and person.verified_at is not null) or member.asserted_name is not null
    )`;
    query = query.where(verified, '=', filter.verified);
  }
  const rows = await query.orderBy('member.created_at', 'desc').orderBy('member.user_id', 'desc').execute();
  return rows.map(membershipOf);
}

/** Valid and invited members, ordered by id. */
export async function pageOfMembers(
  db: Db,
  corpId: CorpId,
  window: { readonly limit: number; readonly offset: number },
): Promise<{ readonly items: readonly Membership[]; readonly totalCount: number }> {
  const [rows, { total }] = await Promise.all([
    memberships(db)
      .where('member.corp_id', '=', corpId)
      .where('member.state', '<>', 'deleted')
      .orderBy('member.user_id')
      .limit(window.limit)
      .offset(window.offset)
      .execute(),
    db
      .selectFrom('members')
      .select(sql<number>`count(*)`.as('total'))
      .where('corp_id', '=', corpId)
      .where('state', '<>', 'deleted')
      .executeTakeFirstOrThrow(),
  ]);
  return { items: rows.map(membershipOf), totalCount: total };
}

/** Limit of search results. */
const MAX_FOUND = 1_000;

/**
 * Members who are not deleted and whose mobile or name contains a text, ignoring case. A verified name is searched only
 * if the enterprise may know it; otherwise a search would disclose it piece by piece.
 */
export async function searchMembers(db: Db, corpId: CorpId, text: string): Promise<readonly Membership[]> {
  const like = substringPattern(text);
  const rows = await memberships(db)
    .where('member.corp_id', '=', corpId)
    .where('member.state', '<>', 'deleted')
    .where((where) =>
      where.or([
        where('person.mobile', 'ilike', like),
        where('member.user_name', 'ilike', like),
        where.and([where('member.confirmed_at', 'is not', null), where('person.real_name', 'ilike', like)]),
        where('member.asserted_name', 'ilike', like),
      ]),
    )
    .orderBy('member.user_name')
    .orderBy('member.user_id')
    .limit(MAX_FOUND)
    .execute();
  return rows.map(membershipOf);
}

/** In any state, locked until the end of the transaction. */
export async function lockMembership(tx: Tx, corpId: CorpId, userId: UserId): Promise<Membership | null> {
  const row = await memberships(tx)
    .where('member.corp_id', '=', corpId)
    .where('member.user_id', '=', userId)
    .forUpdate('member')
    .executeTakeFirst();
  return row === undefined ? null : membershipOf(row);
}

export interface NewMembership {
  readonly corpId: CorpId;
  readonly userId: UserId;
  readonly userName: string;
  readonly jobNum: string;
  readonly state: 'valid' | 'invited';
  readonly roles: readonly Role[];
  readonly now: Date;
}

/**
 * Creates a membership or restores a deleted one: its id is kept; its roles, its password and what was known of the
 * person's identity are not.
 * @returns false if another transaction came first
 * @throws Refusal NOT_VERIFIED if the enterprise is closed
 */
export async function saveMembership(tx: Tx, membership: NewMembership): Promise<boolean> {
  const closure = await tx
    .selectFrom('corp_closures')
    .select('corp_id')
    .where('corp_id', '=', membership.corpId)
    .executeTakeFirst();
  if (closure !== undefined) throw refuseFor('NOT_VERIFIED');
  const fresh = {
    user_name: membership.userName,
    job_num: membership.jobNum,
    state: membership.state,
    roles: membership.roles,
    ...nothingKnown,
  } as const;
  const result = await tx
    .insertInto('members')
    .values({
      corp_id: membership.corpId,
      user_id: membership.userId,
      ...fresh,
      created_at: membership.now,
    })
    .onConflict((conflict) =>
      conflict.columns(['corp_id', 'user_id']).doUpdateSet(fresh).where('members.state', '=', 'deleted'),
    )
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/**
 * The row is kept for the record of past acts, and whether they ever accepted is kept too; they act for the enterprise
 * no more.
 */
export async function deleteMembership(tx: Tx, corpId: CorpId, userId: UserId): Promise<void> {
  await tx
    .updateTable('members')
    .set({
      state: 'deleted',
      roles: [],
      signing_password: null,
      password_failures: 0,
      password_locked_until: null,
    })
    .where('corp_id', '=', corpId)
    .where('user_id', '=', userId)
    .execute();
}

/** From now on the person acts for this enterprise, and it may know their identity. */
export async function confirmMembership(tx: Tx, corpId: CorpId, userId: UserId, now: Date): Promise<void> {
  await tx
    .updateTable('members')
    .set({ state: 'valid', confirmed_at: sql`coalesce(confirmed_at, ${now})` })
    .where('corp_id', '=', corpId)
    .where('user_id', '=', userId)
    .where('state', '<>', 'deleted')
    .execute();
}

export async function findCorpName(db: Db, corpId: CorpId): Promise<string> {
  const row = await db
    .selectFrom('corps')
    .select('corp_name')
    .where('corp_id', '=', corpId)
    .executeTakeFirstOrThrow();
  return row.corp_name;
}
