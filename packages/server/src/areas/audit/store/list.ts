/** SQL of lists and exports of the audit. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ChainHash } from '../../../custody/event-chain.js';
import type { Db } from '../../../database/schema.js';
import type { AuditSource } from '../../../database/tables/audit.js';
import type { CorpId, UserId } from '../../../operation/context.js';
import type { AuditEntryId } from '../chain-rules.js';
import { type EntryRow, entryColumns } from './entry-row.js';

/** null: no filter. */
export interface AuditFilters {
  readonly userId: UserId | null;
  readonly act: string | null;
  readonly object: { readonly kind: string; readonly id: number | null } | null;
  readonly source: AuditSource | null;
  readonly requestId: string | null;
  readonly begin: Date | null;
  readonly end: Date | null;
}

export interface ListedEntry extends EntryRow {
  readonly userName: string | null;
  readonly subjectUserName: string | null;
  /** null, like the digest and the hash: not chained yet. */
  readonly sequence: number | null;
  readonly personal: string | null;
  readonly hash: string | null;
  readonly hashedBy: ChainHash | null;
  /** Hash of the link before; null for the first one. */
  readonly previousHash: string | null;
}

/** Place of an entry in the order of lists. */
export interface EntryPosition {
  readonly madeAt: Date;
  readonly entryId: AuditEntryId;
}

/** Every condition has an index with the time behind it, so that a page is read in order. */
function passing(corpId: CorpId, filters: AuditFilters): RawBuilder<SqlBool> {
  const { userId, act, object, source, requestId, begin, end } = filters;
  const conditions = [sql<SqlBool>`corp_id = ${corpId}`];
  if (userId !== null) conditions.push(sql`user_id = ${userId}`);
  if (act !== null) conditions.push(sql`act = ${act}`);
  if (object !== null) conditions.push(sql`object_kind = ${object.kind}`);
  if (object !== null && object.id !== null) conditions.push(sql`object_id = ${object.id}`);
  if (source !== null) conditions.push(sql`source = ${source}`);
  if (requestId !== null) conditions.push(sql`request_id = ${requestId}`);
  if (begin !== null) conditions.push(sql`made_at >= ${begin}`);
  if (end !== null) conditions.push(sql`made_at <= ${end}`);
  return sql.join(conditions, sql` and `);
}

const newestFirst = sql`order by made_at desc, entry_id desc`;

export async function pageOfEntries(
  db: Db,
  corpId: CorpId,
  filters: AuditFilters,
  window: { readonly limit: number; readonly offset: number },
  last: EntryPosition | null = null,
): Promise<readonly ListedEntry[]> {
  const after =
    last === null
      ? sql``
      : sql`and (made_at, entry_id) < (${last.madeAt}::timestamptz, ${last.entryId}::bigint)`;
  const { rows } = await sql<ListedEntry>`
    with entry as materialized (
      select * from audit_entries
      where ${passing(corpId, filters)} ${after}
      ${newestFirst} limit ${window.limit} offset ${window.offset}
    )
    select ${entryColumns}, link.sequence, link.personal, link.hash, link.hashed_by as "hashedBy", previous.hash as "previousHash",
      member.user_name as "userName", subject.user_name as "subjectUserName"
    from entry
    left join audit_personal_data personal on personal.entry_id = entry.entry_id
    left join audit_links link on link.entry_id = entry.entry_id and link.chain = ${corpId}
    left join audit_links previous on previous.chain = link.chain and previous.sequence = link.sequence - 1
    left join members member on member.corp_id = ${corpId} and member.user_id = entry.user_id
    left join members subject on subject.corp_id = ${corpId} and subject.user_id = entry.subject_user_id
    order by entry.made_at desc, entry.entry_id desc
  `.execute(db);
  return rows;
}

/** @param limit counting stops one behind it; null: the exact number */
export async function countEntries(
  db: Db,
  corpId: CorpId,
  filters: AuditFilters,
  limit: number | null,
): Promise<number> {
  // Without an order, PostgreSQL may read the whole table for the first rows.
  const first = limit === null ? sql`` : sql`${newestFirst} limit ${limit + 1}`;
  const { rows } = await sql<{ readonly count: number }>`
    select count(*) as count from (
      select from audit_entries where ${passing(corpId, filters)} ${first}
    ) counted
  `.execute(db);
  return rows[0]?.count ?? 0;
}

export interface ObjectName {
  readonly kind: string;
  readonly id: number;
  readonly name: string;
}

/** The names of objects today; of contracts their codes, and nothing of confidential ones. */
export async function namesOfObjects(
  db: Db,
  corpId: CorpId,
  objects: readonly { readonly kind: string; readonly id: number }[],
): Promise<readonly ObjectName[]> {
  if (objects.length === 0) return [];
  const of = (kind: string) => {
    const ids = objects.filter((object) => object.kind === kind).map(({ id }) => id);
    return sql`any(${ids}::bigint[])`;
  };
  const { rows } = await sql<ObjectName>`
    select 'seal' as kind, seal_id as id, seal_name as name from seals
    where corp_id = ${corpId} and seal_id = ${of('seal')}
    union all
    select 'sealAuthorisation', held.authorisation_id, seal.seal_name || ' → ' || member.user_name
    from seal_authorisations held
    join seals seal on seal.corp_id = held.corp_id and seal.seal_id = held.seal_id
    join members member on member.corp_id = held.corp_id and member.user_id = held.user_id
    where held.corp_id = ${corpId} and held.authorisation_id = ${of('sealAuthorisation')}
    union all
    select 'template', template_id, template_name from templates
    where corp_id = ${corpId} and template_id = ${of('template')}
    union all
    select 'member', user_id, user_name from members where corp_id = ${corpId} and user_id = ${of('member')}
    union all
    select 'person', user_id, user_name from members where corp_id = ${corpId} and user_id = ${of('person')}
    union all
    select 'webhook', webhook_id, url from webhooks
    where corp_id = ${corpId} and webhook_id = ${of('webhook')}
    union all
    select 'payChannel', channel_model_id, merchant_account from pay_channels
    where corp_id = ${corpId} and channel_model_id = ${of('payChannel')}
    union all
    select 'payOrder', order_id, order_code from pay_orders
    where corp_id = ${corpId} and order_id = ${of('payOrder')}
    union all
    select distinct 'contract', flow_id, flow_code from flow_inbox
    where viewer_corp_id = ${corpId} and not confidential and flow_id = ${of('contract')}
  `.execute(db);
  return rows;
}
