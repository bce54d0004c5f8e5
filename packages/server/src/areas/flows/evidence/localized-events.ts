import type { JsonValue } from '../../../custody/canonical-json.js';
import { putInTexts } from '../flow/rules/event-texts.js';
import type { EventRecord, EvidenceRecord } from './evidence-record.js';
import { within } from './rules/evidence.js';

export interface LocalizedRecord extends EventRecord {
  readonly detail: JsonValue | undefined;
}

/** The events with their localised texts. */
export function localizedEvents({ events }: Pick<EvidenceRecord, 'events'>): readonly LocalizedRecord[] {
  return events.map((event) => {
    const said: JsonValue = JSON.parse(event.canonical);
    return { ...event, detail: putInTexts(event.kind, within(said, 'detail'), event.texts ?? []).detail };
  });
}
