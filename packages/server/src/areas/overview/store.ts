/** All SQL of the overview: one statement for everything besides contracts. */
import { ApprovalStatus } from '@cinnabar/api/enums.js';
import { sql } from 'kysely';
import type { Db } from '../../database/schema.js';
import type { CorpId, UserId } from '../../operation/context.js';
import { DAY_MS, type Standing, USE_DAYS, WARNED_BEFORE } from './rules.js';

/** The state of everything that is counted or warned of; whoever lacks a right is not told of what it concerns. */
export async function standingOf(db: Db, corpId: CorpId, userId: UserId, now: Date): Promise<Standing> {
  const inDays = (days: number): Date => new Date(now.getTime() + days * DAY_MS);
  const { rows } = await sql<Standing>`
    select
      (
        select count(*) from approvals approval
        where approval.corp_id = ${corpId} and approval.status = ${ApprovalStatus.open}
          and approval.expire_time > ${now} and approval.requester_id <> ${userId}
          and exists (
            select from approval_approvers approver
            where approver.corp_id = approval.corp_id and approver.approval_id = approval.approval_id
              and approver.user_id = ${userId}
          )
      ) as approvals,
      (select count(*) from join_requests where corp_id = ${corpId} and state = 'open') as "joinRequests",
      coalesce(account.balance, 0) as balance,
      coalesce((
        -- The last entry before the period, by bisection: a ledger has millions of entries, in the order of their time.
        with recursive search (low, high) as (
          select 0::bigint, account.entries
          union all
          select
            case when entry.created_at <= ${inDays(-USE_DAYS)} then entry.position else low end,
            case when entry.created_at <= ${inDays(-USE_DAYS)} then high else entry.position - 1 end
          from search
          join ledger_entries entry on entry.corp_id = account.corp_id and entry.ledger = account.ledger
            and entry.position = (low + high + 1) / 2
          where low < high
        )
        select account.entries - low from search where low >= high limit 1
      ), 0) as used,
      (
        -- Of what pages show: SM2 signatures that are made beside have certificates of their own.
        select not_after from certificates
        where corp_id = ${corpId} and purpose = 'enterprise' and revoked_at is null and withdrawn_at is null
          and (algorithm = 'SM2') = coalesce(
            (select settings ->> 'signatureSuite' = 'sm2' from corps where corp_id = ${corpId}), false)
        order by generation desc limit 1
      ) as "certificateEnds",
      ending.every as "authorisations", ending.first as "authorisationEnds",
      ending.own as "ownAuthorisations", ending.own_first as "ownAuthorisationEnds",
      failing.hooks as webhooks, failing.since as "webhooksSince"
    from (select 1) as anything
    left join corp_balances account on account.corp_id = ${corpId} and account.ledger = 'contract'
    cross join lateral (
      select count(*) as every, min(expire_at) as first,
        count(*) filter (where user_id = ${userId}) as own, min(expire_at) filter (where user_id = ${userId}) as own_first
      from seal_authorisations
      where corp_id = ${corpId} and withdrawn_at is null
        and expire_at > ${now} and expire_at <= ${inDays(WARNED_BEFORE.authorisation)}
    ) ending
    cross join lateral (
      select count(*) as hooks, min(failing_since) as since from webhooks
      where corp_id = ${corpId} and failing_since is not null
    ) failing
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('an aggregate has one row');
  return row;
}
