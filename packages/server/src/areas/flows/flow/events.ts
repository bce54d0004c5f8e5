/** Events of the area: those of a flow's history (its hash chain), and those that other areas may subscribe to. */

import type { ApprovalId } from '@cinnabar/api/schemas/approval.js';
import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { JsonValue } from '../../../custody/canonical-json.js';
import { type NewEvent, type Topic, topic } from '../../../jobs/outbox.js';
import type { Flow } from './flow.js';

export type FlowEventKind =
  | 'drafted'
  | 'started'
  | 'filled'
  | 'fillingEnded'
  | 'intentConfirmed'
  | 'approvalOpened'
  | 'approvalFinished'
  | 'signed'
  | 'completed'
  | 'archived'
  | 'revoked'
  | 'expired'
  | 'refused'
  | 'deleted'
  | 'remarkChanged'
  | 'reminded'
  | 'extended'
  | 'transferred'
  | 'initiatorChanged'
  | 'corpBound'
  | 'consented'
  | 'participantChanged'
  | 'disowned'
  | 'noticeUndelivered'
  | 'attachmentAdded'
  | 'paid'
  | 'feePaid'
  | 'refunded';

/** One entry of the history. `detail` contains everything that the evidence needs, and no secret. */
export interface FlowEvent {
  readonly kind: FlowEventKind;
  readonly detail: { readonly [name: string]: JsonValue };
}

interface FlowNews {
  readonly flowId: FlowId;
  readonly flowCode: string;
  readonly status: number;
}

/** All events about one flow, its approvals and payments included, share one sequence of numbers. */
export const flowSeries = ({ flowId }: { readonly flowId: FlowId }): string => `flow:${flowId}`;

export const flowStarted = topic<FlowNews>('flow.started', flowSeries);
export const flowFilled = topic<FlowNews>('flow.filled', flowSeries);
export const flowSigned = topic<FlowNews & { readonly participantId: ParticipantId }>(
  'flow.signed',
  flowSeries,
);
export const flowCompleted = topic<FlowNews>('flow.completed', flowSeries);
export const flowRevoked = topic<FlowNews>('flow.revoked', flowSeries);
export const flowRefused = topic<FlowNews & { readonly participantId: ParticipantId }>(
  'flow.refused',
  flowSeries,
);
/** A part passes to somebody else, possibly of another enterprise. */
export const flowParticipantChanged = topic<FlowNews & { readonly participantId: ParticipantId }>(
  'flow.participantChanged',
);
/** A part passes to a colleague. */
export const flowTransferred = topic<FlowNews>('flow.transferred');
/** The initiator has changed the deadline. */
export const flowExtended = topic<FlowNews & { readonly deadline: string }>('flow.extended');
export const flowExpired = topic<FlowNews>('flow.expired', flowSeries);

/** An approval of the use of a seal, or of a contract. */
export const approvalOpened = topic<{ readonly approvalId: ApprovalId; readonly flowId: FlowId }>(
  'approval.opened',
  flowSeries,
);

export const approvalFinished = topic<{
  readonly approvalId: ApprovalId;
  readonly flowId: FlowId;
  readonly status: number;
  /** Ended because its flow needs no consent any more; the flow's own events give the reason. */
  readonly needless?: true;
}>('approval.finished', flowSeries);

/** One event about a flow; events of one flow keep their order. */
export function newsOf(about: Topic<FlowNews>, flow: Flow): NewEvent {
  return about.event({
    corpId: flow.corpId,
    stream: `flow:${flow.flowId}`,
    payload: { flowId: flow.flowId, flowCode: flow.flowCode, status: flow.status },
  });
}
