/** Filling: which values may be given now, and whose turn ends by them. */
import type { ErrorReason } from '@cinnabar/api/errors.js';
import type { ComponentId } from '@cinnabar/api/schemas/flow.js';
import { type Component, type Flow, FlowStatus, type Participant } from '../../flow/flow.js';
import { awaitsCorp } from '../../flow/rules/newcomers.js';
import { isPastDeadline } from '../../flow/rules/states.js';
import { fillableComponents, fillQueue } from '../../flow/rules/turns.js';

export interface FillCommand {
  readonly component: Component;
  /** As it will be drawn; null clears the control. */
  readonly drawn: string | null;
}

export interface FillDecision {
  readonly values: ReadonlyMap<ComponentId, string | null>;
  /** Whose filling is over with this act. */
  readonly finished: readonly Participant[];
  /** Nobody has anything left to fill: values are drawn and signing begins. */
  readonly fillingEnds: boolean;
}

/** Why the participant cannot fill now, or null. */
export function refusalToFill(flow: Flow, participant: Participant, now: Date): ErrorReason | null {
  if (isPastDeadline(flow, now)) return 'FLOW_EXPIRED';
  const queue = fillQueue(flow);
  if (flow.status !== FlowStatus.fill || !queue.includes(participant)) return 'FLOW_STATE';
  if (queue[0] !== participant) return 'NOT_YOUR_TURN';
  return awaitsCorp(participant) ? 'NOT_VERIFIED' : null;
}

interface FillRequest {
  /** The caller's own participants. */
  readonly own: readonly Participant[];
  readonly commands: readonly FillCommand[];
  /** false keeps the turn although everything required is there. */
  readonly finish: boolean;
  readonly now: Date;
}

/** Components as they are after the given values. */
export function withValues(
  components: readonly Component[],
  values: ReadonlyMap<ComponentId, string | null>,
): readonly Component[] {
  return components.map((component) => {
    const value = values.get(component.componentId);
    return value === undefined ? component : { ...component, value };
  });
}

/** True when every required control of the participant has a value. */
export function isComplete(components: readonly Component[], participant: Participant): boolean {
  return fillableComponents(components, participant).every(
    (component) => !component.required || (component.value !== null && component.value !== ''),
  );
}

/** The decision, or why it is refused. */
export function decideFill(flow: Flow, request: FillRequest): FillDecision | ErrorReason {
  if (isPastDeadline(flow, request.now)) return 'FLOW_EXPIRED';
  if (flow.status !== FlowStatus.fill) return 'FLOW_STATE';
  const queue = fillQueue(flow);
  const involved = participantsOf(request, queue);
  if (involved.length === 0) return request.commands.length === 0 ? 'NOT_YOUR_TURN' : 'FLOW_STATE';
  if (involved.some((participant) => !queue.includes(participant))) return 'FLOW_STATE';
  // Several of one's own at once are fine as long as nobody else's turn lies between them.
  const isFrontOfQueue = queue
    .slice(0, involved.length)
    .every((participant) => involved.includes(participant));
  if (!isFrontOfQueue) return 'NOT_YOUR_TURN';
  const values = new Map(request.commands.map(({ component, drawn }) => [component.componentId, drawn]));
  return concludeFilling(flow, values, request.finish ? involved : []);
}

/** Ends the turns of `candidates` in queue order, as far as everything required has a value. */
export function concludeFilling(
  flow: Pick<Flow, 'participants' | 'components'>,
  values: ReadonlyMap<ComponentId, string | null>,
  candidates: readonly Participant[],
): FillDecision {
  const components = withValues(flow.components, values);
  const finished: Participant[] = [];
  for (const participant of fillQueue(flow)) {
    if (!candidates.includes(participant)) continue;
    if (!isComplete(components, participant)) break;
    finished.push(participant);
  }
  return {
    values,
    finished,
    fillingEnds: fillQueue(flow).every((participant) => finished.includes(participant)),
  };
}

function participantsOf(request: FillRequest, queue: readonly Participant[]): readonly Participant[] {
  if (request.commands.length === 0) {
    const [first] = queue;
    return request.own.filter((participant) => participant.participantId === first?.participantId);
  }
  const named = new Set(request.commands.map(({ component }) => component.participantId));
  return request.own.filter((participant) => named.has(participant.participantId));
}
