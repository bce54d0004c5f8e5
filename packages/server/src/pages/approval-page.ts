/** Content of the approval page: the approvals that wait for its person, each with its contract. */
import type { InputOf } from '@cinnabar/api/operation.js';
import * as declared from '@cinnabar/api/pages/approval.js';
import { type ApprovingRequest, approvalsToDecide, approvingPage } from '../areas/flows/index.js';
import { findActingMember } from '../areas/members/index.js';
import type { LinkContext } from '../operation/context.js';
import { type AnyRoute, route } from '../operation/handler.js';
import { refuseFor } from '../operation/refusal.js';

async function approver({ db, services, now, session }: LinkContext): Promise<ApprovingRequest> {
  const { corpId, userId } = session.link;
  const actingMember = await findActingMember(db, corpId, userId);
  if (actingMember === null) throw refuseFor('NOT_MEMBER');
  return { db, services, now, corpId, actingMember };
}

async function listApprovals(ctx: LinkContext): Promise<declared.ApprovalPageList> {
  return approvalsToDecide(await approver(ctx));
}

async function viewApproval(
  ctx: LinkContext,
  { approvalId }: InputOf<typeof declared.viewApproval>,
): Promise<declared.ApprovalPageView> {
  return approvingPage(await approver(ctx), approvalId);
}

export const approvalPageRoutes: readonly AnyRoute[] = [
  route('link', declared.listApprovals, listApprovals),
  route('link', declared.viewApproval, viewApproval),
];
