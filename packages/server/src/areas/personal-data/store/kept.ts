import { sql } from 'kysely';
import type { Db, Tx } from '../../../database/schema.js';
import type { UserId } from '../../../operation/context.js';

/** A contract that names the person and stays. */
export interface KeptContract {
  readonly flowCode: string;
  readonly corpName: string;
}

/** Contracts that name the person as initiator, party or copier; the oldest first. */
export async function contractsNaming(db: Db | Tx, userId: UserId): Promise<readonly KeptContract[]> {
  const { rows } = await sql<KeptContract>`
    select flow.flow_code as "flowCode", corp.corp_name as "corpName"
    from flows flow join corps corp on corp.corp_id = flow.corp_id
    where flow.initiator_id = ${userId}
      or exists (
        select from flow_participants part
        where part.corp_id = flow.corp_id and part.flow_id = flow.flow_id and part.psn_id = ${userId}
      )
      or exists (
        select from flow_copiers copier
        where copier.corp_id = flow.corp_id and copier.flow_id = flow.flow_id and copier.psn_id = ${userId}
      )
    order by flow.created_at, flow.flow_id
  `.execute(db);
  return rows;
}
