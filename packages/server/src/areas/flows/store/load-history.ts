import type { Db } from '../../../database/schema.js';
import type { Flow } from '../flow.js';
import type { RecordedFlowEvent } from '../rules/evidence.js';

/** The history up to the state in which the flow was loaded, oldest first: later events are of a later state. */
export async function loadHistory(
  db: Db,
  { corpId, flowId, eventCount }: Pick<Flow, 'corpId' | 'flowId' | 'eventCount'>,
): Promise<readonly RecordedFlowEvent[]> {
  const rows = await db
    .selectFrom('flow_events')
    .select(['sequence', 'kind', 'created_at', 'canonical', 'hash'])
    .where('corp_id', '=', corpId)
    .where('flow_id', '=', flowId)
    .where('sequence', '<=', eventCount)
    .orderBy('sequence')
    .execute();
  return rows.map(({ created_at: time, ...row }) => ({ ...row, time }));
}
