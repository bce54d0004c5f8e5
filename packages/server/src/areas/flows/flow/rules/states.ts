/** The transition table of flows. Transitions that it does not list are refused. */
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

/** `null` stands for a flow that does not exist yet. */
export const flowMoves: readonly FlowMove[] = [
  { from: [null], trigger: 'draft', to: draft },
  { from: [null, draft], trigger: 'startWithFilling', to: fill },
  { from: [null, draft, fill], trigger: 'startSigning', to: signing },
  { from: [signing], trigger: 'lastSignature', to: completed },
  { from: [draft, fill, signing], trigger: 'revoke', to: revoked },
  { from: [fill, signing], trigger: 'deadlinePasses', to: expired },
  { from: [fill, signing], trigger: 'refuse', to: refused },
];

/** The status after `trigger`; null if the table has no such transition. */
export function moveFlow(from: FlowStatus | null, trigger: FlowTrigger): ReachedStatus | null {
  const move = flowMoves.find((candidate) => candidate.trigger === trigger && candidate.from.includes(from));
  return move === undefined ? null : storedStatus(move.to);
}

/** Parses a stored status; all other statuses come from moveFlow. */
export function storedStatus(status: FlowStatus): ReachedStatus {
  return status as ReachedStatus;
}

/** The regular trigger of a status; `startWithFilling` if there are controls to fill. */
const regularTrigger = {
  [draft]: 'startSigning',
  [fill]: 'startSigning',
  [signing]: 'lastSignature',
  [completed]: null,
  [revoked]: null,
  [expired]: null,
  [refused]: null,
} as const satisfies Record<FlowStatus, FlowTrigger | null>;

/** The next status in the regular course; the same status for an ended flow. */
export function nextStatus(status: FlowStatus, somebodyFills: boolean): FlowStatus {
  const trigger = status === draft && somebodyFills ? 'startWithFilling' : regularTrigger[status];
  return (trigger === null ? null : moveFlow(status, trigger)) ?? status;
}

/** Phases of the statuses, which most rules use. `void`: ended without completion. */
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

/** Whether anybody may still fill, sign or refuse. */
export function isOpen(status: FlowStatus): boolean {
  return phaseOf(status) === 'open';
}

/**
 * Every act checks the deadline; the sweep only records the expiry later. The result is the same before and after the
 * sweep, so that no caller depends on the moment at which it runs.
 */
export function isPastDeadline(
  flow: { readonly status: FlowStatus; readonly deadline: Date | null },
  now: Date,
): boolean {
  if (flow.status === expired) return true;
  return isOpen(flow.status) && flow.deadline !== null && now.getTime() > flow.deadline.getTime();
}

/** Whether a record may be deleted: drafts, and flows that ended without completion (swept or not). */
export function isDeletable(
  flow: { readonly status: FlowStatus; readonly deadline: Date | null },
  now: Date,
): boolean {
  if (isPastDeadline(flow, now)) return true;
  const phase = phaseOf(flow.status);
  return phase === 'draft' || phase === 'void';
}
