/** The approval page. Lengths on pages in px at 96 dpi, of seals in mm; moments as in all answers. */
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

/** One that waits for the person. */
export const approvalPageItem = object({
  approvalId: id<'Approval'>(),
  kind: approvalKind,
  flowTitle: anyText(),
  requesterName: anyText(),
  sealName: nullable(anyText()),
  createTime: anyText(),
  expireTime: anyText(),
  /** SHA-256 of what is consented to, hexadecimal: a decision names it. */
  shown: anyText(),
});
export type ApprovalPageItem = Infer<typeof approvalPageItem>;

export const approvalPageList = object({
  items: list(approvalPageItem),
  /** What a decision takes; empty: only the decision. */
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

/** Marks that the waiting act will place on a page. */
export const approvalPageMark = object({
  fileId: id<'File'>(),
  page: int32(),
  x: number(),
  y: number(),
  width: number(),
  height: number(),
  kind: choice(['seal', 'remark', 'date']),
  /** Across the right edges of all pages of the file. */
  seam: boolean(),
  /** Fitted into its box; otherwise at its own size, in the middle of it. */
  fitted: boolean(),
  /** Of a seal. */
  sealId: nullable(id<'Seal'>()),
  /** Of a remark that is a text. */
  text: nullable(anyText()),
});
export type ApprovalPageMark = Infer<typeof approvalPageMark>;

export const approvalPageView = object({
  approvalId: id<'Approval'>(),
  kind: approvalKind,
  status: approvalStatus,
  /** The enterprise whose seal or contract it is. */
  corpName: anyText(),
  requesterName: anyText(),
  createTime: anyText(),
  expireTime: anyText(),
  /** Time of the decision or of another end. */
  updateTime: anyText(),
  failReason: nullable(anyText()),
  /** SHA-256 of what is consented to, hexadecimal: a decision names it. */
  shown: anyText(),
  /** The person may decide it now. */
  decidable: boolean(),
  /** It is the person's own request, which somebody else decides. */
  isOwn: boolean(),
  seals: list(approvalPageSeal),
  marks: list(approvalPageMark),
  /** An encrypted contract has no files here. */
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
  title: { zh: '待本人审批的列表', en: 'The approvals that wait for the person' },
});

export const viewApproval = pageOperation({
  ...approvalLink,
  path: '/pages/approval/view',
  request: object({ approvalId: id<'Approval'>() }),
  answer: data(approvalPageView),
  title: { zh: '审批页', en: 'The page of an approval' },
});
