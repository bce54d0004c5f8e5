/** Consequences of a flow's new state for what was stored or scheduled for the earlier state. */
import type { ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { UserId } from '../../../../operation/context.js';
import { type Flow, FlowStatus, type Participant, SignStatus } from '../flow.js';
import { isOpen } from './states.js';
import { turnHolders } from './turns.js';

/** The consents for which a flow still waits. */
export interface AwaitedConsents {
  /** Consent to sending the draft. */
  readonly toDraft: boolean;
  /** Consent to the acts of these participants. */
  readonly toParts: readonly ParticipantId[];
}

/**
 * An ended flow waits for no consent, a sent draft for none to sending it, and a part for none that its signer does not
 * need.
 */
export function awaitedConsents(flow: Flow): AwaitedConsents {
  const isDraft = flow.status === FlowStatus.draft;
  if (flow.deletedAt !== null || !(isDraft || isOpen(flow.status))) return { toDraft: false, toParts: [] };
  const waiting = flow.participants.filter(({ signStatus }) => signStatus === SignStatus.awaitingApproval);
  return { toDraft: isDraft, toParts: waiting.map(({ participantId }) => participantId) };
}

/** A part in which its person still fills or signs on a page. */
export interface PageWork {
  readonly participant: Participant;
  readonly page: 'fill' | 'sign';
}

/** The parts whose page drafts are still usable; another person's draft for the same part is not. */
export function pageWork(flow: Flow): readonly PageWork[] {
  if (flow.deletedAt !== null) return [];
  const status: FlowStatus = flow.status;
  switch (status) {
    case FlowStatus.fill:
      return flow.participants
        .filter(({ filled }) => !filled)
        .map((participant) => ({ participant, page: 'fill' }));
    case FlowStatus.signing:
      return flow.participants
        .filter(({ signStatus }) => signStatus === SignStatus.signing)
        .map((participant) => ({ participant, page: 'sign' }));
    case FlowStatus.draft:
    case FlowStatus.completed:
    case FlowStatus.revoked:
    case FlowStatus.expired:
    case FlowStatus.refused:
      return [];
  }
}

/** Whether the fields placed on the draft have become part of the contract, or will never be sent. */
export function endsPlaceDraft(before: Flow, after: Flow): boolean {
  // Most flows have never been drafts.
  if (before.status !== FlowStatus.draft) return false;
  if (after.status !== FlowStatus.draft || after.deletedAt !== null) return true;
  return after.components.length !== before.components.length;
}

/** Members of the initiating enterprise whose turn it is to sign, and for whom the platform may place a seal. */
export function ownSigners(flow: Flow): readonly UserId[] {
  if (flow.status !== FlowStatus.signing || flow.deletedAt !== null) return [];
  return turnHolders(flow)
    .filter(
      ({ type, corpId, signStatus }) =>
        type === 'enterprise' && corpId === flow.corpId && signStatus === SignStatus.signing,
    )
    .map(({ psnId }) => psnId);
}

/** Whether the flow has just been completed. */
export function isCompletion(before: Flow | null, after: Flow): boolean {
  return after.status === FlowStatus.completed && before?.status !== FlowStatus.completed;
}

/**
 * Delay after a signature, so that a revocation reported shortly after it is in the stored revocation data: the grace
 * period of EN 319 102-1.
 */
export const ARCHIVE_GRACE_MS = 5 * 60_000;
