/** Parts of unregistered enterprises: how they are identified, and how they are bound once the enterprise registers. */
import type { ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { CorpId } from '../../../../operation/context.js';
import { corpNameKey } from '../../../enterprise/index.js';
import type { Flow, Participant } from '../flow.js';
import { type Decision, noted, refused } from './decision.js';
import { phaseOf } from './states.js';

type Part = Pick<Participant, 'type' | 'corpId' | 'corpName'>;

/** Nobody acts in this part before its enterprise registers; the flow may name the enterprise or leave it open. */
export function awaitsCorp({ type, corpId }: Part): boolean {
  return type === 'enterprise' && corpId === null;
}

/** Key that identifies the named enterprise when it registers; null if none is awaited. */
export function awaitedCorpKey(participant: Part): string | null {
  if (!awaitsCorp(participant) || participant.corpName.trim() === '') return null;
  return corpNameKey(participant.corpName);
}

export interface HereNow {
  readonly corpId: CorpId;
  readonly corpName: string;
}

/**
 * The parts that this enterprise takes: all that name it in any spelling, and the open part that one of its members
 * claims for it.
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

/** Binds these parts to the enterprise, unless the flow has ended. */
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
