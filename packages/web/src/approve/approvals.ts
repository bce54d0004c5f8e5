/** Approvals as plain data, and what follows from them. */
import type { batchApprovalSign } from '@cinnabar/api/operations/approvals.js';
import type {
  ApprovalPageItem,
  ApprovalPageList,
  ApprovalPageMark,
  ApprovalPageSeal,
  ApprovalPageView,
} from '@cinnabar/api/pages/approval.js';
import type { DataOf, Wire } from '../api/wire.js';
import { PX_PER_MM } from '../shared/document/seal-geometry.js';

export type View = Wire<ApprovalPageView>;
export type Item = Wire<ApprovalPageItem>;
export type List = Wire<ApprovalPageList>;
export type Mark = Wire<ApprovalPageMark>;
export type Seal = Wire<ApprovalPageSeal>;
export type Results = DataOf<typeof batchApprovalSign>['signFlowProcessResps'];
export type ApprovalId = Item['approvalId'];

export function sealMarks(view: View): readonly Mark[] {
  return view.marks.filter(({ kind }) => kind === 'seal');
}

export function sealOf({ seals }: View, { sealId }: Mark): Seal | undefined {
  return seals.find((seal) => seal.sealId === sealId);
}

/** Pages that receive a seal, in their order; none if there is only a seam seal. */
export function pagesOf(view: View): readonly number[] {
  const pages = sealMarks(view)
    .filter(({ seam }) => !seam)
    .map(({ page }) => page);
  return [...new Set(pages)].sort((left, right) => left - right);
}

/** Position of a seal, in px from the corner of its page. */
export function boxOf(mark: Mark, seal: Seal) {
  const natural = { width: seal.widthMm * PX_PER_MM, height: seal.heightMm * PX_PER_MM };
  const scale = mark.fitted ? Math.min(mark.width / natural.width, mark.height / natural.height) : 1;
  const [width, height] = [natural.width * scale, natural.height * scale];
  return { x: mark.x + (mark.width - width) / 2, y: mark.y + (mark.height - height) / 2, width, height };
}

/** Hashes of what was displayed for each approval: from the open page, otherwise from the list. */
export function shownOf(
  approvalIds: readonly ApprovalId[],
  shown: readonly { readonly approvalId: ApprovalId; readonly shown: string }[],
): readonly string[] {
  return approvalIds.map((id) => shown.find(({ approvalId }) => approvalId === id)?.shown ?? '');
}

export function isDone({ code }: Results[number]): boolean {
  return code === '0';
}
