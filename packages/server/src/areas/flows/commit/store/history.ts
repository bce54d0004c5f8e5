import { randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import { chainHashOf } from '../../../../custody/chain-hash.js';
import { envelopeOf } from '../../../../custody/envelope.js';
import { chainEvent, hashMark } from '../../../../custody/event-chain.js';
import { maskMobile } from '../../../../custody/masking.js';
import { sealTexts } from '../../../../custody/sealed-texts.js';
import { insertRows, type Write } from '../../../../database/gathered-writes.js';
import type { Db } from '../../../../database/schema.js';
import type { FlowEventsTable, FlowEventTextsTable } from '../../../../database/tables/flows.js';
import type { FlowEvent } from '../../flow/events.js';
import type { Flow } from '../../flow/flow.js';
import { maskMobiles, takeOutTexts } from '../../flow/rules/event-texts.js';
import { placeOfTexts } from '../../flow/store/load-history.js';

/** New links of a flow's hash chain, and the flow with the resulting head. */
export interface ExtendedHistory {
  readonly flow: Flow;
  readonly rows: readonly Insertable<FlowEventsTable>[];
  /** Texts of the hashes in them, if the flow is encrypted. */
  readonly texts: readonly Insertable<FlowEventTextsTable>[];
}

/**
 * Appends events to the flow's hash chain. The new head is stored in the flow's row by the update that is guarded by
 * the revision, so two commits can never continue the same head.
 */
export async function extendHistory(
  db: Db,
  flow: Flow,
  events: readonly FlowEvent[],
  now: Date,
): Promise<ExtendedHistory> {
  let head = flow.eventHead;
  let count = flow.eventCount;
  const hashedBy = hashMark(chainHashOf(db));
  const rows: Insertable<FlowEventsTable>[] = [];
  const texts: Insertable<FlowEventTextsTable>[] = [];
  for (const event of events) {
    count += 1;
    const key = { corp_id: flow.corpId, flow_id: flow.flowId, sequence: count };
    const masked = maskMobiles(event.detail, maskMobile, (mobile) => digestOf(db, mobile));
    const said = flow.encrypted
      ? takeOutTexts(event.kind, masked, () => randomBytes(16).toString('hex'))
      : { detail: masked, texts: [] };
    const { hash, canonical } = chainEvent(head, {
      flowId: flow.flowId,
      sequence: count,
      time: now.toISOString(),
      kind: event.kind,
      detail: said.detail,
      ...hashedBy,
    });
    head = hash;
    rows.push({ ...key, kind: event.kind, created_at: now, canonical, hash });
    if (said.texts.length > 0) {
      texts.push({ ...key, sealed: await sealTexts(db, placeOfTexts(flow, count), said.texts) });
    }
  }
  return { flow: { ...flow, eventCount: count, eventHead: head }, rows, texts };
}

/** Keyed by the master key, so that nobody without it can find the mobile by brute force. */
function digestOf(db: Db, mobile: string): string {
  return envelopeOf(db).keyedDigest('mobile in an event', mobile);
}

export function historyRows({ rows, texts }: ExtendedHistory): readonly Write[] {
  return [...insertRows('flow_events', rows), ...insertRows('flow_event_texts', texts)];
}
