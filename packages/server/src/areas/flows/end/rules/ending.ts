/** Ending a flow without completion, and deleting its record. */

import { ApprovalStatus } from '../../approval/approval.js';
import { type ApprovalEnd, decideApprovalEnd, withNobodyWaiting } from '../../approval/rules/approving.js';
import { type Actor, actorDetail } from '../../flow/actor.js';
import { flowExpired, flowRefused, flowRevoked, newsOf } from '../../flow/events.js';
import { type Flow, type Participant, SignStatus } from '../../flow/flow.js';
import { type Decision, noted, refused } from '../../flow/rules/decision.js';
import { isDeletable, isPastDeadline, moveFlow } from '../../flow/rules/states.js';
import { isDone } from '../../flow/rules/turns.js';

interface Command {
  readonly actor: Actor;
  readonly now: Date;
}

interface WithReason extends Command {
  readonly reason: string;
}

export function decideRevocation(flow: Flow, { actor, reason, now }: WithReason): Decision {
  if (isPastDeadline(flow, now)) return refused('FLOW_EXPIRED');
  const status = moveFlow(flow.status, 'revoke');
  if (status === null) return refused('FLOW_STATE');
  const after: Flow = { ...withNobodyWaiting(flow), status, endReason: reason, finishTime: null };
  const detail = { actor: actorDetail(actor), reason };
  return { change: { after, events: [{ kind: 'revoked', detail }], news: [newsOf(flowRevoked, after)] } };
}

/** Withdrawing the approval of a contract revokes its draft: it was not meant to be sent. */
export function decideWithdrawal(
  flow: Flow,
  command: Command & Pick<ApprovalEnd, 'approval' | 'reason'>,
): Decision {
  const { actor, approval, reason } = command;
  const ended = decideApprovalEnd(flow, { approval, actor, reason, status: ApprovalStatus.withdrawn });
  if ('refusal' in ended || approval.kind === 'seal') return ended;
  const revoked = decideRevocation(ended.change.after, { ...command, reason: reason ?? '' });
  if ('refusal' in revoked) return revoked;
  const events = [...ended.change.events, ...revoked.change.events];
  const news = [...revoked.change.news, ...ended.change.news];
  return { change: { after: revoked.change.after, events, news } };
}

export interface RefusalCommand extends WithReason {
  /** The participants as which the actor may act. */
  readonly own: readonly Participant[];
  /** Whether the actor uses a session of their own and not an application. */
  readonly inOwnSession: boolean;
}

export function decideRefusal(flow: Flow, command: RefusalCommand): Decision {
  const { actor, own, inOwnSession, reason, now } = command;
  if (isPastDeadline(flow, now)) return refused('FLOW_EXPIRED');
  const status = moveFlow(flow.status, 'refuse');
  const open = own.filter((participant) => !isDone(participant));
  // People who sign for themselves can only refuse themselves.
  const refusing = open.filter(({ type }) => type === 'enterprise' || inOwnSession);
  const [first] = refusing;
  if (first === undefined && open.length > 0) return refused('OWN_SESSION_REQUIRED');
  if (status === null || first === undefined) return refused('FLOW_STATE');
  const ids = refusing.map(({ participantId }) => participantId);
  const after: Flow = {
    ...flow,
    status,
    endReason: reason,
    participants: withNobodyWaiting(flow).participants.map((participant) =>
      ids.includes(participant.participantId)
        ? { ...participant, signStatus: SignStatus.refused }
        : participant,
    ),
  };
  const { corpId, flowId, flowCode } = flow;
  const news = flowRefused.event({
    corpId,
    stream: `flow:${flowId}`,
    payload: { flowId, flowCode, status, participantId: first.participantId },
  });
  const detail = { actor: actorDetail(actor), participants: ids, reason };
  return { change: { after, events: [{ kind: 'refused', detail }], news: [news] } };
}

export function decideExpiry(flow: Flow, now: Date): Decision {
  const status = isPastDeadline(flow, now) ? moveFlow(flow.status, 'deadlinePasses') : null;
  if (status === null) return refused('FLOW_STATE');
  const after: Flow = { ...withNobodyWaiting(flow), status, endReason: '已过截止时间' };
  const detail = { deadline: flow.deadline?.toISOString() ?? null };
  return { change: { after, events: [{ kind: 'expired', detail }], news: [newsOf(flowExpired, after)] } };
}

export function decideDeletion(flow: Flow, { actor, now }: Command): Decision {
  if (!isDeletable(flow, now)) return refused('FLOW_STATE');
  const after: Flow = { ...flow, deletedAt: now };
  return { change: noted(after, { kind: 'deleted', detail: { actor: actorDetail(actor) } }) };
}
