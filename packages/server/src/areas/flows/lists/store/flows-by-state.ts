import { FlowStatus } from '@cinnabar/api/enums.js';
import type { Db } from '../../../../database/schema.js';

/**
 * Number of flows in each state, of all enterprises, from the counts of the lists: the initiating enterprise as a whole
 * (user 0) has one row of every flow. Deleted flows do not count.
 */
export async function countFlowsByState(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('flow_inbox_counts')
    .select(({ fn }) => ['status', fn.sum<string>('flows').as('flows')])
    .where('user_id', '=', 0)
    .where('initiated', '=', true)
    .groupBy('status')
    .execute();
  const counts = new Map(rows.map(({ status, flows }) => [status, Number(flows)]));
  return new Map(Object.entries(FlowStatus).map(([state, status]) => [state, counts.get(status) ?? 0]));
}
