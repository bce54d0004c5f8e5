/** All SQL of the matrix of members and seals. */
import type { SealStatus } from '@cinnabar/api/enums.js';
import type { Role } from '@cinnabar/api/permissions.js';
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/schema.js';
import { substringPattern } from '../../database/substring-pattern.js';
import type { CorpId, UserId } from '../../operation/context.js';
import type { PageWindow } from './page-window.js';

export interface MatrixFilter {
  /** Part of a display name or employee number; null: no filter. */
  readonly keyword: string | null;
  /** Only members with an authorisation that ends between now and then; null: no filter. */
  readonly endsBefore: Date | null;
}

export interface MatrixMember {
  readonly user_id: UserId;
  readonly user_name: string;
  readonly job_num: string;
  readonly roles: readonly Role[];
}

/** Present members, ordered by name. */
export async function pageOfMatrix(
  db: Db,
  corpId: CorpId,
  filter: MatrixFilter,
  window: PageWindow,
  now: Date,
): Promise<{ readonly members: readonly MatrixMember[]; readonly totalCount: number }> {
  const [members, totalCount] = await Promise.all([
    inOrder(found(db, corpId, filter, now))
      .limit(window.limit)
      .offset(window.offset)
      .execute(),
    countOfMatrix(db, corpId, filter, now),
  ]);
  return { members, totalCount };
}

export async function countOfMatrix(
  db: Db,
  corpId: CorpId,
  filter: MatrixFilter,
  now: Date,
): Promise<number> {
  const { count } = await found(db, corpId, filter, now)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Those who follow a member in the order of the pages, so that a long export keeps no query open; null: the first ones. */
export async function membersAfter(
  db: Db,
  corpId: CorpId,
  filter: MatrixFilter,
  last: MatrixMember | null,
  limit: number,
  now: Date,
): Promise<readonly MatrixMember[]> {
  const members = inOrder(found(db, corpId, filter, now)).limit(limit);
  if (last === null) return members.execute();
  return members
    .where(sql<SqlBool>`(member.user_name, member.user_id) > (${last.user_name}, ${last.user_id})`)
    .execute();
}

function found(db: Db, corpId: CorpId, { keyword, endsBefore }: MatrixFilter, now: Date) {
  const like = keyword === null ? null : substringPattern(keyword);
  const conditions = [
    sql<SqlBool>`member.corp_id = ${corpId} and member.state = 'valid'`,
    ...(like === null
      ? []
      : [sql<SqlBool>`(member.user_name ilike ${like} or member.job_num ilike ${like})`]),
    ...(endsBefore === null
      ? []
      : [
          sql<SqlBool>`exists (
            select from seal_authorisations as held
            where held.corp_id = member.corp_id and held.user_id = member.user_id and held.withdrawn_at is null
              and held.expire_at > ${now} and held.expire_at < ${endsBefore}
          )`,
        ]),
  ];
  return db.selectFrom('members as member').where((where) => where.and(conditions));
}

function inOrder(members: ReturnType<typeof found>) {
  return members
    .select(['member.user_id', 'member.user_name', 'member.job_num', 'member.roles'])
    .orderBy('member.user_name')
    .orderBy('member.user_id');
}

/** The names and states of the seals that have not been deleted. */
export async function sealsOfMatrix(
  db: Db,
  corpId: CorpId,
): Promise<ReadonlyMap<SealId, { readonly name: string; readonly status: SealStatus }>> {
  const rows = await db
    .selectFrom('seals')
    .select(['seal_id', 'seal_name', 'status'])
    .where('corp_id', '=', corpId)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map(({ seal_id, seal_name, status }) => [seal_id, { name: seal_name, status }]));
}

/** Whether the enterprise has uses of seals examined even where a role or an authorisation permits them. */
export async function hasUsesExamined(db: Db, corpId: CorpId): Promise<boolean> {
  const strict = await db
    .selectFrom('corps')
    .select('corp_id')
    .where('corp_id', '=', corpId)
    .where(sql<SqlBool>`settings ->> 'sealApproval' = 'strict'`)
    .executeTakeFirst();
  return strict !== undefined;
}
