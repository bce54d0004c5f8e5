import { sql } from 'kysely';
import { readOnceByTransaction } from '../../database/gathered-by-transaction.js';
import type { IdSource } from '../../database/ids.js';
import type { Db, Tx } from '../../database/schema.js';
import type { ProofOfIdentity, UsersTable } from '../../database/tables/members.js';
import type { CorpId, UserId } from '../../operation/context.js';
import { sameIdentity } from './identity.js';
import type { User } from './membership.js';

export const USER_COLUMNS = [
  'user_id',
  'mobile',
  'real_name',
  'verified_at',
  'proven_by',
  'proven_in',
] as const;

export function userOf(row: Pick<UsersTable, (typeof USER_COLUMNS)[number]>): User {
  return {
    userId: row.user_id,
    mobile: row.mobile ?? '',
    realName: row.real_name,
    verifiedAt: row.verified_at,
    provenBy: row.proven_by,
    provenIn: row.proven_in,
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

/** The present mobile of each person; '' for those without one. */
export async function mobilesOf(db: Db, userIds: readonly UserId[]): Promise<(userId: UserId) => string> {
  const rows = await db
    .selectFrom('users')
    .select(['user_id', 'mobile'])
    .where(sql<boolean>`user_id = any(${userIds}::bigint[])`)
    .execute();
  const mobiles = new Map(rows.map((row) => [row.user_id, row.mobile ?? '']));
  return (userId) => mobiles.get(userId) ?? '';
}

/** Like mobilesOf, once for the same people in a transaction, and by one statement for all who are asked for concurrently. */
export const mobilesTogether = readOnceByTransaction(
  String,
  async (tx: Tx, asked: readonly (readonly UserId[])[]) => {
    const mobileOf = await mobilesOf(tx, [...new Set(asked.flat())]);
    return asked.map(() => mobileOf);
  },
);

/** The person of that mobile; an unknown mobile creates an unverified person. */
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
      proven_by: null,
      proven_in: null,
      created_at: now,
      last_proof_at: null,
    })
    .onConflict((conflict) => conflict.column('mobile').doNothing())
    .executeTakeFirst();
  if (made.numInsertedOrUpdatedRows === 1n) return userId;
  // A concurrent transaction created the same person and has committed by now.
  const row = await tx
    .selectFrom('users')
    .select('user_id')
    .where('mobile', '=', mobile)
    .executeTakeFirstOrThrow();
  return row.user_id;
}

/** Name and encrypted number of a verified person; null if the person is not verified. */
export async function findEncryptedIdentity(
  db: Db,
  userId: UserId,
): Promise<{ readonly realName: string; readonly identNum: Uint8Array } | null> {
  const row = await db
    .selectFrom('users')
    .select(['real_name', 'ident_num'])
    .where('user_id', '=', userId)
    .where('verified_at', 'is not', null)
    .executeTakeFirst();
  if (row === undefined || row.real_name === null || row.ident_num === null) return null;
  return { realName: row.real_name, identNum: row.ident_num };
}

/** What is stored of a person's identity, without the number itself. */
export interface StoredIdentity {
  /** '' while the person has none. */
  readonly mobile: string;
  readonly realName: string | null;
  readonly identNumIndex: string | null;
  /** null: nothing is proven. */
  readonly verifiedAt: Date | null;
}

function identities(db: Db, userId: UserId) {
  return db
    .selectFrom('users')
    .select(['mobile', 'real_name', 'ident_num_index', 'verified_at'])
    .where('user_id', '=', userId);
}

export async function findIdentity(db: Db, userId: UserId): Promise<StoredIdentity | null> {
  return storedOf(await identities(db, userId).executeTakeFirst());
}

/** Whether two accounts are proven to be one person: both verified, with the same name and ID document number. */
export async function areOnePerson(db: Db, one: UserId, other: UserId): Promise<boolean> {
  const [first, second] = [await findIdentity(db, one), await findIdentity(db, other)];
  if (first === null || second === null || first.verifiedAt === null || second.verifiedAt === null) {
    return false;
  }
  const { realName, identNumIndex } = second;
  return realName !== null && identNumIndex !== null && sameIdentity(first, { realName, identNumIndex });
}

/** Locks the person until the transaction ends. */
export async function lockIdentity(tx: Tx, userId: UserId): Promise<StoredIdentity | null> {
  return storedOf(await identities(tx, userId).forUpdate().executeTakeFirst());
}

function storedOf(
  row: Pick<UsersTable, 'mobile' | 'real_name' | 'ident_num_index' | 'verified_at'> | undefined,
): StoredIdentity | null {
  if (row === undefined) return null;
  return {
    mobile: row.mobile ?? '',
    realName: row.real_name,
    identNumIndex: row.ident_num_index,
    verifiedAt: row.verified_at,
  };
}

export async function saveIdentity(
  tx: Tx,
  userId: UserId,
  identity: {
    readonly realName: string;
    readonly identNum: Uint8Array;
    readonly identNumIndex: string;
    readonly verifiedAt: Date;
    readonly provenBy: ProofOfIdentity;
    readonly provenIn: CorpId | null;
  },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      real_name: identity.realName,
      ident_num: identity.identNum,
      ident_num_index: identity.identNumIndex,
      verified_at: identity.verifiedAt,
      proven_by: identity.provenBy,
      proven_in: identity.provenIn,
    })
    .where('user_id', '=', userId)
    .execute();
}

/** The person has no mobile from now on, and cannot be found by one. */
export async function takeMobileFrom(tx: Tx, userId: UserId): Promise<void> {
  await tx.updateTable('users').set({ mobile: null }).where('user_id', '=', userId).execute();
}

export async function giveMobileTo(tx: Tx, userId: UserId, mobile: string): Promise<void> {
  await tx.updateTable('users').set({ mobile }).where('user_id', '=', userId).execute();
}

/** All accounts with this proven ID document number; those without a mobile first, then the oldest. */
export async function provenByNumber(
  db: Db,
  index: string,
): Promise<readonly { readonly userId: UserId; readonly mobile: string }[]> {
  const rows = await db
    .selectFrom('users')
    .select(['user_id', 'mobile'])
    .where('ident_num_index', '=', index)
    .where('verified_at', 'is not', null)
    .orderBy(sql`mobile is not null`)
    .orderBy('created_at')
    .orderBy('user_id')
    .execute();
  return rows.map((row) => ({ userId: row.user_id, mobile: row.mobile ?? '' }));
}

/** Locks the persons in a fixed order until the transaction ends, so that concurrent changes cannot deadlock. */
export async function lockUsers(tx: Tx, userIds: readonly UserId[]): Promise<void> {
  await tx
    .selectFrom('users')
    .select('user_id')
    .where(sql<boolean>`user_id = any(${userIds}::bigint[])`)
    .orderBy('user_id')
    .forUpdate()
    .execute();
}

/** Creates a person whose identity is proven before anything else is known of them. */
export async function insertProvenUser(
  tx: Tx,
  userId: UserId,
  mobile: string,
  identity: {
    readonly realName: string;
    readonly identNum: Uint8Array;
    readonly identNumIndex: string;
    readonly provenBy: ProofOfIdentity;
    readonly provenIn: CorpId | null;
  },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('users')
    .values({
      user_id: userId,
      mobile,
      real_name: identity.realName,
      ident_num: identity.identNum,
      ident_num_index: identity.identNumIndex,
      verified_at: now,
      proven_by: identity.provenBy,
      proven_in: identity.provenIn,
      created_at: now,
      last_proof_at: now,
    })
    .execute();
}
