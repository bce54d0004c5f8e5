import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { contractCancel as operation } from '@cinnabar/api/operations/flows.js';
import type { Tx } from '../../../database/schema.js';
import type { CorpId, MemberContext } from '../../../operation/context.js';
import { refuseFor } from '../../../operation/refusal.js';
import { charge } from '../../enterprise/index.js';
import { commitFlow } from '../commit/commit-flow.js';
import { withRevision } from '../commit/with-revision.js';
import { actorOf } from '../flow/actor.js';
import type { Flow } from '../flow/flow.js';
import { flowOfEntry, givesBackOnRevoke } from '../flow/rules/charging.js';
import { changeOf } from '../flow/rules/decision.js';
import { findFee } from '../flow/store/flow-fees.js';
import { seeFlow } from '../view/access.js';
import { decideRevocation } from './rules/ending.js';

export async function contractCancel(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return withRevision(async () => {
    const { flow, isInitiator } = await seeFlow(ctx, input.flowId);
    if (!isInitiator) throw refuseFor('PERMISSION_DENIED');
    const command = { actor: actorOf(ctx), reason: input.cancelMsg ?? '', now: ctx.now };
    const change = changeOf(decideRevocation(flow, command));
    return ctx.act(async (tx) => {
      await commitFlow(tx, flow, change, ctx.now);
      await giveBack(tx, ctx, flow);
      return {};
    });
  });
}

/** Returns the charge to the account that bore it; a payment by a pay order is refunded instead. */
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
