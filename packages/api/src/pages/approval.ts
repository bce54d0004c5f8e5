/** What the approval page is told. Lengths on pages in px at 96 dpi, of seals in mm; moments as in all answers. */
import type { Id } from '../schema.js';
import type { FlowPage } from './flow-page.js';
import type { SignPageProof } from './sign.js';

/** 1 in approval, 2 passed, 3 rejected, 4 withdrawn, 5 terminated. */
export type ApprovalPageStatus = 1 | 2 | 3 | 4 | 5;

/** One that waits for the person. */
export interface ApprovalPageItem {
  readonly approvalId: Id<'Approval'>;
  readonly kind: 'seal' | 'contract';
  readonly flowTitle: string;
  readonly requesterName: string;
  readonly sealName: string | null;
  readonly createTime: string;
  readonly expireTime: string;
  /** SHA-256 of what is consented to, hexadecimal: a decision names it. */
  readonly shown: string;
}

export interface ApprovalPageList {
  readonly items: readonly ApprovalPageItem[];
  /** What a decision takes; empty: nothing but the decision. */
  readonly proofs: readonly SignPageProof[];
}

export interface ApprovalPageSeal {
  readonly sealId: Id<'Seal'>;
  readonly name: string;
  readonly widthMm: number;
  readonly heightMm: number;
  readonly pictureUrl: string;
}

/** What the waiting act will put on a page. */
export interface ApprovalPageMark {
  readonly fileId: Id<'File'>;
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly kind: 'seal' | 'remark' | 'date';
  /** Across the right edges of all pages of the file. */
  readonly seam: boolean;
  /** Fitted into its box; otherwise at its own size, in the middle of it. */
  readonly fitted: boolean;
  /** Of a seal. */
  readonly sealId: Id<'Seal'> | null;
  /** Of a remark that is a text. */
  readonly text: string | null;
}

export interface ApprovalPageView {
  readonly approvalId: Id<'Approval'>;
  readonly kind: 'seal' | 'contract';
  readonly status: ApprovalPageStatus;
  /** The enterprise whose seal or contract it is. */
  readonly corpName: string;
  readonly requesterName: string;
  readonly createTime: string;
  readonly expireTime: string;
  /** When it was decided, or ended otherwise. */
  readonly updateTime: string;
  readonly failReason: string | null;
  /** SHA-256 of what is consented to, hexadecimal: a decision names it. */
  readonly shown: string;
  /** The person may decide it now. */
  readonly decidable: boolean;
  /** It is the person's own request, which somebody else decides. */
  readonly isOwn: boolean;
  readonly seals: readonly ApprovalPageSeal[];
  readonly marks: readonly ApprovalPageMark[];
  /** An encrypted contract has no files here. */
  readonly flow: FlowPage;
  /** Masked. */
  readonly mobile: string;
}
