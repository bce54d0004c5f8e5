import type { Insertable } from 'kysely';
import type { Tx } from '../../../database/schema.js';
import type { FlowEventsTable } from '../../../database/tables/flows.js';
import { chainEvent } from '../../../trust/event-chain.js';
import type { FlowEvent } from '../events.js';
import type { Flow } from '../flow.js';

/** New links of a flow's hash chain, and the flow with the head that they give it. */
export interface ExtendedHistory {
  readonly flow: Flow;
  readonly rows: readonly Insertable<FlowEventsTable>[];
}

/**
 * Chains events to the flow's history. The head goes into the row of the flow in the update that is guarded by the
 * revision, so two commits can never continue the same head.
 */
export function extendHistory(flow: Flow, events: readonly FlowEvent[], now: Date): ExtendedHistory {
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
  return { flow: { ...flow, eventCount: count, eventHead: head }, rows };
}

export async function insertHistory(tx: Tx, { rows }: ExtendedHistory): Promise<void> {
  if (rows.length > 0) await tx.insertInto('flow_events').values(rows).execute();
}
