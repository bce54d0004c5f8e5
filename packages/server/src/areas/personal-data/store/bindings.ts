/** SQL of what binds a person. */
import { ApprovalStatus, PayOrderStatus } from '@cinnabar/api/enums.js';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../database/schema.js';
import type { UserId } from '../../../operation/context.js';
import { FlowStatus } from '../../flows/index.js';
import { type Binding, type BindingKind, NAMED } from '../rules.js';

const OPEN = [FlowStatus.fill, FlowStatus.signing];
const PAYABLE = [PayOrderStatus.generated, PayOrderStatus.paying];

/** Everything that binds the person except approvals that only they can decide. */
export async function bindingsOf(db: Db | Tx, userId: UserId): Promise<readonly Binding[]> {
  const { rows } = await sql<{ readonly kind: BindingKind; readonly name: string | null }>`
    select 'owner' as kind, corp.corp_name as name from members member
      join corps corp on corp.corp_id = member.corp_id
      where member.user_id = ${userId} and member.state <> 'deleted' and 'OWNER' = any(member.roles)
    union all
    select 'operator', null from platform_operators where user_id = ${userId}
    union all
    select distinct 'openPart', flow.flow_code from flow_participants part
      join flows flow on flow.corp_id = part.corp_id and flow.flow_id = part.flow_id
      where part.psn_id = ${userId} and flow.status = any(${OPEN}::int[]) and flow.deleted_at is null
    union all
    select 'startedOpen', flow_code from flows
      where initiator_id = ${userId} and status = any(${[FlowStatus.draft, ...OPEN]}::int[]) and deleted_at is null
    union all
    select 'approval', seal_name from approvals
      where requester_id = ${userId} and status = ${ApprovalStatus.open}
    union all
    select 'payment', order_code from pay_orders
      where psn_id = ${userId} and status = any(${PAYABLE}::int[])
    union all
    select 'registration', corp_name from corp_registrations
      where (user_id = ${userId} or legal_rep_user_id = ${userId}) and state = 'waiting'
  `.execute(db);
  const kinds = new Map<BindingKind, string[]>();
  for (const { kind, name } of rows) {
    const names = kinds.get(kind) ?? [];
    kinds.set(kind, name === null ? names : [...names, name]);
  }
  return [...kinds].map(([kind, names]) => ({ kind, names: names.slice(0, NAMED) }));
}

/** Enterprises of which the person is a member or to which they are invited. */
export async function corpsOf(db: Db | Tx, userId: UserId) {
  const rows = await db
    .selectFrom('members')
    .select('corp_id')
    .where('user_id', '=', userId)
    .where('state', '<>', 'deleted')
    .orderBy('corp_id')
    .execute();
  return rows.map((row) => row.corp_id);
}
