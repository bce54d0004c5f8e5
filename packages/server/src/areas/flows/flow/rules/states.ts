/** The transition table of flows. Every transition that it does not list is refused. */
import { FlowStatus } from '@cinnabar/api/enums.js';
import type { ReachedStatus } from '../../../../database/tables/flows.js';

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

/** The status after `trigger`, or null when the table has no such move. */
export function moveFlow(from: FlowStatus | null, trigger: FlowTrigger): ReachedStatus | null {
  const move = flowMoves.find((candidate) => candidate.trigger === trigger && candidate.from.includes(from));
  return move === undefined ? null : storedStatus(move.to);
}

/** A status that is read back from where a commit has written it; everything else comes from moveFlow. */
export function storedStatus(status: FlowStatus): ReachedStatus {
  return status as ReachedStatus;
}

/** Regular trigger of a status; `startWithFilling` if there are controls to fill. */
const regularTrigger = {
  [draft]: 'startSigning',
  [fill]: 'startSigning',
  [signing]: 'lastSignature',
  [completed]: null,
  [revoked]: null,
  [expired]: null,
  [refused]: null,
} as const satisfies Record<FlowStatus, FlowTrigger | null>;

/** The status that the flow comes to next when nothing goes wrong; its own where it has ended. */
export function nextStatus(status: FlowStatus, somebodyFills: boolean): FlowStatus {
  const trigger = status === draft && somebodyFills ? 'startWithFilling' : regularTrigger[status];
  return (trigger === null ? null : moveFlow(status, trigger)) ?? status;
}

/** Phases of the statuses, as most rules see them. `void`: ended without completion. */
export type FlowPhase = 'draft' | 'open' | 'completed' | 'void';

const phases = {
  [draft]: 'draft',
  [fill]: 'open',
  [signing]: 'open',
  [completed]: 'completed',
  [revoked]: 'void',
  [expired]: 'void',
  [refused]: 'void',
} as const satisfies Record<FlowStatus, FlowPhase>;

export function phaseOf(status: FlowStatus): FlowPhase {
  return phases[status];
}

/** The statuses of these phases, for queries. */
export function statusesOf(...wanted: readonly FlowPhase[]): readonly FlowStatus[] {
  return Object.values(FlowStatus).filter((status) => wanted.includes(phases[status]));
}

/** Whether anybody may still fill, sign, refuse. */
export function isOpen(status: FlowStatus): boolean {
  return phaseOf(status) === 'open';
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
  const phase = phaseOf(flow.status);
  return phase === 'draft' || phase === 'void';
}
