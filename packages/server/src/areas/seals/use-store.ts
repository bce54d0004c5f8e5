/** All SQL of the uses of seals. */
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import type { SealUseBasis, SealUseOutcome, SealUseView } from '@cinnabar/api/schemas/seal-use.js';
import { type Insertable, type SqlBool, sql } from 'kysely';
import { executeGathered, insertRows, openGate, type Write } from '../../database/gathered-writes.js';
import type { Db, Tx } from '../../database/schema.js';
import type { SealUsesTable } from '../../database/tables/seals.js';
import type { CorpId, UserId } from '../../operation/context.js';
import type { PageWindow } from './page-window.js';

/** Tries of the same person with the same seal in the same contract within this time are one row, ms. */
const SAME_TRY_MS = 10 * 60_000;

export type NewSealUse = Omit<Insertable<SealUsesTable>, 'use_id'>;

/** In the commit of the act. */
export function sealUseRows(uses: readonly NewSealUse[]): readonly Write[] {
  return insertRows('seal_uses', uses);
}

/** Uses of seals that an examiner has rejected. */
export async function recordRejectedUses(tx: Tx, uses: readonly NewSealUse[]): Promise<void> {
  if (uses.length > 0) await executeGathered(tx, openGate, sealUseRows(uses));
}

export interface SealTry {
  readonly corpId: CorpId;
  readonly sealId: SealId;
  readonly flowCorpId: CorpId;
  readonly flowId: FlowId;
  readonly userId: UserId;
  readonly now: Date;
}

/** A try with a seal that cannot be used, which the refusal rolls back: once in ten minutes. */
export async function recordFailedUse(db: Db | Tx, tried: SealTry): Promise<void> {
  const { corpId, sealId, flowCorpId, flowId, userId, now } = tried;
  await sql`
    insert into seal_uses (corp_id, seal_id, used_at, flow_corp_id, flow_id, user_id, places, outcome)
    select ${corpId}::bigint, ${sealId}::bigint, ${now}::timestamptz, ${flowCorpId}::bigint, ${flowId}::bigint,
      ${userId}::bigint, 0, 'failed'
    where not exists (
      select from seal_uses
      where corp_id = ${corpId} and seal_id = ${sealId} and user_id = ${userId} and flow_id = ${flowId}
        and outcome = 'failed' and used_at > ${new Date(now.getTime() - SAME_TRY_MS)}
    )
  `.execute(db);
}

export interface SealUseFilter {
  readonly sealId: SealId | null;
  readonly userId: UserId | null;
  readonly basis: SealUseBasis | null;
  readonly outcome: SealUseOutcome | null;
  readonly begin: Date | null;
  readonly end: Date | null;
}

function conditionsOf(corpId: CorpId, filter: SealUseFilter) {
  const { sealId, userId, basis, outcome, begin, end } = filter;
  return sql.join(
    [
      sql<SqlBool>`used.corp_id = ${corpId}`,
      ...(sealId === null ? [] : [sql<SqlBool>`used.seal_id = ${sealId}`]),
      ...(userId === null ? [] : [sql<SqlBool>`used.user_id = ${userId}`]),
      ...(basis === null ? [] : [sql<SqlBool>`used.basis = ${basis}`]),
      ...(outcome === null ? [] : [sql<SqlBool>`used.outcome = ${outcome}`]),
      // The partial index is used only where its condition is stated.
      ...(outcome === null || outcome === 'placed' ? [] : [sql<SqlBool>`used.outcome <> 'placed'`]),
      ...(begin === null ? [] : [sql<SqlBool>`used.used_at >= ${begin}`]),
      ...(end === null ? [] : [sql<SqlBool>`used.used_at <= ${end}`]),
    ],
    sql` and `,
  );
}

/** One page, newest first. The page is chosen first, so that nothing else is read of the other rows. */
export async function listSealUses(
  db: Db,
  corpId: CorpId,
  filter: SealUseFilter,
  { limit, offset }: PageWindow,
): Promise<readonly SealUseView[]> {
  const { rows } = await sql<SealUseView>`
    with page as (
      select * from seal_uses used where ${conditionsOf(corpId, filter)}
      order by used.used_at desc, used.use_id desc limit ${limit} offset ${offset}
    )
    select page.used_at as "useTime", page.seal_id as "sealId", coalesce(seal.seal_name, '') as "sealName",
      case when flow.confidential then null else page.flow_id end as "flowId",
      coalesce(flow.flow_code, '') as "flowCode",
      case when flow.confidential or flow.title = '' then null else flow.title end as "flowTitle",
      page.user_id as "userId", coalesce(operator.user_name, '') as "userName",
      page.basis, examiner.user_name as "examinerName", page.places, page.outcome,
      case when flow.confidential then null else page.reason end as reason
    from page
    left join seals seal on seal.corp_id = page.corp_id and seal.seal_id = page.seal_id
    left join flows flow on flow.corp_id = page.flow_corp_id and flow.flow_id = page.flow_id
    left join members operator on operator.corp_id = page.corp_id and operator.user_id = page.user_id
    left join members examiner on examiner.corp_id = page.corp_id and examiner.user_id = page.decided_by
    order by page.used_at desc, page.use_id desc
  `.execute(db);
  return rows;
}

/** @param limit counting ends there; null: every row is counted */
export async function countSealUses(
  db: Db,
  corpId: CorpId,
  filter: SealUseFilter,
  limit: number | null,
): Promise<number> {
  const counted = limit === null ? sql`` : sql`limit ${limit}`;
  const { rows } = await sql<{ readonly total: number }>`
    select count(*) as total from (select from seal_uses used where ${conditionsOf(corpId, filter)} ${counted}) found
  `.execute(db);
  return rows[0]?.total ?? 0;
}
