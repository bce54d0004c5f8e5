import { ApprovalStatus } from '@cinnabar/api/enums.js';
import { type ApprovalState, nextOf } from '../shared/flow/contract-state.js';
import type { View } from './approvals.js';

/** Why an approval cannot be decided here and now. */
export function standingOf(view: View): ApprovalState {
  const { updateTime: time, requesterName, createTime, seals } = view;
  const request = { requesterName, createTime, sealNames: seals.map(({ name }) => name) };
  switch (view.status) {
    case ApprovalStatus.passed:
      return { kind: 'approvalPassed', request, of: view.kind, time, next: nextOf(view.flow) };
    case ApprovalStatus.rejected:
      return { kind: 'approvalRejected', request, time, reason: view.failReason };
    case ApprovalStatus.withdrawn:
      return { kind: 'approvalWithdrawn', request, time };
    case ApprovalStatus.terminated:
      return { kind: 'approvalOver', request, time };
    default:
      return view.isOwn
        ? { kind: 'ownRequest', request, expireTime: view.expireTime }
        : { kind: 'otherApprover', request };
  }
}
