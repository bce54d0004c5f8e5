/** SQL of what closing an enterprise would do, and of what is in its way. */
import { PayOrderStatus } from '@cinnabar/api/enums.js';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../database/schema.js';
import type { CorpId } from '../../../operation/context.js';
import { FlowStatus } from '../../flows/index.js';
import { NAMED, type Obligation, type ObligationKind } from '../rules.js';
import { isShared } from './shared.js';

const RUNNING = [FlowStatus.fill, FlowStatus.signing];
const PAYABLE = [PayOrderStatus.generated, PayOrderStatus.paying];

export async function obligationsOf(db: Db | Tx, corpId: CorpId): Promise<readonly Obligation[]> {
  const { rows } = await sql<{
    readonly kind: ObligationKind;
    readonly count: number;
    readonly names: string[];
  }>`
    with found (kind, name, count) as (
      select 'running', flow.flow_code, 1 from flows flow
        where flow.status = any(${RUNNING}::int[]) and flow.deleted_at is null and (
          flow.corp_id = ${corpId} or exists (
            select from flow_participants part
            where part.corp_id = flow.corp_id and part.flow_id = flow.flow_id and part.participant_corp_id = ${corpId}
          )
        )
      union all
      select 'orders', order_code, 1 from pay_orders
        where (corp_id = ${corpId} or payer_corp_id = ${corpId}) and (
          status = any(${PAYABLE}::int[]) or (refund_requested_at is not null and refunded_at is null)
        )
      union all
      select case ledger when 'collection' then 'collections' else 'contracts' end, ledger, balance
        from corp_balances where corp_id = ${corpId} and balance > 0
      union all
      select 'subsidiaries', corp_name, 1 from corps where parent_id = ${corpId}
    )
    select kind, sum(count)::integer as count, (array_agg(name order by name))[1:${sql.lit(NAMED)}] as names
    from found group by kind
  `.execute(db);
  return rows;
}

/** What closing would end, and what the removal afterwards would keep and delete. */
export interface Effects {
  readonly members: number;
  readonly applications: number;
  readonly webhooks: number;
  readonly links: number;
  readonly automaticSeals: number;
  readonly certificates: number;
  readonly templates: number;
  readonly seals: number;
  /** Contracts that stay, because somebody else takes part. */
  readonly contractsKept: number;
  readonly contractsRemoved: number;
}

export async function effectsOf(db: Db, corpId: CorpId, now: Date): Promise<Effects> {
  const { rows } = await sql<Effects>`
    select
      (select count(*)::int from members where corp_id = ${corpId}
        and coalesce(state_when_closed, state) <> 'deleted') as members,
      (select count(*)::int from applications where corp_id = ${corpId}) as applications,
      (select count(*)::int from webhooks where corp_id = ${corpId}) as webhooks,
      (select count(*)::int from link_grants
        where corp_id = ${corpId} and ended_at is null and expire_time > ${now}) as links,
      (select count(*)::int from seal_authorisations where corp_id = ${corpId} and auto_sign) as "automaticSeals",
      (select count(*)::int from certificates
        where corp_id = ${corpId} and revoked_at is null and not_after > ${now}) as certificates,
      (select count(*)::int from templates where corp_id = ${corpId} and deleted_at is null) as templates,
      (select count(*)::int from seals where corp_id = ${corpId} and deleted_at is null) as seals,
      (select count(*)::int from flows where corp_id = ${corpId} and ${isShared(corpId)}) as "contractsKept",
      (select count(*)::int from flows where corp_id = ${corpId} and not ${isShared(corpId)}) as "contractsRemoved"
  `.execute(db);
  const [effects] = rows;
  if (effects === undefined) throw new Error('counts always answer');
  return effects;
}
