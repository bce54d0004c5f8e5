/** Why nothing can be done on a contract's page at present, whatever the page is for. */
import { FlowStatus } from '@cinnabar/api/enums.js';
import type { FlowPage, FlowPageApproval } from '@cinnabar/api/pages/flow-page.js';
import type { Wire } from '../../api/wire.js';

/** What the visitor would do on the page. */
export type Duty = 'sign' | 'fill';

/** How a contract ended without being completed. */
export type EndedFlow =
  | { readonly kind: 'refused' | 'revoked'; readonly reason: string | null }
  | { readonly kind: 'expired' };

/** Who acts once the visitor has finished. */
export type Next =
  | { readonly kind: 'nothing' | 'mySignature' }
  | { readonly kind: 'filling' | 'signing'; readonly by: readonly string[] };

type Approval = Wire<FlowPageApproval>;

export type ContractState =
  | EndedFlow
  /** The signature is placed once the use of the seal is approved. */
  | { readonly kind: 'awaitingApproval'; readonly approval: Approval | null }
  /** The draft is sent once it is approved. */
  | { readonly kind: 'awaitingConsent'; readonly approval: Approval | null }
  | { readonly kind: 'sent'; readonly next: Next }
  | { readonly kind: 'notVerified'; readonly duty: Duty }
  | { readonly kind: 'paymentDue'; readonly amount: number }
  | { readonly kind: 'feeDue' | 'notFilled' | 'nothingToFill' }
  | { readonly kind: 'notYourTurn'; readonly duty: Duty; readonly partiesToAct: readonly string[] }
  | { readonly kind: 'handedIn'; readonly fields: number; readonly next: Next }
  | ApprovalState;

/** What an approval is about. */
export interface ApprovalRequest {
  readonly requesterName: string;
  readonly sealNames: readonly string[];
  readonly createTime: string;
}

/** Why an approval cannot be decided here and now. */
export type ApprovalState = { readonly request: ApprovalRequest } & ApprovalOutcome;

type ApprovalOutcome =
  | {
      readonly kind: 'approvalPassed';
      readonly of: 'seal' | 'contract';
      readonly time: string;
      readonly next: Next;
    }
  | { readonly kind: 'approvalRejected'; readonly time: string; readonly reason: string | null }
  | { readonly kind: 'approvalWithdrawn' | 'approvalOver'; readonly time: string }
  | { readonly kind: 'ownRequest'; readonly expireTime: string }
  | { readonly kind: 'otherApprover' };

/** What the page states about the contract. */
export type StateFlow = Pick<
  Wire<FlowPage>,
  'title' | 'corpName' | 'initiatorName' | 'deadline' | 'ending' | 'parties'
>;

/** @returns null while the contract is in progress, and when it is completed */
export function endedFlow({ status, endReason }: Pick<FlowPage, 'status' | 'endReason'>): EndedFlow | null {
  switch (status) {
    case FlowStatus.refused:
      return { kind: 'refused', reason: endReason };
    case FlowStatus.revoked:
      return { kind: 'revoked', reason: endReason };
    case FlowStatus.expired:
      return { kind: 'expired' };
    default:
      return null;
  }
}

/** The other parties whose turn it is. */
export function partiesToAct(parties: FlowPage['parties']): readonly string[] {
  return parties.filter(({ isTurn, isMe }) => isTurn && !isMe).map(({ name }) => name);
}

/** Whose turn it is now. */
export function nextOf({ parties, status }: Pick<FlowPage, 'parties' | 'status'>): Next {
  if (status !== FlowStatus.fill && status !== FlowStatus.signing) return { kind: 'nothing' };
  const turns = parties.filter(({ isTurn }) => isTurn);
  if (status === FlowStatus.signing && turns.some(({ isMe }) => isMe)) return { kind: 'mySignature' };
  if (turns.length === 0) return { kind: 'nothing' };
  return {
    kind: status === FlowStatus.fill ? 'filling' : 'signing',
    by: turns.map(({ name }) => name),
  };
}
