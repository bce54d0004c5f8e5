/** SQL of the export of an enterprise. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../database/schema.js';
import type { CorpId } from '../../../operation/context.js';
import type { FlowKey } from '../../flows/index.js';

/** A row as JSON has it. */
export type ExportedRow = Readonly<Record<string, unknown>>;

/** Rows of one read. */
const AT_ONCE = 500;

type Query = (corpId: CorpId) => RawBuilder<ExportedRow>;

/** Short lists, which are one file each. Secrets and numbers of identity documents are in none. */
const LISTS: Readonly<Record<string, Query>> = {
  identifications: (corpId) => sql`
    select ident_status, way, user_id, reason, created_at from corp_identifications
    where corp_id = ${corpId} order by created_at, entry_id
  `,
  balances: (corpId) => sql`
    select ledger, balance, expiring from corp_balances where corp_id = ${corpId} order by ledger
  `,
  packages: (corpId) => sql`
    select ledger, package_id, count, remaining, expire_at, order_code, created_at from ledger_packages
    where corp_id = ${corpId} order by package_id
  `,
  subsidiaries: (corpId) => sql`
    select corp_id, corp_name from corps where parent_id = ${corpId} order by corp_id
  `,
  applications: (corpId) => sql`
    select app_id, name, status, allow_list, created_at from applications where corp_id = ${corpId} order by app_id
  `,
  webhooks: (corpId) => sql`
    select webhook_id, url, event_types, remark, status, created_at from webhooks
    where corp_id = ${corpId} order by webhook_id
  `,
  payChannels: (corpId) => sql`
    select channel_model_id, provider_code, pay_type, app_id, merchant_account, enabled, created_at from pay_channels
    where corp_id = ${corpId} order by channel_model_id
  `,
  certificates: (corpId) => sql`
    select serial_number, not_before, not_after, revoked_at, encode(certificate, 'base64') as certificate
    from certificates where corp_id = ${corpId} order by generation
  `,
};

export async function exportedLists(
  db: Db,
  corpId: CorpId,
): Promise<Readonly<Record<string, readonly ExportedRow[]>>> {
  const lists: Record<string, readonly ExportedRow[]> = {};
  for (const [name, query] of Object.entries(LISTS)) {
    const { rows } = await query(corpId).execute(db);
    lists[name] = rows.map(inCamelCase);
  }
  return lists;
}

/** A page of a long list; `_at` is the place of its row, which is not written. */
type Page = (corpId: CorpId, after: number) => RawBuilder<ExportedRow & { readonly _at: number }>;

/** Long lists, each a file of one row a line. */
const LONG: Readonly<Record<string, Page>> = {
  members: (corpId, after) => sql`
    select member.user_id as _at, member.user_id, member.user_name, person.mobile, member.job_num, member.state,
      member.roles, member.confirmed_at, member.asserted_name, member.asserted_at, member.created_at
    from members member join users person on person.user_id = member.user_id
    where member.corp_id = ${corpId} and member.user_id > ${after} order by member.user_id limit ${AT_ONCE}
  `,
  'seals/authorisations': (corpId, after) => sql`
    select authorisation_id as _at, authorisation_id, seal_id, user_id, author_role, author_range, template_ids,
      auto_sign, effective_at, expire_at, withdrawn_at, created_by, created_at
    from seal_authorisations where corp_id = ${corpId} and authorisation_id > ${after}
    order by authorisation_id limit ${AT_ONCE}
  `,
  'seals/uses': (corpId, after) => sql`
    select use_id as _at, seal_id, used_at, flow_corp_id, flow_id, user_id, decided_by, basis, places, outcome, reason
    from seal_uses where corp_id = ${corpId} and use_id > ${after} order by use_id limit ${AT_ONCE}
  `,
  ledger: (corpId, after) => sql`
    select (position * 2 + case ledger when 'contract' then 0 else 1 end) as _at, ledger, position, entry_id,
      record_type, count, balance, sign_flow_id, sign_flow_code, sign_flow_name, init_psn_name, order_code, remark,
      package_id, created_at
    from ledger_entries
    where corp_id = ${corpId} and (position * 2 + case ledger when 'contract' then 0 else 1 end) > ${after}
    order by 1 limit ${AT_ONCE}
  `,
  orders: (corpId, after) => sql`
    select order_id as _at, order_id, order_code, business_order_no, flow_corp_id, flow_id, payer_type, payer_corp_id,
      psn_id, psn_name, goods_name, provider_code, pay_type, merchant_account, amount_fen, status, provider_order_no,
      remark, created_at, success_time, refund_reason, refunded_fen, refunded_at
    from pay_orders where (corp_id = ${corpId} or payer_corp_id = ${corpId}) and order_id > ${after}
    order by order_id limit ${AT_ONCE}
  `,
  audit: (corpId, after) => sql`
    select entry.entry_id as _at, link.sequence, link.hash, link.personal, entry.entry_id, entry.user_id, entry.app_id,
      entry.subject_user_id, entry.act, entry.object_kind, entry.object_id, entry.before, entry.after, entry.source,
      entry.request_id, entry.made_at, data.address, data.device, data.texts, encode(data.salt, 'hex') as salt
    from audit_entries entry
    left join audit_links link on link.entry_id = entry.entry_id and link.chain = ${corpId}
    left join audit_personal_data data on data.entry_id = entry.entry_id
    where entry.corp_id = ${corpId} and entry.entry_id > ${after} order by entry.entry_id limit ${AT_ONCE}
  `,
};

export const longLists: readonly string[] = Object.keys(LONG);

/** The lines of a long list, of which one page at a time is in memory. */
export async function* linesOf(db: Db, corpId: CorpId, name: string): AsyncGenerator<string> {
  const page = LONG[name];
  if (page === undefined) return;
  for (let after = 0; ; ) {
    const { rows } = await page(corpId, after).execute(db);
    yield rows.map(({ _at, ...row }) => `${JSON.stringify(inCamelCase(row))}\n`).join('');
    const last = rows.at(-1);
    if (last === undefined || rows.length < AT_ONCE) return;
    after = last._at;
  }
}

function inCamelCase(row: ExportedRow): ExportedRow {
  const named = (column: string): string =>
    column.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [named(column), value]));
}

export interface ExportedContract extends FlowKey {
  /** The enterprise has a copy and no part: it takes no history along. */
  readonly isCopy: boolean;
}

/** Its own contracts, deleted records included, and those of others in which it has a part or of which it has a copy. */
export async function* contractsOf(db: Db, corpId: CorpId): AsyncGenerator<ExportedContract> {
  for (let after = 0; ; ) {
    const { rows } = await sql<ExportedContract>`
      select corp_id as "corpId", flow_id as "flowId", false as "isCopy" from flows
        where corp_id = ${corpId} and flow_id > ${after}
      union all
      select owner_corp_id, flow_id, not takes_part from flow_inbox
        where viewer_corp_id = ${corpId} and user_id = 0 and owner_corp_id <> ${corpId} and (takes_part or copied)
          and started_at is not null and flow_id > ${after}
      order by "flowId" limit ${AT_ONCE}
    `.execute(db);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < AT_ONCE) return;
    after = last.flowId;
  }
}

export async function templatesOf(db: Db, corpId: CorpId) {
  return db
    .selectFrom('templates')
    .select(['template_id as templateId', 'template_name as templateName'])
    .where('corp_id', '=', corpId)
    .where('deleted_at', 'is', null)
    .orderBy('template_id')
    .execute();
}

/** All seals, deleted ones included, since contracts bear them. */
export async function sealsOf(db: Db, corpId: CorpId) {
  return db
    .selectFrom('seals')
    .select(['seal_id as sealId', 'seal_code as sealCode', 'seal_name as sealName', 'corp_name as corpName'])
    .select([
      'category_type as categoryType',
      'shape',
      'width',
      'height',
      'status',
      'is_default as isDefault',
    ])
    .select(['horizontal_text as horizontalText', 'bottom_text as bottomText', 'source'])
    .select(['created_at as createdAt', 'deleted_at as deletedAt', 'image_hash as imageHash'])
    .where('corp_id', '=', corpId)
    .orderBy('seal_id')
    .execute();
}
