/** Determines whose turn it is. Filling is a queue by draftSort; signing proceeds by groups of equal signOrder. */
import {
  type Component,
  type Flow,
  FlowStatus,
  type Participant,
  SignStatus,
  signatureAreaType,
} from '../flow.js';

interface Turns extends Pick<Flow, 'participants' | 'components'> {
  readonly status: FlowStatus;
}

/** The controls that a participant fills: neither signature areas nor what a formula computes. */
export function fillableComponents(
  components: readonly Component[],
  participant: Pick<Participant, 'participantId'>,
): readonly Component[] {
  return components.filter(
    (component) =>
      component.participantId === participant.participantId &&
      component.componentType !== signatureAreaType &&
      component.attribute.formula === undefined,
  );
}

/** A participant without controls has nothing to fill, whatever their business types are. */
export function hasToFill(components: readonly Component[], participant: Participant): boolean {
  return participant.fills && fillableComponents(components, participant).length > 0;
}

/** Participants who still have to fill, in queue order. */
export function fillQueue(flow: Pick<Flow, 'participants' | 'components'>): readonly Participant[] {
  return flow.participants
    .filter((participant) => !participant.filled && hasToFill(flow.components, participant))
    .toSorted((left, right) => left.draftSort - right.draftSort);
}

/** The current signing group: those with the lowest signOrder that has unfinished signers. */
export function signGroup(participants: readonly Participant[]): readonly Participant[] {
  const waiting = participants.filter(
    (participant) => participant.signs && participant.signStatus !== SignStatus.signed,
  );
  const lowest = Math.min(...waiting.map((participant) => participant.signOrder));
  return waiting.filter((participant) => participant.signOrder === lowest);
}

/** Everybody whose turn it is now, in whatever state the flow is. */
export function turnHolders(flow: Turns): readonly Participant[] {
  switch (flow.status) {
    case FlowStatus.fill:
      return fillQueue(flow).slice(0, 1);
    case FlowStatus.signing:
      return signGroup(flow.participants);
    case FlowStatus.draft:
    case FlowStatus.completed:
    case FlowStatus.revoked:
    case FlowStatus.expired:
    case FlowStatus.refused:
      return [];
  }
}

function holdsTurn(flow: Turns, participant: Participant): boolean {
  return turnHolders(flow).some((holder) => holder.participantId === participant.participantId);
}

/** Initial status of a signer: 1 while they have to fill, then 2; 3 with nothing left to do. */
export function openingSignStatus(components: readonly Component[], participant: Participant): SignStatus {
  if (!participant.filled && hasToFill(components, participant)) return SignStatus.filling;
  return participant.signs ? SignStatus.signing : SignStatus.signed;
}

/** Whether a participant has nothing left to do. */
export function isDone(participant: Participant): boolean {
  return participant.signStatus === SignStatus.signed;
}

/** Whether a participant can act now: it is their turn, and no act of theirs waits for consent. */
export function actsNow(flow: Turns, participant: Participant): boolean {
  return participant.signStatus !== SignStatus.awaitingApproval && holdsTurn(flow, participant);
}
