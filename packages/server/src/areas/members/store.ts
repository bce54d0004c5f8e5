import type { Role } from '@cinnabar/api/permissions.js';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { CorpId, Operator, UserId } from '../../context.js';
import type { IdSource } from '../../database/ids.js';
import type { Database, Db, Tx } from '../../database/schema.js';
import type { MembersTable, UsersTable } from '../../database/tables/members.js';
import { type Membership, type MembershipRow, membershipOf, type User } from './membership.js';

const USER_COLUMNS = ['user_id', 'mobile', 'real_name', 'verified_at'] as const;

function userOf(row: Pick<UsersTable, (typeof USER_COLUMNS)[number]>): User {
  return {
    userId: row.user_id,
    mobile: row.mobile,
    realName: row.real_name,
    verifiedAt: row.verified_at,
  };
}

export async function findUser(db: Db, userId: UserId): Promise<User | null> {
  const row = await db
    .selectFrom('users')
    .select(USER_COLUMNS)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row === undefined ? null : userOf(row);
}

export async function userByMobile(db: Db, mobile: string): Promise<User | null> {
  const row = await db
    .selectFrom('users')
    .select(USER_COLUMNS)
    .where('mobile', '=', mobile)
    .executeTakeFirst();
  return row === undefined ? null : userOf(row);
}

/** The person of that mobile; an unknown mobile becomes an unverified person. */
export async function ensureUser(tx: Tx, ids: IdSource, mobile: string, now: Date): Promise<UserId> {
  const known = await userByMobile(tx, mobile);
  if (known !== null) return known.userId;
  const userId = await ids.next<'User'>();
  const made = await tx
    .insertInto('users')
    .values({
      user_id: userId,
      mobile,
      real_name: null,
      ident_num: null,
      ident_num_index: null,
      verified_at: null,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('mobile').doNothing())
    .executeTakeFirst();
  if (made.numInsertedOrUpdatedRows === 1n) return userId;
  // Somebody else's transaction brought the same person in, and has committed by now.
  const row = await tx
    .selectFrom('users')
    .select('user_id')
    .where('mobile', '=', mobile)
    .executeTakeFirstOrThrow();
  return row.user_id;
}

/** What is kept of a person's identity, locked until the transaction ends. */
export async function lockIdentity(
  tx: Tx,
  userId: UserId,
): Promise<Pick<UsersTable, 'real_name' | 'ident_num_index' | 'verified_at' | 'mobile'> | null> {
  const row = await tx
    .selectFrom('users')
    .select(['mobile', 'real_name', 'ident_num_index', 'verified_at'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function findIdentity(
  db: Db,
  userId: UserId,
): Promise<Pick<UsersTable, 'real_name' | 'ident_num_index' | 'verified_at' | 'mobile'> | null> {
  const row = await db
    .selectFrom('users')
    .select(['mobile', 'real_name', 'ident_num_index', 'verified_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

export async function saveIdentity(
  tx: Tx,
  userId: UserId,
  identity: {
    readonly realName: string;
    readonly identNum: Uint8Array;
    readonly identNumIndex: string;
    readonly verifiedAt: Date;
  },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      real_name: identity.realName,
      ident_num: identity.identNum,
      ident_num_index: identity.identNumIndex,
      verified_at: identity.verifiedAt,
    })
    .where('user_id', '=', userId)
    .execute();
}

type Memberships = SelectQueryBuilder<
  Database & { member: MembersTable; person: UsersTable },
  'member' | 'person',
  MembershipRow
>;

function memberships(db: Db): Memberships {
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
    ]);
}

/** Valid or invited; a deleted member is none. */
export async function findMembership(db: Db, corpId: CorpId, userId: UserId): Promise<Membership | null> {
  const row = await memberships(db)
    .where('member.corp_id', '=', corpId)
    .where('member.user_id', '=', userId)
    .where('member.state', '<>', 'deleted')
    .executeTakeFirst();
  return row === undefined ? null : membershipOf(row);
}

/** Valid or invited; a deleted member is none. */
export async function memberByMobile(db: Db, corpId: CorpId, mobile: string): Promise<Membership | null> {
  const row = await memberships(db)
    .where('member.corp_id', '=', corpId)
    .where('person.mobile', '=', mobile)
    .where('member.state', '<>', 'deleted')
    .executeTakeFirst();
  return row === undefined ? null : membershipOf(row);
}

/** The member who acts, if they may: valid, and not merely invited. */
export async function findOperator(db: Db, corpId: CorpId, userId: UserId): Promise<Operator | null> {
  const membership = await findMembership(db, corpId, userId);
  if (membership === null || membership.state !== 'valid') return null;
  const { userName, mobile, realName, roles } = membership;
  return { userId, userName, mobile, realName, roles };
}

/**
 * The enterprises that the person has agreed to act for, by name and number or by a link of their own. A membership
 * that an enterprise made of a mobile alone is not among them.
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

export async function findOwner(db: Db, corpId: CorpId): Promise<Membership | null> {
  const row = await memberships(db)
    .where('member.corp_id', '=', corpId)
    .where('member.state', '<>', 'deleted')
    .where('member.roles', '@>', sql<Role[]>`array['OWNER']`)
    .executeTakeFirst();
  return row === undefined ? null : membershipOf(row);
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

/** Members that fit every given condition exactly, deleted ones too, newest first. */
export async function listMembers(db: Db, filter: MemberFilter): Promise<readonly Membership[]> {
  let query = memberships(db).where('member.corp_id', '=', filter.corpId);
  if (filter.userId !== null) query = query.where('member.user_id', '=', filter.userId);
  if (filter.userName !== null) query = query.where('member.user_name', '=', filter.userName);
  if (filter.mobile !== null) query = query.where('person.mobile', '=', filter.mobile);
  if (filter.verified !== null) {
    // As this enterprise sees it: see membershipOf.
    const verified = sql<boolean>`(member.confirmed_at is not null and person.verified_at is not null)`;
    query = query.where(verified, '=', filter.verified);
  }
  const rows = await query.orderBy('member.created_at', 'desc').orderBy('member.user_id', 'desc').execute();
  return rows.map(membershipOf);
}

/** Of any state, locked until the transaction ends. */
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
 * Makes a membership, or brings a deleted one back: its number stays, its roles and its password do not.
 * @returns false where another transaction was quicker
 */
export async function saveMembership(tx: Tx, membership: NewMembership): Promise<boolean> {
  const fresh = {
    user_name: membership.userName,
    job_num: membership.jobNum,
    state: membership.state,
    roles: membership.roles,
    signing_password: null,
    password_failures: 0,
    password_locked_until: null,
  } as const;
  const result = await tx
    .insertInto('members')
    .values({
      corp_id: membership.corpId,
      user_id: membership.userId,
      ...fresh,
      confirmed_at: null,
      created_at: membership.now,
    })
    .onConflict((conflict) =>
      conflict.columns(['corp_id', 'user_id']).doUpdateSet(fresh).where('members.state', '=', 'deleted'),
    )
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** The person acts for this enterprise from now on, and it may know who they are. */
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
