/** All SQL of authorisations of seals. */
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import type { AuthorisationId } from '@cinnabar/api/schemas/seal-author.js';
import type { TemplateId } from '@cinnabar/api/schemas/template.js';
import { type NotNull, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../database/schema.js';
import type { SealAuthorisationsTable } from '../../database/tables/seals.js';
import type { CorpId, UserId } from '../../operation/context.js';
import type { PageWindow } from './page-window.js';
import type { AutomaticPlacement } from './seal-need.js';

export type AuthorisationRow = Selectable<SealAuthorisationsTable>;

export async function insertAuthorisations(tx: Tx, records: readonly AuthorisationRow[]): Promise<void> {
  // Consents to automatic placement refer to an existing record.
  const rows = records.map((record) => ({ ...record, manager_consent: null, member_consent: null }));
  await tx.insertInto('seal_authorisations').values(rows).execute();
}

/** Restricted to this enterprise; another enterprise's record is treated as missing. */
export async function findAuthorisation(
  db: Db | Tx,
  corpId: CorpId,
  authorisationId: AuthorisationId,
): Promise<AuthorisationRow | null> {
  const row = await db
    .selectFrom('seal_authorisations')
    .selectAll()
    .where('corp_id', '=', corpId)
    .where('authorisation_id', '=', authorisationId)
    .executeTakeFirst();
  return row ?? null;
}

/** Saves the terms that can change; consents to automatic placement have functions of their own. */
export async function saveTerms(
  tx: Tx,
  record: Pick<
    AuthorisationRow,
    'corp_id' | 'authorisation_id' | 'expire_at' | 'examiner_notify' | 'auto_sign'
  >,
): Promise<void> {
  const { corp_id, authorisation_id, expire_at, examiner_notify, auto_sign } = record;
  await tx
    .updateTable('seal_authorisations')
    .set({ expire_at, examiner_notify, auto_sign })
    .where('corp_id', '=', corp_id)
    .where('authorisation_id', '=', authorisation_id)
    .execute();
}

/** The records of these users on the seal that have not been withdrawn, oldest first. */
export async function standingAuthorisations(
  db: Db | Tx,
  corpId: CorpId,
  sealId: SealId,
  userIds: readonly UserId[],
): Promise<readonly AuthorisationRow[]> {
  return db
    .selectFrom('seal_authorisations')
    .selectAll()
    .where('corp_id', '=', corpId)
    .where('seal_id', '=', sealId)
    .where('user_id', 'in', userIds)
    .where('withdrawn_at', 'is', null)
    .orderBy('created_at')
    .orderBy('authorisation_id')
    .execute();
}

/** Whether the platform may place a seal for one of them; the contracts covered and the consents are examined later. */
export function placesAutomatically(corpId: CorpId, userIds: readonly UserId[]): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from seal_authorisations
    where corp_id = ${corpId} and user_id = any(${userIds}::bigint[]) and auto_sign
      and manager_consent is not null and member_consent is not null and withdrawn_at is null
  )`;
}

/**
 * A member's records with both consents to automatic placement that have not been withdrawn; oldest first.
 * @param hold until the transaction ends no consent can be withdrawn
 */
export async function automaticAuthorisations(
  db: Db | Tx,
  corpId: CorpId,
  userId: UserId,
  hold: boolean,
): Promise<readonly AuthorisationRow[]> {
  const records = db
    .selectFrom('seal_authorisations')
    .selectAll()
    .where('corp_id', '=', corpId)
    .where('user_id', '=', userId)
    .where('auto_sign', '=', true)
    .where('manager_consent', 'is not', null)
    .where('member_consent', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('created_at')
    .orderBy('authorisation_id');
  return hold ? records.forShare().execute() : records.execute();
}

/** The members for whom the platform places the seal now. */
export async function automaticPlacements(
  tx: Tx,
  corpId: CorpId,
  sealId: SealId,
  now: Date,
): Promise<readonly AutomaticPlacement[]> {
  const rows = await tx
    .selectFrom('seal_authorisations')
    .select(['user_id', 'template_ids'])
    .where('corp_id', '=', corpId)
    .where('seal_id', '=', sealId)
    .where('auto_sign', '=', true)
    .where('manager_consent', 'is not', null)
    .where('member_consent', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .where('effective_at', '<=', now)
    .where((where) => where.or([where('expire_at', 'is', null), where('expire_at', '>', now)]))
    .execute();
  return rows.map((row) => ({ userId: row.user_id, templateIds: row.template_ids }));
}

/** A record whose member consents to automatic placement. */
export type ConsentedRow = AuthorisationRow & {
  readonly member_consent: NonNullable<AuthorisationRow['member_consent']>;
};

/** A person's consents as member of any enterprise that have not been withdrawn; newest first. */
export async function authorisationsOfMember(db: Db, userId: UserId): Promise<readonly ConsentedRow[]> {
  return consentedBy(db, userId).orderBy('created_at', 'desc').orderBy('authorisation_id', 'desc').execute();
}

export async function findConsented(
  db: Db,
  userId: UserId,
  authorisationId: AuthorisationId,
): Promise<ConsentedRow | null> {
  const row = await consentedBy(db, userId)
    .where('authorisation_id', '=', authorisationId)
    .executeTakeFirst();
  return row ?? null;
}

function consentedBy(db: Db, userId: UserId) {
  return db
    .selectFrom('seal_authorisations')
    .selectAll()
    .where('user_id', '=', userId)
    .where('corp_id', 'in', (select) =>
      select.selectFrom('members').select('members.corp_id').where('members.user_id', '=', userId),
    )
    .where('auto_sign', '=', true)
    .where('member_consent', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .$narrowType<{ member_consent: NotNull }>();
}

/** The records of the seal's approvers that have not been withdrawn, of present members only. */
export async function standingExaminers(
  db: Db | Tx,
  corpId: CorpId,
  sealId: SealId,
): Promise<readonly AuthorisationRow[]> {
  return db
    .selectFrom('seal_authorisations as held')
    .innerJoin('members as member', (join) =>
      join.onRef('member.corp_id', '=', 'held.corp_id').onRef('member.user_id', '=', 'held.user_id'),
    )
    .selectAll('held')
    .where('held.corp_id', '=', corpId)
    .where('held.seal_id', '=', sealId)
    .where('held.author_role', '=', 'SEAL_EXAMINER')
    .where('held.withdrawn_at', 'is', null)
    .where('member.state', '=', 'valid')
    .orderBy('held.user_id')
    .execute();
}

export interface ListedAuthorisation extends AuthorisationRow {
  readonly user_name: string;
  /** Comma-separated. */
  readonly template_names: string;
}

/**
 * All records of the seal, newest first, with present names, including those of former members and deleted templates.
 */
export async function listAuthorisations(
  db: Db,
  corpId: CorpId,
  sealId: SealId,
  window: PageWindow,
): Promise<{ readonly rows: readonly ListedAuthorisation[]; readonly totalCount: number }> {
  const ofSeal = db
    .selectFrom('seal_authorisations as held')
    .where('held.corp_id', '=', corpId)
    .where('held.seal_id', '=', sealId);
  const [rows, { count }] = await Promise.all([
    ofSeal
      .innerJoin('members as member', (join) =>
        join.onRef('member.corp_id', '=', 'held.corp_id').onRef('member.user_id', '=', 'held.user_id'),
      )
      .selectAll('held')
      .select(['member.user_name', templateNames.as('template_names')])
      .orderBy('held.created_at', 'desc')
      .orderBy('held.authorisation_id', 'desc')
      .limit(window.limit)
      .offset(window.offset)
      .execute(),
    ofSeal.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { rows, totalCount: count };
}

/** The records of these members that are or will be in force, newest first. */
export async function authorisationsNotEnded(
  db: Db,
  corpId: CorpId,
  userIds: readonly UserId[],
  now: Date,
): Promise<readonly ListedAuthorisation[]> {
  return db
    .selectFrom('seal_authorisations as held')
    .innerJoin('members as member', (join) =>
      join.onRef('member.corp_id', '=', 'held.corp_id').onRef('member.user_id', '=', 'held.user_id'),
    )
    .selectAll('held')
    .select(['member.user_name', templateNames.as('template_names')])
    .where('held.corp_id', '=', corpId)
    .where(sql<boolean>`held.user_id = any(${userIds}::bigint[])`)
    .where('held.withdrawn_at', 'is', null)
    .where((where) => where.or([where('held.expire_at', 'is', null), where('held.expire_at', '>', now)]))
    .orderBy('held.created_at', 'desc')
    .orderBy('held.authorisation_id', 'desc')
    .execute();
}

/** The records that name one of these templates, and are or will be in force. */
export async function authorisationsNaming(
  db: Db,
  corpId: CorpId,
  templateIds: readonly TemplateId[],
  now: Date,
) {
  return db
    .selectFrom('seal_authorisations as held')
    .innerJoin('seals as seal', (join) =>
      join.onRef('seal.corp_id', '=', 'held.corp_id').onRef('seal.seal_id', '=', 'held.seal_id'),
    )
    .innerJoin('members as member', (join) =>
      join.onRef('member.corp_id', '=', 'held.corp_id').onRef('member.user_id', '=', 'held.user_id'),
    )
    .select(['held.template_ids', 'held.seal_id', 'seal.seal_name', 'member.user_name'])
    .where('held.corp_id', '=', corpId)
    .where(sql<boolean>`held.template_ids && ${templateIds}::bigint[]`)
    .where('held.withdrawn_at', 'is', null)
    .where((where) => where.or([where('held.expire_at', 'is', null), where('held.expire_at', '>', now)]))
    .orderBy('held.authorisation_id')
    .execute();
}

const templateNames = sql<string>`(
  select coalesce(string_agg(named.template_name, ',' order by given.position), '')
  from unnest(held.template_ids) with ordinality as given (template_id, position)
  join templates as named on named.corp_id = held.corp_id and named.template_id = given.template_id
)`;

/**
 * Number of records in force of a row of `seals`. Records expire by themselves, so they are counted whenever a seal is
 * displayed.
 * @param now a timestamptz
 */
export function countInForce(now: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(
    select count(*) from seal_authorisations as held
    where held.corp_id = seals.corp_id and held.seal_id = seals.seal_id and held.withdrawn_at is null
      and held.effective_at <= ${now} and (held.expire_at is null or held.expire_at > ${now})
  )`;
}

/**
 * Ends one record of the enterprise at once, with the consents to it; a finished one stays unchanged.
 * @returns null if there is none
 */
export async function withdrawAuthorisation(
  tx: Tx,
  corpId: CorpId,
  authorisationId: AuthorisationId,
  now: Date,
): Promise<AuthorisationRow | null> {
  const row = await tx
    .selectFrom('seal_authorisations')
    .selectAll()
    .where('corp_id', '=', corpId)
    .where('authorisation_id', '=', authorisationId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return null;
  if (row.withdrawn_at !== null || (row.expire_at !== null && row.expire_at <= now)) return row;
  await tx
    .updateTable('seal_authorisations')
    .set({ withdrawn_at: now })
    .where('corp_id', '=', corpId)
    .where('authorisation_id', '=', authorisationId)
    .execute();
  return { ...row, withdrawn_at: now };
}

/** Ends all authorisations of a member, or all for one seal; finished records stay unchanged. */
export async function withdrawAuthorisations(
  tx: Tx,
  corpId: CorpId,
  whose: { readonly sealId: SealId } | { readonly userId: UserId },
  now: Date,
): Promise<readonly AuthorisationId[]> {
  const withdrawn = await tx
    .updateTable('seal_authorisations')
    .set({ withdrawn_at: now })
    .where('corp_id', '=', corpId)
    .where((where) =>
      'sealId' in whose ? where('seal_id', '=', whose.sealId) : where('user_id', '=', whose.userId),
    )
    .where('withdrawn_at', 'is', null)
    .where((where) => where.or([where('expire_at', 'is', null), where('expire_at', '>', now)]))
    .returning('authorisation_id')
    .execute();
  return withdrawn.map((row) => row.authorisation_id);
}
