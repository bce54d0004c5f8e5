/** Drafts: what only the initiator sees, and what it becomes when it is sent. */
import { type Flow, FlowStatus } from '../../flow/flow.js';
import { hasToFill, openingSignStatus } from '../../flow/rules/turns.js';

/** How long a flow stays open when nobody names an end: 90 days, ms. */
export const defaultLife = 90 * 24 * 3_600_000;

/** @param deadline as it was asked for; null: counted from when the draft is sent */
export function asDraft(flow: Flow, deadline: Date | null): Flow {
  return { ...flow, status: FlowStatus.draft, startTime: null, deadline };
}

/** The flow as it is once sent: filled by whoever has something to fill, else signed. */
export function leaveDraft(draft: Flow, now: Date): Flow {
  const participants = draft.participants.map((participant) => {
    const opened = { ...participant, filled: false };
    return {
      ...opened,
      filled: !hasToFill(draft.components, opened),
      signStatus: openingSignStatus(draft.components, opened),
    };
  });
  return {
    ...draft,
    participants,
    status: participants.every(({ filled }) => filled) ? FlowStatus.signing : FlowStatus.fill,
    startTime: now,
    deadline: draft.deadline ?? new Date(now.getTime() + defaultLife),
  };
}
