import type { DigitsProof } from '../shared/proof/digits-proof.js';
import type { ApprovalId } from './approvals.js';

export type Verdict = 'pass' | 'reject';

/** A decision on one or more approvals. */
export interface Decision {
  readonly verdict: Verdict;
  readonly approvalIds: readonly ApprovalId[];
  /** Hash of what was displayed for each, in the same order. */
  readonly shown: readonly string[];
  /** Reason of a rejection. */
  readonly reason: string | null;
}

export type ProofGiven =
  | DigitsProof
  | {
      readonly authType: 'face';
      readonly code: string;
      readonly orderNo: string;
      readonly h5faceId: string;
      readonly newSign: string;
    };
