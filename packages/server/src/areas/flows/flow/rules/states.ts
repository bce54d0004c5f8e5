/** How a flow moves between its states: the one table. Every move that it does not list is refused. */
import { FlowStatus } from '../flow.js';

export type FlowTrigger =
  | 'draft'
  | 'startWithFilling'
  | 'startSigning'
  | 'lastSignature'
  | 'revoke'
  | 'deadlinePasses'
  | 'refuse';

interface FlowMove {
  readonly from: readonly (FlowStatus | null)[];
  readonly trigger: FlowTrigger;
  readonly to: FlowStatus;
}

const { draft, fill, signing, completed, revoked, expired, refused } = FlowStatus;

/** `null` is a flow that does not exist yet. */
export const flowMoves: readonly FlowMove[] = [
  { from: [null], trigger: 'draft', to: draft },
  { from: [null, draft], trigger: 'startWithFilling', to: fill },
  { from: [null, draft, fill], trigger: 'startSigning', to: signing },
  { from: [signing], trigger: 'lastSignature', to: completed },
  { from: [draft, fill, signing], trigger: 'revoke', to: revoked },
  { from: [fill, signing], trigger: 'deadlinePasses', to: expired },
  { from: [fill, signing], trigger: 'refuse', to: refused },
];

/** The state after `trigger`, or null when the table has no such move. */
export function moveFlow(from: FlowStatus | null, trigger: FlowTrigger): FlowStatus | null {
  const move = flowMoves.find((candidate) => candidate.trigger === trigger && candidate.from.includes(from));
  return move?.to ?? null;
}

/** Whether anybody may still fill, sign, refuse. */
export function isOpen(status: FlowStatus): boolean {
  return status === fill || status === signing;
}

/**
 * The deadline is checked at every act; the sweep only tidies up after it. Before and after the sweep the answer is
 * the same, or a caller would see it depend on the second.
 */
export function isPastDeadline(
  flow: { readonly status: FlowStatus; readonly deadline: Date | null },
  now: Date,
): boolean {
  if (flow.status === expired) return true;
  return isOpen(flow.status) && flow.deadline !== null && now.getTime() > flow.deadline.getTime();
}

/** Whether a record may go: drafts, and what ended without completion (swept by now or not). */
export function isDeletable(
  flow: { readonly status: FlowStatus; readonly deadline: Date | null },
  now: Date,
): boolean {
  if (isPastDeadline(flow, now)) return true;
  return !isOpen(flow.status) && flow.status !== completed;
}
