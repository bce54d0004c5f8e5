/** State of consent to an act or a draft: what waits for it, and how its end changes the flow. */
import type { ApprovalId } from '@cinnabar/api/schemas/approval.js';
import type { ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import { type Actor, actorDetail } from '../../flow/actor.js';
import { approvalFinished } from '../../flow/events.js';
import { type Flow, type Participant, SignStatus } from '../../flow/flow.js';
import { type Decision, noted, refused } from '../../flow/rules/decision.js';
import { isOpen } from '../../flow/rules/states.js';
import { type Approval, ApprovalStatus } from '../approval.js';

export interface ConsentRequest {
  readonly actor: Actor;
  readonly participantId: ParticipantId;
  readonly approvalId: ApprovalId;
  readonly sealIds: readonly SealId[];
  /** The intent stored with the act. */
  readonly digest: string;
}

/** A signer whose seals need consent waits; the act is carried out after consent. */
export function decideConsentRequest(flow: Flow, request: ConsentRequest): Decision {
  const { actor, participantId, approvalId, sealIds, digest } = request;
  const signer = flow.participants.find((each) => each.participantId === participantId);
  if (signer?.signStatus !== SignStatus.signing || !isOpen(flow.status)) return refused('FLOW_STATE');
  const detail = { actor: actorDetail(actor), approvalId, participantId, sealIds: [...sealIds], digest };
  const after: Flow = {
    ...flow,
    participants: flow.participants.map((participant) =>
      participant === signer ? { ...participant, signStatus: SignStatus.awaitingApproval } : participant,
    ),
  };
  return { change: noted(after, { kind: 'approvalOpened', detail }) };
}

export interface ApprovalEnd {
  readonly approval: Pick<Approval, 'approvalId' | 'corpId' | 'kind' | 'participantId' | 'status'>;
  readonly status: Exclude<ApprovalStatus, typeof ApprovalStatus.open>;
  readonly reason: string | null;
  /** null if nobody decided. */
  readonly actor: Actor | null;
}

/** Ends an approval without consent: a signer may sign or ask again, a draft remains a draft. */
export function decideApprovalEnd(flow: Flow, { approval, status, reason, actor }: ApprovalEnd): Decision {
  if (approval.status !== ApprovalStatus.open) return refused('FLOW_STATE');
  const { approvalId, corpId, participantId } = approval;
  const by = actor === null ? {} : { actor: actorDetail(actor) };
  const news = approvalFinished.event({
    corpId,
    stream: `flow:${flow.flowId}`,
    payload: { approvalId, flowId: flow.flowId, status },
  });
  return {
    change: {
      after: withoutWaiting(flow, participantId),
      events: [{ kind: 'approvalFinished', detail: { ...by, approvalId, status, reason } }],
      news: [news],
    },
  };
}

function freed(participant: Participant): Participant {
  return participant.signStatus === SignStatus.awaitingApproval
    ? { ...participant, signStatus: SignStatus.signing }
    : participant;
}

/** The flow in which one signer (or, with null, no participant) no longer waits for consent. */
function withoutWaiting(flow: Flow, participantId: ParticipantId | null): Flow {
  return {
    ...flow,
    participants: flow.participants.map((participant) =>
      participant.participantId === participantId ? freed(participant) : participant,
    ),
  };
}

/** An ended flow waits for no consent. */
export function withNobodyWaiting(flow: Flow): Flow {
  return { ...flow, participants: flow.participants.map(freed) };
}
