import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { Db } from '../../../../database/schema.js';
import type { IntentId } from '../../flow/store/intents.js';

/** Stored preimage of an intent. */
export interface KeptPreimage {
  readonly intentId: IntentId;
  readonly participantId: ParticipantId;
  /** Encrypted for the initiating enterprise. */
  readonly preimage: Uint8Array;
}

/** The preimages of all used intents of a flow. */
export function usedPreimages(db: Db, flowId: FlowId): Promise<readonly KeptPreimage[]> {
  return db
    .selectFrom('flow_intents')
    .select(['intent_id as intentId', 'participant_id as participantId', 'preimage'])
    .where('flow_id', '=', flowId)
    .where('consumed_at', 'is not', null)
    .execute();
}
