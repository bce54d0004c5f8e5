import type { Tx } from '../../../database/schema.js';
import { chainEvent } from '../../../trust/event-chain.js';
import type { FlowEvent } from '../events.js';
import type { Flow } from '../flow.js';

/**
 * Adds events to the flow's hash chain. The caller's transaction holds the flow's row (it has just updated it), so
 * two commits can never continue the same head.
 */
export async function appendHistory(
  tx: Tx,
  flow: Flow,
  events: readonly FlowEvent[],
  now: Date,
): Promise<Flow> {
  if (events.length === 0) return flow;
  let head = flow.eventHead;
  let count = flow.eventCount;
  const rows = events.map((event) => {
    count += 1;
    const { hash, canonical } = chainEvent(head, {
      flowId: flow.flowId,
      sequence: count,
      time: now.toISOString(),
      kind: event.kind,
      detail: event.detail,
    });
    head = hash;
    return {
      corp_id: flow.corpId,
      flow_id: flow.flowId,
      sequence: count,
      kind: event.kind,
      created_at: now,
      canonical,
      hash,
    };
  });
  await tx.insertInto('flow_events').values(rows).execute();
  await tx
    .updateTable('flows')
    .set({ event_count: count, event_head: head })
    .where('corp_id', '=', flow.corpId)
    .where('flow_id', '=', flow.flowId)
    .execute();
  return { ...flow, eventCount: count, eventHead: head };
}
