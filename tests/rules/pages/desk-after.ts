import type { Step } from '../../../packages/web/src/shared/state/step.js';

/** Sends events to a desk; returns its state and the effects of the last event. */
export function deskAfter<Desk, Event, Effect>(reduce: (desk: Desk, event: Event) => Step<Desk, Effect>) {
  return (
    desk: Desk,
    ...events: readonly Event[]
  ): { readonly desk: Desk; readonly effects: readonly Effect[] } => {
    let now = desk;
    let effects: readonly Effect[] = [];
    for (const event of events) [now, ...effects] = reduce(now, event);
    return { desk: now, effects };
  };
}
