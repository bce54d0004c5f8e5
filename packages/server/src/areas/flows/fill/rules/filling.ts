/** Filling: which values may be given now, and which turns they end. */
import type { ErrorReason } from '@cinnabar/api/errors.js';
import type { ComponentId } from '@cinnabar/api/schemas/flow.js';
import { type Actor, actorDetail } from '../../flow/actor.js';
import { type FlowEvent, flowFilled, newsOf } from '../../flow/events.js';
import {
  type Component,
  type Flow,
  type FlowFile,
  FlowStatus,
  type Participant,
  SignStatus,
} from '../../flow/flow.js';
import type { FlowChange } from '../../flow/flow-change.js';
import {
  finalComponents,
  hiddenComponents,
  ruleOutcome,
  type SettledParticipants,
  withComputed,
} from '../../flow/rules/component-rules.js';
import { isCounterparty } from '../../flow/rules/counterparty.js';
import { type Decision, refused } from '../../flow/rules/decision.js';
import { awaitsCorp } from '../../flow/rules/newcomers.js';
import { isPastDeadline, moveFlow } from '../../flow/rules/states.js';
import { fillableComponents, fillQueue } from '../../flow/rules/turns.js';
import { textHash } from './text-hash.js';

export interface FillCommand {
  readonly component: Component;
  /** The value as drawn; null clears the control. */
  readonly drawn: string | null;
}

type Values = ReadonlyMap<ComponentId, string | null>;

/** A flow's change by filling. When filling ends, the files with their values remain to be drawn: see signingBegins. */
export interface Filling extends FlowChange {
  /** Participants whose filling ends with this act. */
  readonly finished: readonly Participant[];
  /** Whether all filling is done, so that signing begins. */
  readonly fillingEnds: boolean;
}

/** Why the participant cannot fill now; null if they can. */
export function refusalToFill(flow: Flow, participant: Participant, now: Date): ErrorReason | null {
  if (isPastDeadline(flow, now)) return 'FLOW_EXPIRED';
  const queue = fillQueue(flow);
  if (flow.status !== FlowStatus.fill || !queue.includes(participant)) return 'FLOW_STATE';
  if (queue[0] !== participant) return 'NOT_YOUR_TURN';
  return awaitsCorp(participant) ? 'NOT_VERIFIED' : null;
}

export interface FillRequest {
  readonly actor: Actor;
  /** The caller's own participants. */
  readonly own: readonly Participant[];
  readonly commands: readonly FillCommand[];
  /** false keeps the turn although every required value is given. */
  readonly finish: boolean;
  readonly now: Date;
}

/** The components after the given values. */
export function withValues(components: readonly Component[], values: Values): readonly Component[] {
  return components.map((component) => {
    const value = values.get(component.componentId);
    return value === undefined ? component : { ...component, value };
  });
}

/** The participant's required controls without a value, except those that are hidden for certain. */
export function missingComponents(
  components: readonly Component[],
  participant: Participant,
  isSettled: SettledParticipants,
): readonly Component[] {
  const missing = fillableComponents(components, participant).filter(
    ({ required, value }) => required && (value === null || value === ''),
  );
  if (missing.length === 0) return missing;
  const hidden = hiddenComponents(components, isSettled);
  return missing.filter((component) => !hidden.has(component));
}

export function decideFill(flow: Flow, request: FillRequest): Decision<Filling> {
  if (isPastDeadline(flow, request.now)) return refused('FLOW_EXPIRED');
  if (flow.status !== FlowStatus.fill) return refused('FLOW_STATE');
  const queue = fillQueue(flow);
  const involved = participantsOf(request, queue);
  if (involved.length === 0) return refused(request.commands.length === 0 ? 'NOT_YOUR_TURN' : 'FLOW_STATE');
  if (involved.some((participant) => !queue.includes(participant))) return refused('FLOW_STATE');
  // Several own participants may fill together unless another participant's turn lies between them.
  const isFrontOfQueue = queue
    .slice(0, involved.length)
    .every((participant) => involved.includes(participant));
  if (!isFrontOfQueue) return refused('NOT_YOUR_TURN');
  const values = new Map(request.commands.map(({ component, drawn }) => [component.componentId, drawn]));
  return concludeFilling(flow, { ...request, values, candidates: request.finish ? involved : [] });
}

interface OwnFill {
  readonly actor: Actor;
  readonly values: Values;
  readonly now: Date;
}

/** Ends the turns of the initiating enterprise's own parts as far as the values allow, at any place in the queue. */
export function decideOwnFilling(flow: Flow, fill: OwnFill): Decision<Filling> {
  return concludeFilling(flow, { ...fill, candidates: unfilledOwnParts(flow) });
}

export function unfilledOwnParts(flow: Flow): readonly Participant[] {
  return flow.participants.filter((participant) => !participant.filled && !isCounterparty(flow, participant));
}

/** Ends the turns of `candidates` in queue order, as far as all required values are given. */
function concludeFilling(
  flow: Flow,
  { actor, values, now, candidates }: OwnFill & { readonly candidates: readonly Participant[] },
): Decision<Filling> {
  const components = withComputed(withValues(flow.components, values));
  const queue = fillQueue(flow);
  const finished: Participant[] = [];
  const settledWith = (filling: readonly Participant[]) => settledAfter(flow, filling);
  for (const participant of queue) {
    if (!candidates.includes(participant)) continue;
    const isSettled = settledWith([...finished, participant]);
    if (missingComponents(components, participant, isSettled).length > 0) break;
    finished.push(participant);
  }
  const skipped = withNothingShown(components, queue, settledWith(finished)).filter(
    (participant) => !finished.includes(participant),
  );
  const fillingEnds = queue.every((each) => finished.includes(each) || skipped.includes(each));
  const status = fillingEnds ? moveFlow(flow.status, 'startSigning') : flow.status;
  if (status === null) return refused('FLOW_STATE');
  const participants = flow.participants.map((participant) => {
    if (finished.includes(participant)) return withFillingDone(participant, now);
    return skipped.includes(participant) ? withFillingDone(participant, null) : participant;
  });
  const after: Flow = { ...flow, components, participants, status };
  const events = [filledEvent(actor, components, values, { finished, skipped })];
  const news = finished.length > 0 || fillingEnds ? [newsOf(flowFilled, after)] : [];
  return { change: { after, events, news, finished, fillingEnds } };
}

/** Everybody who has filled, and those whose filling ends with this act. */
function settledAfter(flow: Flow, filling: readonly Participant[]): SettledParticipants {
  const settled = [...flow.participants.filter(({ filled }) => filled), ...filling];
  const ids = new Set(settled.map(({ participantId }) => participantId));
  return (participantId) => ids.has(participantId);
}

/** Participants of the queue whose controls are all hidden for certain, so that they have nothing to fill. */
function withNothingShown(
  components: readonly Component[],
  queue: readonly Participant[],
  isSettled: SettledParticipants,
): readonly Participant[] {
  const hidden = hiddenComponents(components, isSettled);
  if (hidden.size === 0) return [];
  return queue.filter((participant) =>
    fillableComponents(components, participant).every((component) => hidden.has(component)),
  );
}

/**
 * A filler who also signs proceeds to signing; one who only fills is done.
 * @param time null: the conditions left nothing to fill
 */
function withFillingDone(participant: Participant, time: Date | null): Participant {
  return {
    ...participant,
    filled: true,
    draftTime: time,
    signStatus: participant.signs ? SignStatus.signing : SignStatus.signed,
  };
}

function filledEvent(
  actor: Actor,
  components: readonly Component[],
  values: Values,
  {
    finished,
    skipped,
  }: { readonly finished: readonly Participant[]; readonly skipped: readonly Participant[] },
): FlowEvent {
  return {
    kind: 'filled',
    detail: {
      actor: actorDetail(actor),
      values: components
        .filter((component) => values.has(component.componentId))
        .map((component) => ({
          componentId: component.componentId,
          name: component.componentName,
          value: component.value,
        })),
      finished: finished.map((participant) => participant.participantId),
      ...(skipped.length === 0 ? {} : { skipped: skipped.map(({ participantId }) => participantId) }),
    },
  };
}

/** The change with the controls as they will be signed. */
export function withFinalControls(change: FlowChange): FlowChange {
  const components = finalComponents(change.after.components);
  return { ...change, after: { ...change.after, components } };
}

/**
 * The change with the files that everybody will sign, drawn with their values. The history gets their hashes and the
 * hash of the texts to which intents are bound.
 */
export function signingBegins(change: FlowChange, files: readonly FlowFile[]): FlowChange {
  const after: Flow = { ...change.after, files };
  const fillingEnded: FlowEvent = {
    kind: 'fillingEnded',
    detail: {
      // Without a salt, short values of an encrypted flow could be found by brute force.
      ...(after.encrypted ? {} : { textHash: textHash(after) }),
      ...ruleOutcome(after),
      files: files.map((file) => ({
        fileId: file.fileId,
        fileName: file.fileName,
        uploaded: file.baseHash,
        prepared: file.currentHash,
      })),
    },
  };
  return { ...change, after, events: [...change.events, fillingEnded] };
}

function participantsOf(request: FillRequest, queue: readonly Participant[]): readonly Participant[] {
  if (request.commands.length === 0) {
    const [first] = queue;
    return request.own.filter((participant) => participant.participantId === first?.participantId);
  }
  const named = new Set(request.commands.map(({ component }) => component.participantId));
  return request.own.filter((participant) => named.has(participant.participantId));
}
