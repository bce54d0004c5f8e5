/** Parts of enterprises that are not here yet: which they are, and the outcome of them once the enterprise is. */
import type { ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { CorpId } from '../../../../operation/context.js';
import { corpNameKey } from '../../../enterprise/index.js';
import type { Flow, Participant } from '../flow.js';
import { type Decision, noted, refused } from './decision.js';
import { phaseOf } from './states.js';

type Part = Pick<Participant, 'type' | 'corpId' | 'corpName'>;

/** Nobody acts in this part before its enterprise is here; the flow may name it, or leave it open. */
export function awaitsCorp({ type, corpId }: Part): boolean {
  return type === 'enterprise' && corpId === null;
}

/** Identifies the named enterprise when it registers; null if none is awaited. */
export function awaitedCorpKey(participant: Part): string | null {
  if (!awaitsCorp(participant) || participant.corpName.trim() === '') return null;
  return corpNameKey(participant.corpName);
}

export interface HereNow {
  readonly corpId: CorpId;
  readonly corpName: string;
}

/**
 * The parts that become this enterprise's: all that name it, however it is spelled, and the one that was left open and
 * that one of its members takes for it.
 */
export function partsToBind(
  flow: Pick<Flow, 'participants'>,
  { corpName }: HereNow,
  taken: ParticipantId | null,
): readonly ParticipantId[] {
  const key = corpNameKey(corpName);
  return flow.participants
    .filter((participant) => {
      const awaited = awaitedCorpKey(participant);
      if (awaited !== null) return awaited === key;
      return awaitsCorp(participant) && participant.participantId === taken;
    })
    .map(({ participantId }) => participantId);
}

/** Puts these parts in the enterprise's name, unless the flow has ended. */
export function decideBinding(flow: Flow, corp: HereNow, parts: readonly ParticipantId[]): Decision {
  const phase = phaseOf(flow.status);
  if (parts.length === 0 || !(phase === 'draft' || phase === 'open')) return refused('FLOW_STATE');
  const { corpId, corpName } = corp;
  const after: Flow = {
    ...flow,
    participants: flow.participants.map((participant) =>
      parts.includes(participant.participantId) ? { ...participant, corpId, corpName } : participant,
    ),
  };
  return { change: noted(after, { kind: 'corpBound', detail: { participants: parts, corpId, corpName } }) };
}
