/** The approval page. Lengths are px at 96 dpi for pages and mm for seals. */
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { boolean, choice, type Infer, id, int32, list, nullable, number, object, oneOf } from '../schema.js';
import { flowPage } from './flow-page.js';
import { anyText, nothing } from './page-fields.js';
import { signPageProof } from './sign.js';

/** 1 in approval, 2 passed, 3 rejected, 4 withdrawn, 5 terminated. */
const approvalStatus = oneOf(1, 2, 3, 4, 5);
export type ApprovalPageStatus = Infer<typeof approvalStatus>;

const approvalKind = choice(['seal', 'contract']);

/** An approval that awaits the person. */
export const approvalPageItem = object({
  approvalId: id<'Approval'>(),
  kind: approvalKind,
  flowTitle: anyText(),
  requesterName: anyText(),
  sealName: nullable(anyText()),
  createTime: anyText(),
  expireTime: anyText(),
  /** SHA-256 of what was displayed, hexadecimal; the decision refers to it. */
  shown: anyText(),
});
export type ApprovalPageItem = Infer<typeof approvalPageItem>;

export const approvalPageList = object({
  items: list(approvalPageItem),
  /** Proofs that a decision accepts; empty if none is needed. */
  proofs: list(signPageProof),
});
export type ApprovalPageList = Infer<typeof approvalPageList>;

export const approvalPageSeal = object({
  sealId: id<'Seal'>(),
  name: anyText(),
  widthMm: number(),
  heightMm: number(),
  pictureUrl: anyText(),
});
export type ApprovalPageSeal = Infer<typeof approvalPageSeal>;

/** A mark that the pending act will place on a page. */
export const approvalPageMark = object({
  fileId: id<'File'>(),
  page: int32(),
  x: number(),
  y: number(),
  width: number(),
  height: number(),
  kind: choice(['seal', 'remark', 'date']),
  /** A seam seal, across the right edges of all pages of the file. */
  seam: boolean(),
  /** Scaled to its box; otherwise at its true size, centred in the box. */
  fitted: boolean(),
  /** Set for seals. */
  sealId: nullable(id<'Seal'>()),
  /** Set for text remarks. */
  text: nullable(anyText()),
});
export type ApprovalPageMark = Infer<typeof approvalPageMark>;

export const approvalPageView = object({
  approvalId: id<'Approval'>(),
  kind: approvalKind,
  status: approvalStatus,
  /** The enterprise that owns the seal or the contract. */
  corpName: anyText(),
  requesterName: anyText(),
  createTime: anyText(),
  expireTime: anyText(),
  /** When it was decided, withdrawn or terminated. */
  updateTime: anyText(),
  failReason: nullable(anyText()),
  /** SHA-256 of what was displayed, hexadecimal; the decision refers to it. */
  shown: anyText(),
  /** Whether the person may decide it now. */
  decidable: boolean(),
  /** Whether it is the person's own request, which somebody else decides. */
  isOwn: boolean(),
  seals: list(approvalPageSeal),
  marks: list(approvalPageMark),
  /** For an encrypted contract, without files. */
  flow: flowPage,
  /** Masked. */
  mobile: anyText(),
});
export type ApprovalPageView = Infer<typeof approvalPageView>;

const approvalLink = {
  caller: 'link',
  links: { approval: 'any' },
  linksUntil: 'withdrawn',
  reasons: ['NOT_MEMBER'],
} as const;

export const listApprovals = pageOperation({
  ...approvalLink,
  path: '/pages/approval/list',
  request: nothing,
  answer: data(approvalPageList),
  title: { zh: '待本人审批的列表', en: 'List the approvals that await the person' },
});

export const viewApproval = pageOperation({
  ...approvalLink,
  path: '/pages/approval/view',
  request: object({ approvalId: id<'Approval'>() }),
  answer: data(approvalPageView),
  title: { zh: '审批页', en: 'View the approval page' },
});
