import { formatDateTime } from '@cinnabar/api/date-time.js';
import type { FlowPageApproval, FlowPageEnding } from '@cinnabar/api/pages/flow-page.js';
import { maskName } from '../../../custody/masking.js';
import type { Db } from '../../../database/schema.js';
import type { UserId } from '../../../operation/context.js';
import type { Approval } from '../approval/approval.js';
import { approversAwaited } from '../approval/store/approvals.js';
import { type Flow, FlowStatus, SignStatus } from '../flow/flow.js';
import { phaseOf } from '../flow/rules/states.js';
import { loadEnding } from '../flow/store/load-ending.js';
import type { DetailParts } from './flow-detail-view.js';
import { pageAttachments } from './page-attachments.js';

/** What all pages about a contract show besides the flow itself. */
export interface PageParts {
  readonly attachments: DetailParts['attachments'];
  readonly ending: FlowPageEnding | null;
}

export async function pageParts(db: Db, flow: Flow, zone: string): Promise<PageParts> {
  return { attachments: await pageAttachments(db, flow), ending: await pageEnding(db, flow, zone) };
}

/** Who ended the flow without completing it, and when. */
export async function pageEnding(db: Db, flow: Flow, zone: string): Promise<FlowPageEnding | null> {
  const recorded = phaseOf(flow.status) === 'void' ? await loadEnding(db, flow) : null;
  if (recorded === null) return null;
  const time = formatDateTime(recorded.time, zone);
  if (flow.status === FlowStatus.expired) return { time, personName: null, corpName: null };
  if (flow.status === FlowStatus.revoked) {
    return { time, personName: recorded.actorName, corpName: flow.corpName };
  }
  const refusing = flow.participants.find(({ signStatus }) => signStatus === SignStatus.refused);
  return {
    time,
    personName: refusing?.psnName ?? recorded.actorName,
    corpName: refusing?.type === 'enterprise' ? refusing.corpName : null,
  };
}

/** A pending approval as its requester sees it. */
export async function pageApproval(
  db: Db,
  approval: Approval,
  viewer: UserId,
  zone: string,
): Promise<FlowPageApproval> {
  const awaited = await approversAwaited(db, approval);
  return {
    approvalId: approval.approvalId,
    sealName: approval.sealName,
    approvers: awaited
      .filter(({ participantId }) => participantId === approval.participantId)
      .map(({ name }) => maskName(name)),
    createTime: formatDateTime(approval.createTime, zone),
    expireTime: formatDateTime(approval.expireTime, zone),
    isOwn: approval.requesterId === viewer,
  };
}
