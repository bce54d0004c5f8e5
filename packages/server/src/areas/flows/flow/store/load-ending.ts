import { isJsonObject, type JsonValue } from '../../../../custody/canonical-json.js';
import type { Db } from '../../../../database/schema.js';
import type { FlowEventKind } from '../events.js';
import type { Flow } from '../flow.js';

const endings = ['revoked', 'refused', 'expired'] as const satisfies readonly FlowEventKind[];

export interface RecordedEnding {
  readonly time: Date;
  /** Name of the person who ended the flow; null if the deadline did. */
  readonly actorName: string | null;
}

/** The event that revoked, expired or refused the flow; null for any other flow. */
export async function loadEnding(
  db: Db,
  { corpId, flowId }: Pick<Flow, 'corpId' | 'flowId'>,
): Promise<RecordedEnding | null> {
  const row = await db
    .selectFrom('flow_events')
    .select(['created_at', 'canonical'])
    .where('corp_id', '=', corpId)
    .where('flow_id', '=', flowId)
    .where('kind', 'in', [...endings])
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : { time: row.created_at, actorName: actorName(JSON.parse(row.canonical)) };
}

/** Names are recorded as they are, also for encrypted flows. */
function actorName(event: JsonValue): string | null {
  const name = memberOf(memberOf(memberOf(event, 'detail'), 'actor'), 'name');
  return typeof name === 'string' ? name : null;
}

function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
