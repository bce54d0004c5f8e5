import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import { sql } from 'kysely';
import type { Db } from '../../../../database/schema.js';
import type { CorpId } from '../../../../operation/context.js';
import { statusesOf } from '../../flow/rules/states.js';

export interface OverdueFlow {
  readonly corpId: CorpId;
  readonly flowId: FlowId;
  readonly deadline: Date;
}

/**
 * Flows whose deadline has passed, in all enterprises, the longest overdue first.
 * @param beyond the last flow examined; only later ones are returned
 */
export async function overdueFlows(
  db: Db,
  now: Date,
  limit: number,
  beyond: OverdueFlow | null,
): Promise<readonly OverdueFlow[]> {
  let query = db
    .selectFrom('flows')
    .select(['corp_id', 'flow_id', 'deadline'])
    .where('status', 'in', statusesOf('open'))
    .where('deadline', '<', now);
  if (beyond !== null) {
    query = query.where(sql<boolean>`(deadline, flow_id) > (${beyond.deadline}, ${beyond.flowId})`);
  }
  const rows = await query.orderBy('deadline').orderBy('flow_id').limit(limit).execute();
  return rows.flatMap(({ corp_id: corpId, flow_id: flowId, deadline }) =>
    deadline === null ? [] : { corpId, flowId, deadline },
  );
}
