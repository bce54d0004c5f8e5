/** Notices about approvals, to approvers and requesters. */
import { id } from '@cinnabar/api/schema.js';
import type { Tx } from '../../../database/schema.js';
import { type Subscription, subscribe } from '../../../jobs/outbox.js';
import type { UserId } from '../../../operation/context.js';
import type { Services } from '../../../operation/services.js';
import { issueLink } from '../../links/index.js';
import { findUser } from '../../members/index.js';
import { type NoticeServices, notify } from '../../notices/index.js';
import { approvalFinished } from '../flow/events.js';
import type { Flow } from '../flow/flow.js';
import { deadlineInNotice, titleInNotice } from '../flow/rules/notices.js';
import { loadFlow } from '../flow/store/load-flow.js';
import { type Approval, ApprovalStatus } from './approval.js';
import { findApproval } from './store/approvals.js';

type Waiting = Pick<Approval, 'corpId' | 'approvalId' | 'kind' | 'requesterName' | 'expireTime'>;

interface Telling {
  readonly approval: Waiting;
  /** The subject of the approval. */
  readonly flow: Flow;
  readonly userId: UserId;
  /** Idempotency key of one approver's message, however often the job repeats. */
  readonly occasion: string;
  readonly now: Date;
}

/** Asks one approver, with a link that leads straight to the decision. */
export async function notifyApprover(
  tx: Tx,
  services: Pick<Services, 'ids' | 'config' | 'mail'>,
  { approval, flow, userId, occasion, now }: Telling,
): Promise<void> {
  const { corpId, approvalId, kind, requesterName, expireTime } = approval;
  const user = await findUser(tx, userId);
  if (user === null) return;
  const link = await issueLink(tx, services, {
    kind: 'approval',
    corpId,
    userId,
    subject: { approvalId, flowId: flow.flowId },
    now,
  });
  const deadline = expireTime === null ? '' : deadlineInNotice(expireTime, services.config.timeZone);
  await notify(tx, services, {
    said: {
      kind: 'approvalTurn',
      facts: { name: requesterName, what: kind, flowTitle: titleInNotice(flow), deadline, link },
    },
    to: { userId, mobile: user.mobile, corpIds: [corpId] },
    idempotencyKey: `approval-${approvalId}-${userId} ${occasion}`,
    now,
  });
}

/** Notifies the requester of the result, unless they withdrew the approval themselves. */
export function approvalNotices(services: NoticeServices): readonly Subscription[] {
  return [
    subscribe(approvalFinished, async ({ corpId, payload: { approvalId, status, needless } }, tx, now) => {
      const kind = needless === true ? null : kindOf(status);
      if (kind === null) return;
      const corp = id<'Corp'>().read(corpId, 'corpId', { zone: 'UTC' });
      const approval = await findApproval(tx, corp, approvalId);
      const requester = approval === null ? null : await findUser(tx, approval.requesterId);
      if (approval === null || requester === null) return;
      const flow = await loadFlow(tx, approval.flowCorpId, approval.flowId);
      if (flow === null) return;
      // Messages and their jobs are stored unencrypted, so they reveal no content of an encrypted contract.
      const isSecret = flow.encrypted || flow.confidential;
      const reason = isSecret ? '' : (approval.failReason ?? '');
      await notify(tx, services, {
        said: { kind, facts: { flowTitle: titleInNotice(flow), reason } },
        to: { userId: requester.userId, mobile: requester.mobile, corpIds: [corp] },
        idempotencyKey: `approval-${approvalId}-finished`,
        now,
      });
    }),
  ];
}

function kindOf(status: number): 'approvalPassed' | 'approvalRejected' | 'approvalEnded' | null {
  if (status === ApprovalStatus.passed) return 'approvalPassed';
  if (status === ApprovalStatus.rejected) return 'approvalRejected';
  return status === ApprovalStatus.terminated ? 'approvalEnded' : null;
}
