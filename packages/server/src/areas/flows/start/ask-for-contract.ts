/** Internal approval of a contract before it is sent, if the enterprise requires it. */
import type { AutoFill } from '@cinnabar/api/enums.js';
import type { Tx } from '../../../database/schema.js';
import type { CorpId, MemberContext } from '../../../operation/context.js';
import { settingsOf } from '../../enterprise/index.js';
import { approversOf } from '../approval/approvers.js';
import { openApproval } from '../commit/open-approval.js';
import { actorOf } from '../flow/actor.js';
import type { Flow } from '../flow/flow.js';

export function needsConsent(corp: Parameters<typeof settingsOf>[0]): boolean {
  return settingsOf(corp).contractApproval;
}

/** `self`: only the initiator could consent, so the contract is sent at once. */
export async function consentNeeded(
  ctx: Pick<MemberContext, 'db' | 'now' | 'actingMember'>,
  corpId: CorpId,
): Promise<{ readonly kind: 'ask' | 'self' }> {
  const asked = {
    corpId,
    kind: 'contract' as const,
    sealIds: [],
    templateId: null,
    requesterId: ctx.actingMember.userId,
  };
  return { kind: (await approversOf(ctx.db, asked, ctx.now)).length > 0 ? 'ask' : 'self' };
}

export async function askForContract(
  tx: Tx,
  ctx: MemberContext,
  flow: Flow,
  autoFill: AutoFill,
): Promise<void> {
  await openApproval(tx, ctx, flow, {
    approvalId: await ctx.services.ids.next<'Approval'>(),
    corpId: flow.corpId,
    kind: 'contract',
    participantId: null,
    sealIds: [],
    request: { actor: actorOf(ctx), autoFill, act: null },
  });
}
