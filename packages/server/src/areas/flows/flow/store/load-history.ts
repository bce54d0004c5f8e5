import { openTexts, type SealedPlace } from '../../../../custody/sealed-texts.js';
import type { Db } from '../../../../database/schema.js';
import type { Flow } from '../flow.js';
import type { EventText, RecordedFlowEvent } from '../rules/event-texts.js';

/** Where the texts of an event are stored. */
export function placeOfTexts(
  { corpId, flowId }: Pick<Flow, 'corpId' | 'flowId'>,
  sequence: number,
): SealedPlace {
  return { corpId, purpose: `event ${flowId} ${sequence}` };
}

/** The history up to the loaded state of the flow, oldest first; later events belong to a later state. */
export async function loadHistory(
  db: Db,
  flow: Pick<Flow, 'corpId' | 'flowId' | 'eventCount'>,
): Promise<readonly RecordedFlowEvent[]> {
  const rows = await db
    .selectFrom('flow_events')
    .leftJoin('flow_event_texts as words', (join) =>
      join
        .onRef('words.corp_id', '=', 'flow_events.corp_id')
        .onRef('words.flow_id', '=', 'flow_events.flow_id')
        .onRef('words.sequence', '=', 'flow_events.sequence'),
    )
    .select(['flow_events.sequence', 'kind', 'created_at', 'canonical', 'hash', 'sealed'])
    .where('flow_events.corp_id', '=', flow.corpId)
    .where('flow_events.flow_id', '=', flow.flowId)
    .where('flow_events.sequence', '<=', flow.eventCount)
    .orderBy('flow_events.sequence')
    .execute();
  return Promise.all(
    rows.map(async ({ created_at: time, sealed, ...row }) => ({
      ...row,
      time,
      texts:
        sealed === null
          ? []
          : await openTexts<readonly EventText[]>(db, placeOfTexts(flow, row.sequence), sealed),
    })),
  );
}
