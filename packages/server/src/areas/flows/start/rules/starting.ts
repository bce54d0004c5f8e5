/** Starting a flow: as a draft visible only to its initiator, at once, or by sending a draft. */
import type { ErrorReason } from '@cinnabar/api/errors.js';
import { type Actor, actorDetail } from '../../flow/actor.js';
import { type FlowEvent, flowStarted, newsOf } from '../../flow/events.js';
import { type Component, type Flow, FlowStatus, type Participant } from '../../flow/flow.js';
import type { FlowChange } from '../../flow/flow-change.js';
import { withComputed } from '../../flow/rules/component-rules.js';
import { type Decision, refused } from '../../flow/rules/decision.js';
import { moveFlow } from '../../flow/rules/states.js';
import { hasToFill, openingSignStatus } from '../../flow/rules/turns.js';

/** Default lifetime of a flow: 90 days, ms. */
export const defaultLife = 90 * 24 * 3_600_000;

/** A flow before it is stored; a default deadline counts from when the flow leaves the draft state. */
export type UnstartedFlow = Omit<Flow, 'status' | 'startTime'>;

export interface StartCommand {
  readonly actor: Actor;
  readonly now: Date;
  /** Whether consent to the contract was required and only the initiator could give it. */
  readonly selfApproved: boolean;
}

export interface SendCommand extends StartCommand {
  /** Controls placed with the request. */
  readonly added: readonly Component[];
}

export function decideDraft(flow: UnstartedFlow, { actor }: Pick<StartCommand, 'actor'>): Decision {
  const status = moveFlow(null, 'draft');
  if (status === null) return refused('FLOW_STATE');
  const after: Flow = { ...flow, participants: openedParts(flow), status, startTime: null };
  return {
    change: { after, events: [{ kind: 'drafted', detail: beginningOf(actor, after) }], news: [] },
  };
}

export function decideStart(flow: UnstartedFlow, command: StartCommand): Decision {
  return start(null, flow, command);
}

/** Why the draft cannot be sent now; null if it can. */
export function refusalToSend({ status, deadline }: Flow, now: Date): ErrorReason | null {
  if (status !== FlowStatus.draft) return 'FLOW_STATE';
  return deadline !== null && deadline <= now ? 'FLOW_EXPIRED' : null;
}

export function decideSending(draft: Flow, command: SendCommand): Decision {
  const refusal = refusalToSend(draft, command.now);
  return refusal === null ? start(draft.status, withAdded(draft, command), command) : refused(refusal);
}

/** The draft remains a draft while it waits for approval, and keeps the fields placed with the request. */
export function decideWaiting(draft: Flow, { added, now }: Pick<SendCommand, 'added' | 'now'>): Decision {
  const refusal = refusalToSend(draft, now);
  if (refusal !== null) return refused(refusal);
  return { change: { after: withAdded(draft, { added }), events: [], news: [] } };
}

/** The initiating enterprise's own filling is part of the start: one event reports it, with the resulting status. */
export function startedAndFilled(started: FlowChange, filling: FlowChange): FlowChange {
  const { after } = filling;
  return { after, events: [...started.events, ...filling.events], news: [newsOf(flowStarted, after)] };
}

function start(from: FlowStatus | null, flow: UnstartedFlow, command: StartCommand): Decision {
  const { actor, now, selfApproved } = command;
  const participants = openedParts(flow);
  const allFilled = participants.every(({ filled }) => filled);
  const status = moveFlow(from, allFilled ? 'startSigning' : 'startWithFilling');
  if (status === null) return refused('FLOW_STATE');
  const deadline = flow.deadline ?? new Date(now.getTime() + defaultLife);
  const after: Flow = { ...flow, participants, status, startTime: now, deadline };
  const started: FlowEvent = { kind: 'started', detail: beginningOf(actor, after) };
  return {
    change: {
      after,
      events: selfApproved ? [approvedByNobodyElse(actor), started] : [started],
      news: [newsOf(flowStarted, after)],
    },
  };
}

function withAdded(draft: Flow, { added }: Pick<SendCommand, 'added'>): Flow {
  return { ...draft, components: withComputed([...draft.components, ...added]) };
}

/** The participants at the start: those with nothing to fill count as filled. */
function openedParts({ participants, components }: UnstartedFlow): readonly Participant[] {
  return participants.map((participant) => {
    const opened = { ...participant, filled: false };
    return {
      ...opened,
      filled: !hasToFill(components, opened),
      signStatus: openingSignStatus(components, opened),
    };
  });
}

function approvedByNobodyElse(actor: Actor): FlowEvent {
  const detail = { actor: actorDetail(actor), reason: 'nobody but the initiator could consent' };
  return { kind: 'approvalFinished', detail };
}

function beginningOf(actor: Actor, flow: Flow): FlowEvent['detail'] {
  return {
    actor: actorDetail(actor),
    title: flow.title,
    templateId: flow.templateId,
    deadline: flow.deadline?.toISOString() ?? null,
    participants: flow.participants.map((participant) => ({
      participantId: participant.participantId,
      flag: participant.participantFlag,
      corpName: participant.corpName,
      psnName: participant.psnName,
      psnAccount: participant.psnAccount,
      signOrder: participant.signOrder,
    })),
    files: flow.files.map((file) => ({
      fileId: file.fileId,
      fileName: file.fileName,
      uploaded: file.baseHash,
    })),
  };
}
