import type { ParticipantId } from '@cinnabar/api/schemas/flow.js';
import { type Flow, type Participant, SignStatus } from '../../flow/flow.js';

function freed(participant: Participant): Participant {
  return participant.signStatus === SignStatus.awaitingApproval
    ? { ...participant, signStatus: SignStatus.signing }
    : participant;
}

/** The flow in which one signer (or, with null, nobody) no longer waits for consent. */
export function withoutWaiting(flow: Flow, participantId: ParticipantId | null): Flow {
  return {
    ...flow,
    participants: flow.participants.map((participant) =>
      participant.participantId === participantId ? freed(participant) : participant,
    ),
  };
}

/** A flow that ends waits for nobody's consent. */
export function withNobodyWaiting(flow: Flow): Flow {
  return { ...flow, participants: flow.participants.map(freed) };
}
