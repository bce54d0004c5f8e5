import type { SealId } from '@cinnabar/api/schemas/seal.js';
import type { Tx } from '../../../database/schema.js';
import type { CorpId, MemberContext, UserId } from '../../../operation/context.js';
import { notifyApprover } from '../approval/approval-notices.js';
import { approversOf } from '../approval/approvers.js';
import { addApprover, openSealApprovals } from '../approval/store/approvals.js';
import { loadFlow } from '../flow/store/load-flow.js';
import { writeInbox } from './store/inbox.js';
import { lockFlow } from './store/write-flow.js';

export interface OtherApprover {
  readonly corpId: CorpId;
  readonly sealId: SealId;
  readonly from: UserId;
  readonly to: UserId;
}

/** Asks a new examiner of the seal about what waits for the former one, where they may decide it. */
export async function askAnotherApprover(
  tx: Tx,
  { services, now }: Pick<MemberContext, 'services' | 'now'>,
  { corpId, sealId, from, to }: OtherApprover,
): Promise<void> {
  const waiting = await openSealApprovals(tx, corpId, from, now);
  for (const approval of waiting.filter(({ sealIds }) => sealIds.includes(sealId))) {
    if (!(await approversOf(tx, approval, now)).includes(to)) continue;
    const key = { corpId: approval.flowCorpId, flowId: approval.flowId };
    if ((await lockFlow(tx, key)) === null) continue;
    const flow = await loadFlow(tx, key.corpId, key.flowId);
    if (flow === null) continue;
    await addApprover(tx, approval, to);
    // From now on the contract waits for them.
    await writeInbox(tx, flow);
    await notifyApprover(tx, services, { approval, flow, userId: to, occasion: 'handedOver', now });
  }
}
