/** How far a flow has got, and for whom it waits: as lists show it. */
import type { AwaitedJson } from '../../../../database/tables/awaited.js';
import { type Flow, SignStatus } from '../flow.js';
import { phaseOf } from './states.js';
import { type AwaitedApprover, type Waiting, waitingFor } from './waiting.js';

/** Limit of persons named in a list. */
const MAX_NAMED = 5;

interface Progress {
  /** Number of participants who sign. */
  readonly signers: number;
  /** Number of those who have signed. */
  readonly signed: number;
  /** Whoever has waited longest first. */
  readonly waiting: readonly AwaitedJson[];
  /** When the current wait of a draft or an open flow began; null if it has ended or waits for nobody. */
  readonly waitingSince: Date | null;
}

/** @param approvers of the flow's open approvals */
export function progressOf(flow: Flow, approvers: readonly AwaitedApprover[]): Progress {
  const signers = flow.participants.filter(({ signs }) => signs);
  const waiting = waitingFor(flow, approvers).toSorted((one, other) => +one.since - +other.since);
  const phase = phaseOf(flow.status);
  const isPending = phase === 'draft' || phase === 'open';
  return {
    signers: signers.length,
    signed: signers.filter(({ signStatus }) => signStatus === SignStatus.signed).length,
    waiting: waiting.slice(0, MAX_NAMED).map(awaitedJson),
    waitingSince: isPending ? (waiting[0]?.since ?? null) : null,
  };
}

function awaitedJson({ participantId, psnName, corpName, awaited, since }: Waiting): AwaitedJson {
  return { participantId, psnName, corpName, for: awaited, since: since.toISOString() };
}
