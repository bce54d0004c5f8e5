/** SQL of a person's export: everything that is stored about them and is theirs. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../database/schema.js';
import type { UserId } from '../../../operation/context.js';
import type { FlowKey } from '../../flows/index.js';

/** A row as JSON has it. */
export type ExportedRow = Readonly<Record<string, unknown>>;

/** Secrets and their digests are no data of the person, and would only help whoever steals the export. */
const LISTS: Readonly<Record<string, (userId: UserId, mobile: string) => RawBuilder<ExportedRow>>> = {
  memberships: (userId) => sql`
    select corp.corp_name, member.user_name, member.job_num, member.state, member.roles, member.confirmed_at,
      member.asserted_name, member.asserted_at, member.created_at
    from members member join corps corp on corp.corp_id = member.corp_id
    where member.user_id = ${userId} order by member.created_at
  `,
  joinRequests: (userId) => sql`
    select corp.corp_name, request.state, request.asked_at, request.decided_at
    from join_requests request join corps corp on corp.corp_id = request.corp_id
    where request.user_id = ${userId} order by request.asked_at
  `,
  registrations: (userId) => sql`
    select corp_name, corp_code, legal_rep_name, state, reason, created_at, decided_at
    from corp_registrations where user_id = ${userId} or legal_rep_user_id = ${userId} order by created_at
  `,
  mobileChanges: (userId) => sql`
    select former_mobile, mobile, proven_by, changed_at, address, device
    from mobile_changes where user_id = ${userId} order by changed_at
  `,
  nameCorrections: (userId) => sql`
    select former_name, real_name, reason, corrected_at, corrected_by
    from identity_corrections where user_id = ${userId} order by corrected_at
  `,
  consents: (userId) => sql`
    select consent.agreement, consent.version, consent.text_hash, corp.corp_name, consent.flow_id, consent.accepted_at,
      consent.address, consent.device
    from consents consent left join corps corp on corp.corp_id = consent.corp_id
    where consent.user_id = ${userId} order by consent.accepted_at
  `,
  withdrawnConsents: (userId) => sql`
    select agreement, withdrawn_at from consent_withdrawals where user_id = ${userId} order by withdrawn_at
  `,
  accessToOwnContracts: (userId) => sql`
    select corp.corp_name, permission.version, permission.given_at, permission.revoked_at, permission.address,
      permission.device
    from personal_contract_permissions permission join corps corp on corp.corp_id = permission.corp_id
    where permission.user_id = ${userId} order by permission.given_at
  `,
  automaticSeals: (userId) => sql`
    select corp.corp_name, consent.side, consent.wanted, consent.channel, consent.created_at, consent.address,
      consent.device
    from auto_sign_consents consent join corps corp on corp.corp_id = consent.corp_id
    where consent.user_id = ${userId} order by consent.created_at
  `,
  sealAuthorisations: (userId) => sql`
    select corp.corp_name, seal.seal_name, held.author_role, held.author_range, held.auto_sign, held.effective_at,
      held.expire_at, held.withdrawn_at
    from seal_authorisations held
    join corps corp on corp.corp_id = held.corp_id
    join seals seal on seal.corp_id = held.corp_id and seal.seal_id = held.seal_id
    where held.user_id = ${userId} order by held.created_at
  `,
  faceChecks: (userId) => sql`
    select purpose, channel, device, created_at, result, finished_at
    from face_orders where user_id = ${userId} order by created_at
  `,
  sessions: (userId) => sql`
    select method, address, device, created_at, last_used_at, expire_time
    from console_sessions where user_id = ${userId} order by created_at
  `,
  browsers: (userId) => sql`
    select first_used_at, last_used_at from login_devices where user_id = ${userId} order by first_used_at
  `,
  waysToLogIn: (userId) => sql`
    select 'password' as way, null as name, set_at as since from login_passwords where user_id = ${userId}
    union all select 'authenticator', null, created_at from totp_factors where user_id = ${userId}
    union all select 'passkey', name, created_at from passkeys where user_id = ${userId}
  `,
  links: (userId) => sql`
    select kind, created_at, expire_time, entered_at, ended_at
    from link_grants where user_id = ${userId} order by created_at
  `,
  messages: (_userId, mobile) => sql`
    select template, state, created_at, changed_at
    from sms_messages where mobile = ${mobile} and mobile <> '' order by created_at
  `,
  payments: (userId) => sql`
    select order_code, goods_name, amount_fen, status, created_at, success_time, refunded_fen
    from pay_orders where psn_id = ${userId} order by created_at
  `,
  audit: (userId) => sql`
    select entry.act, entry.object_kind, entry.object_id, entry.before, entry.after, entry.source, entry.made_at,
      corp.corp_name, personal.address, personal.device, personal.texts
    from audit_entries entry
    left join audit_personal_data personal on personal.entry_id = entry.entry_id
    left join corps corp on corp.corp_id = entry.corp_id
    where entry.user_id = ${userId} order by entry.made_at
  `,
  partsInContracts: (userId) => sql`
    select flow.flow_code, corp.corp_name as started_by, part.participant_flag, part.type, part.participant_corp_name,
      part.psn_name, part.psn_account, part.draft_time, part.sign_time, flow.status, flow.created_at, flow.finished_at
    from flow_participants part
    join flows flow on flow.corp_id = part.corp_id and flow.flow_id = part.flow_id
    join corps corp on corp.corp_id = flow.corp_id
    where part.psn_id = ${userId} order by flow.created_at, part.participant_id
  `,
  startedContracts: (userId) => sql`
    select flow.flow_code, corp.corp_name, flow.initiator_name, flow.status, flow.created_at, flow.finished_at
    from flows flow join corps corp on corp.corp_id = flow.corp_id
    where flow.initiator_id = ${userId} order by flow.created_at
  `,
};

/** The lists of the export, by name. */
export async function exportedLists(
  db: Db,
  userId: UserId,
  mobile: string,
): Promise<Readonly<Record<string, readonly ExportedRow[]>>> {
  const lists: Record<string, readonly ExportedRow[]> = {};
  for (const [name, query] of Object.entries(LISTS)) {
    const { rows } = await query(userId, mobile).execute(db);
    lists[name] = rows.map(inCamelCase);
  }
  return lists;
}

function inCamelCase(row: ExportedRow): ExportedRow {
  const named = (column: string): string =>
    column.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [named(column), value]));
}

/** The sealed rows of the person: which, and where their contents are. */
export async function sealedRows(db: Db, userId: UserId) {
  const drafts = await db
    .selectFrom('contract_drafts')
    .select(['corp_id', 'draft_key'])
    .where('user_id', '=', userId)
    .orderBy('corp_id')
    .orderBy('draft_key')
    .execute();
  const views = await db
    .selectFrom('contract_views')
    .select('corp_id')
    .where('user_id', '=', userId)
    .execute();
  const blocks = await db
    .selectFrom('template_blocks')
    .select('corp_id')
    .where('user_id', '=', userId)
    .execute();
  return { drafts, views: views.map((row) => row.corp_id), blocks: blocks.map((row) => row.corp_id) };
}

/** The person's contracts for themselves, as party or with a copy, that were started; the oldest first. */
export async function ownContracts(db: Db, userId: UserId): Promise<readonly FlowKey[]> {
  const { rows } = await sql<FlowKey>`
    select distinct owner_corp_id as "corpId", flow_id as "flowId", created_at from flow_inbox
    where viewer_corp_id = 0 and user_id = ${userId} and (takes_part or copied) and started_at is not null
    order by created_at, flow_id
  `.execute(db);
  return rows.map(({ corpId, flowId }) => ({ corpId, flowId }));
}

export interface ExportedSeal {
  readonly corpId: number;
  readonly sealId: number;
  readonly sealName: string;
  readonly pictureHash: string;
}

/** The person's seals, those included that they have deleted but that contracts bear. */
export async function sealsOfPerson(db: Db, userId: UserId): Promise<readonly ExportedSeal[]> {
  const rows = await db
    .selectFrom('personal_seals')
    .select(['corp_id', 'seal_id', 'seal_name', 'picture_hash'])
    .where('user_id', '=', userId)
    .orderBy('seal_id')
    .execute();
  return rows.map((row) => ({
    corpId: row.corp_id,
    sealId: row.seal_id,
    sealName: row.seal_name,
    pictureHash: row.picture_hash,
  }));
}
