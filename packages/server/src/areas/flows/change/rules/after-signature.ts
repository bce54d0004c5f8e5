/** Changes permitted after the first signature: a signer must not end up with another counterparty. */
import type { Flow, Participant } from '../../flow/flow.js';

/** Participants who have signed, in the order of signing. */
export function signedParticipants(flow: Pick<Flow, 'participants'>): readonly Participant[] {
  return flow.participants
    .filter(({ signs, signTime }) => signs && signTime !== null)
    .toSorted((left, right) => (left.signTime?.getTime() ?? 0) - (right.signTime?.getTime() ?? 0));
}

/** The successor named for a participant. */
export interface NamedInstead {
  /** Whether they are a valid member of the enterprise for which the part acts. */
  readonly isColleague: boolean;
  /** Whether it is another mobile of the part's holder: both are proven to be one person. */
  readonly isSamePerson: boolean;
}

/** Whether the initiator may name this successor now. */
export function mayTakePart(
  flow: Pick<Flow, 'participants'>,
  part: Pick<Participant, 'type'>,
  { isColleague, isSamePerson }: NamedInstead,
): boolean {
  if (signedParticipants(flow).length === 0) return true;
  return part.type === 'enterprise' ? isColleague : isSamePerson;
}
