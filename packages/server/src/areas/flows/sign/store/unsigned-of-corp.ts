import { SignStatus } from '@cinnabar/api/enums.js';
import { sql } from 'kysely';
import type { Db } from '../../../../database/schema.js';
import type { CorpId } from '../../../../operation/context.js';
import { FlowStatus } from '../../flow/flow.js';

/** The number of contracts in progress that the enterprise has not signed yet: those that stop with it. */
export async function countUnsignedOf(db: Db, corpId: CorpId): Promise<number> {
  const { rows } = await sql<{ readonly total: number }>`
    select count(distinct flow.flow_id)::integer as total
    from flow_participants part
    join flows flow on flow.corp_id = part.corp_id and flow.flow_id = part.flow_id
    where part.participant_corp_id = ${corpId} and part.signs and part.sign_status <> ${SignStatus.signed}
      and flow.status in (${FlowStatus.fill}, ${FlowStatus.signing}) and flow.deleted_at is null
  `.execute(db);
  return rows[0]?.total ?? 0;
}
