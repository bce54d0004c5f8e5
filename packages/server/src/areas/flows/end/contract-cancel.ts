import { contractCancel as operation } from '@cinnabar/api/operations/flows.js';
import type { Tx } from '../../../database/schema.js';
import type { CorpId, MemberContext } from '../../../operation/context.js';
import { route } from '../../../operation/handler.js';
import { refuseFor } from '../../../operation/refusal.js';
import { charge } from '../../enterprise/index.js';
import { withNobodyWaiting } from '../approve/rules/approving.js';
import { seeFlow } from '../flow/access.js';
import { actorDetail, actorOf } from '../flow/actor.js';
import { commitFlow } from '../flow/commit-flow.js';
import { flowRevoked, newsOf } from '../flow/events.js';
import type { Flow } from '../flow/flow.js';
import { flowOfEntry, givesBackOnRevoke } from '../flow/rules/charging.js';
import { isPastDeadline, moveFlow } from '../flow/rules/states.js';
import { findFee } from '../flow/store/flow-fees.js';
import { withRevision } from '../flow/with-revision.js';

export const contractCancel = route('member', operation, async (ctx, input) =>
  withRevision(async () => {
    const { flow, isInitiator } = await seeFlow(ctx, input.flowId);
    if (!isInitiator) throw refuseFor('PERMISSION_DENIED');
    if (isPastDeadline(flow, ctx.now)) throw refuseFor('FLOW_EXPIRED');
    const status = moveFlow(flow.status, 'revoke');
    if (status === null) throw refuseFor('FLOW_STATE');
    const endReason = input.cancelMsg ?? '';
    const after: Flow = { ...withNobodyWaiting(flow), status, endReason, finishTime: null };
    return ctx.act(async (tx) => {
      const change = {
        after,
        events: [
          { kind: 'revoked' as const, detail: { actor: actorDetail(actorOf(ctx)), reason: endReason } },
        ],
        news: [newsOf(flowRevoked, after)],
      };
      await commitFlow(tx, flow, change, ctx.now);
      await giveBack(tx, ctx, flow);
      return {};
    });
  }),
);

/** To whoever bears the charge; what a person paid for by an order is refunded instead. */
async function giveBack(tx: Tx, ctx: MemberContext, flow: Flow): Promise<void> {
  const bearer = await bearerOf(tx, flow);
  for (const ledger of givesBackOnRevoke(flow)) {
    const corpId = ledger === 'contract' ? bearer : flow.corpId;
    if (corpId === null) continue;
    await charge(tx, ctx.services.ids, {
      corpId,
      ledger,
      recordType: 'signCancel',
      count: 1,
      flow: flowOfEntry(flow),
      remark: null,
      now: ctx.now,
    });
  }
}

async function bearerOf(tx: Tx, flow: Flow): Promise<CorpId | null> {
  if (!flow.feePaid) return flow.corpId;
  const fee = await findFee(tx, flow);
  return fee === null ? flow.corpId : fee.payerCorpId;
}
