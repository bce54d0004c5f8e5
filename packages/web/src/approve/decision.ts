import type { DigitsProof } from '../shared/proof/digits-proof.js';
import type { ApprovalId } from './approvals.js';

export type Verdict = 'pass' | 'reject';

/** What is to be decided, and how. */
export interface Decision {
  readonly verdict: Verdict;
  readonly approvalIds: readonly ApprovalId[];
  /** What was shown of each, in the same order. */
  readonly shown: readonly string[];
  /** Of a rejection. */
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
