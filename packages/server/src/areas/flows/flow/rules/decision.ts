/** Result of every rule that takes a state and a command: a change, or the reason for a refusal. */
import type { ErrorReason } from '@cinnabar/api/errors.js';
import { type Refusal, refuseFor } from '../../../../operation/refusal.js';
import type { FlowEvent } from '../events.js';
import type { FlowChange } from '../flow-change.js';

export type Decision<Change extends FlowChange = FlowChange> =
  | { readonly change: Change }
  | { readonly refusal: Refusal };

export function refused(reason: ErrorReason): { readonly refusal: Refusal } {
  return { refusal: refuseFor(reason) };
}

/** @throws the refusal */
export function changeOf<Change extends FlowChange>(decision: Decision<Change>): Change {
  if ('refusal' in decision) throw decision.refusal;
  return decision.change;
}

/** Combines two changes into one commit: the second was decided on the state after the first. */
export function joined(first: Omit<FlowChange, 'after'>, second: FlowChange): FlowChange {
  return {
    ...second,
    events: [...first.events, ...second.events],
    news: [...first.news, ...second.news],
  };
}

/** Records events in the history without a change of state. */
export function noted(after: FlowChange['after'], ...events: readonly FlowEvent[]): FlowChange {
  return { after, events, news: [] };
}
