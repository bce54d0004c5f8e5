/** What the area tells: the events of a flow's history (its hash chain), and what other parts may subscribe to. */

import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import { type NewEvent, type Topic, topic } from '../../jobs/outbox.js';
import type { JsonValue } from '../../trust/canonical-json.js';
import type { Flow } from './flow.js';

export type FlowEventKind =
  | 'drafted'
  | 'started'
  | 'filled'
  | 'fillingEnded'
  | 'intentConfirmed'
  | 'signed'
  | 'completed'
  | 'revoked'
  | 'expired'
  | 'refused'
  | 'deleted'
  | 'remarkChanged'
  | 'reminded'
  | 'extended'
  | 'transferred'
  | 'participantChanged'
  | 'attachmentAdded';

/** One entry of the history. `detail` says everything that the evidence needs, and no secret. */
export interface FlowEvent {
  readonly kind: FlowEventKind;
  readonly detail: { readonly [name: string]: JsonValue };
}

interface FlowNews {
  readonly flowId: FlowId;
  readonly flowCode: string;
  readonly status: number;
}

export const flowStarted = topic<FlowNews>('flow.started');
export const flowFilled = topic<FlowNews>('flow.filled');
export const flowSigned = topic<FlowNews & { readonly participantId: number }>('flow.signed');
export const flowCompleted = topic<FlowNews>('flow.completed');
export const flowRevoked = topic<FlowNews>('flow.revoked');
export const flowRefused = topic<FlowNews & { readonly participantId: number }>('flow.refused');
/** Somebody else has a part from now on. */
export const flowHandedOn = topic<FlowNews>('flow.handedOn');
export const flowExpired = topic<FlowNews>('flow.expired');

/** One news item about a flow; news of one flow keep their order. */
export function newsOf(about: Topic<FlowNews>, flow: Flow): NewEvent {
  return about.event({
    corpId: flow.corpId,
    stream: `flow:${flow.flowId}`,
    payload: { flowId: flow.flowId, flowCode: flow.flowCode, status: flow.status },
  });
}
