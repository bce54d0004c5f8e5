/** Reassigning a part to another person: by its present holder, or by the initiator. */
import type { UserId } from '../../../../operation/context.js';
import { invalidField, type Refusal } from '../../../../operation/refusal.js';
import { type Actor, actorDetail } from '../../flow/actor.js';
import { flowParticipantChanged, flowTransferred, newsOf } from '../../flow/events.js';
import { type Flow, type Participant, SignStatus } from '../../flow/flow.js';
import { type Decision, refused } from '../../flow/rules/decision.js';
import { isOpen, isPastDeadline } from '../../flow/rules/states.js';
import { isDone } from '../../flow/rules/turns.js';
import { mayTakePart } from './after-signature.js';

/** The named successor, who may not be a user yet. */
export interface Successor {
  readonly psnAccount: string;
  readonly psnName: string;
  /** null: the mobile is unknown. */
  readonly psnId: UserId | null;
  /** Whether they are a valid member of the part's enterprise; false for a personal part. */
  readonly isColleague: boolean;
  /** Whether they are proven to be the person who holds the part, under another mobile. */
  readonly isSamePerson: boolean;
}

/** The successor, who is a user at this point. */
type KnownSuccessor = Successor & { readonly psnId: UserId };

interface Command {
  readonly actor: Actor;
  readonly now: Date;
  readonly part: Participant;
  readonly successor: KnownSuccessor;
}

/** Why a part cannot be reassigned now, whoever the successor is; null if it can. */
export function refusalToHandOver(flow: Flow, part: Participant | null, now: Date): Refusal | null {
  if (isPastDeadline(flow, now)) return refused('FLOW_EXPIRED').refusal;
  return part === null || !isOpen(flow.status) || isDone(part) ? refused('FLOW_STATE').refusal : null;
}

/** An enterprise's part may be handed to a colleague; a personal part to nobody. */
export function decideTransfer(flow: Flow, { actor, now, part, successor }: Command): Decision {
  const refusal = refusalToHandOver(flow, part.type === 'person' ? null : part, now);
  if (refusal !== null) return { refusal };
  if (!successor.isColleague) return { refusal: notColleague() };
  if (isUnchanged(part, successor)) return { refusal: sameParty() };
  const after = withSuccessor(flow, part, successor);
  const detail = { actor: actorDetail(actor), participantId: part.participantId, to: detailOf(successor) };
  return {
    change: { after, events: [{ kind: 'transferred', detail }], news: [newsOf(flowTransferred, after)] },
  };
}

/** Why the initiator cannot name this successor for the part now; null if they can. */
export function refusalToReplace(
  flow: Flow,
  part: Participant,
  successor: Successor,
  now: Date,
): Refusal | null {
  if (isUnchanged(part, successor)) return sameParty();
  const refusal = refusalToHandOver(flow, part, now);
  if (refusal !== null) return refusal;
  return mayTakePart(flow, part, successor) ? null : refused('PARTY_FIXED').refusal;
}

export function decideReplacement(flow: Flow, { actor, now, part, successor }: Command): Decision {
  const refusal = refusalToReplace(flow, part, successor, now);
  if (refusal !== null) return { refusal };
  const { corpId, flowId, flowCode, status } = flow;
  const { participantId } = part;
  const detail = {
    actor: actorDetail(actor),
    participantId,
    from: { userId: part.psnId, name: part.psnName },
    to: detailOf(successor),
  };
  const news = flowParticipantChanged.event({
    corpId,
    stream: `flow:${flowId}`,
    payload: { flowId, flowCode, status, participantId },
  });
  return {
    change: {
      after: withSuccessor(flow, part, successor),
      events: [{ kind: 'participantChanged', detail }],
      news: [news],
    },
  };
}

/** The colleague who answers for the contract from now on. */
export interface NewInitiator {
  readonly userId: UserId;
  readonly name: string;
}

/** An open contract passes to a colleague of its initiator, with whatever is still to be done about it. */
export function decideNewInitiator(
  flow: Flow,
  { actor, to, now }: { readonly actor: Actor; readonly to: NewInitiator; readonly now: Date },
): Decision {
  if (isPastDeadline(flow, now)) return refused('FLOW_EXPIRED');
  if (!isOpen(flow.status)) return refused('FLOW_STATE');
  const detail = {
    actor: actorDetail(actor),
    from: { userId: flow.initiatorId, name: flow.initiatorName },
    to: { ...to },
  };
  const after = { ...flow, initiatorId: to.userId, initiatorName: to.name };
  return { change: { after, events: [{ kind: 'initiatorChanged', detail }], news: [] } };
}

/** Whoever hands a contract over must not gain sight of it that they do not have anyway. */
export function mayTakeOver(
  { encrypted, confidential }: Pick<Flow, 'encrypted' | 'confidential'>,
  { taker, giver, holder, readsContracts }: Taking,
): boolean {
  if (taker !== giver || giver === holder) return true;
  return readsContracts && !encrypted && !confidential;
}

interface Taking {
  readonly taker: UserId;
  /** The acting member. */
  readonly giver: UserId;
  /** Who has it at present. */
  readonly holder: UserId;
  /** Whether the acting member reads the contracts of the enterprise. */
  readonly readsContracts: boolean;
}

/** Filled values are kept; waiting approvals end. */
function withSuccessor(flow: Flow, part: Participant, { psnId, psnAccount, psnName }: KnownSuccessor): Flow {
  return {
    ...flow,
    participants: flow.participants.map((participant) => {
      if (participant.participantId !== part.participantId) return participant;
      const waits = participant.signStatus === SignStatus.awaitingApproval;
      const signStatus = waits ? SignStatus.signing : participant.signStatus;
      return { ...participant, psnId, psnAccount, psnName, signStatus };
    }),
  };
}

function detailOf({ psnId, psnName, psnAccount }: KnownSuccessor) {
  return { userId: psnId, name: psnName, mobile: psnAccount };
}

/** The mobile may have passed to another person, and the same person may have another mobile. */
function isUnchanged(participant: Participant, { psnAccount, psnId }: Successor): boolean {
  return participant.psnAccount === psnAccount && participant.psnId === psnId;
}

function sameParty(): Refusal {
  return invalidField('psnAccount', { zh: '已是该参与方的经办人', en: 'has this part already' });
}

export function notColleague(): Refusal {
  return invalidField('psnAccount', {
    zh: '须为同一企业的成员',
    en: 'must be a member of the same enterprise',
  });
}
