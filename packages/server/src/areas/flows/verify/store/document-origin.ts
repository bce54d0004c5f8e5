import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { Db } from '../../../../database/schema.js';

export interface DocumentOrigin {
  readonly flowId: FlowId;
  /** Whether some revision of the flow has exactly these bytes. */
  readonly matches: boolean;
}

/** Limit of signature fields examined; more of them would not reveal more about the origin. */
const MAX_NAMES = 50;

/**
 * Finds the flow whose signatures a document bears; their fields are named after the participant. The search covers all
 * enterprises, because the holder of a document may belong to none of them; the caller decides what may be disclosed of
 * the flow.
 * @param sha256 hexadecimal
 */
export async function originOf(
  db: Db,
  fieldNames: readonly string[],
  sha256: string,
): Promise<DocumentOrigin | null> {
  const participants = new Set(
    fieldNames
      .slice(0, MAX_NAMES)
      .map((name) => Number(/^sig-(\d{1,15})-/.exec(name)?.[1]))
      .filter((id): id is ParticipantId => Number.isSafeInteger(id)),
  );
  if (participants.size === 0) return null;
  const flow = await db
    .selectFrom('flow_participants')
    .select(['corp_id', 'flow_id'])
    .where('participant_id', 'in', [...participants])
    .limit(1)
    .executeTakeFirst();
  if (flow === undefined) return null;
  const revision = await db
    .selectFrom('flow_revisions')
    .select('revision')
    .where('corp_id', '=', flow.corp_id)
    .where('flow_id', '=', flow.flow_id)
    .where('hash', '=', sha256)
    .limit(1)
    .executeTakeFirst();
  return { flowId: flow.flow_id, matches: revision !== undefined };
}
