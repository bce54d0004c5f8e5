import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import { sql } from 'kysely';
import type { Db } from '../../../../database/schema.js';
import type { CorpId } from '../../../../operation/context.js';
import { statusesOf } from '../../flow/rules/states.js';

export interface WaitingFlow {
  /** The initiating enterprise. */
  readonly corpId: CorpId;
  readonly flowId: FlowId;
}

/**
 * Open flows in all enterprises that name an unregistered enterprise, in key order.
 * @param key corpNameKey of the name
 * @param beyond the last flow examined; only later ones are returned
 */
export async function waitingFlows(
  db: Db,
  key: string,
  limit: number,
  beyond: WaitingFlow | null,
): Promise<readonly WaitingFlow[]> {
  let query = db
    .selectFrom('flow_participants as participant')
    .innerJoin('flows as flow', (join) =>
      join
        .onRef('flow.corp_id', '=', 'participant.corp_id')
        .onRef('flow.flow_id', '=', 'participant.flow_id'),
    )
    .select(['participant.corp_id', 'participant.flow_id'])
    .distinct()
    .where('participant.awaited_corp_key', '=', key)
    .where('flow.status', 'in', statusesOf('draft', 'open'));
  if (beyond !== null) {
    query = query.where(
      sql<boolean>`(participant.corp_id, participant.flow_id) > (${beyond.corpId}, ${beyond.flowId})`,
    );
  }
  const rows = await query
    .orderBy('participant.corp_id')
    .orderBy('participant.flow_id')
    .limit(limit)
    .execute();
  return rows.map(({ corp_id: corpId, flow_id: flowId }) => ({ corpId, flowId }));
}
