import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { contractExtend as operation } from '@cinnabar/api/operations/flows.js';
import type { MemberContext } from '../../../operation/context.js';
import { invalidField, refuseFor } from '../../../operation/refusal.js';
import { commitFlow } from '../commit/commit-flow.js';
import { withRevision } from '../commit/with-revision.js';
import { actorOf } from '../flow/actor.js';
import { changeOf } from '../flow/rules/decision.js';
import { managesFlow, seeFlow } from '../view/access.js';
import { decideExtension } from './rules/extending.js';

export function contractExtend(
  ctx: MemberContext,
  { flowId, expireDate }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return withRevision(async () => {
    const seen = await seeFlow(ctx, flowId);
    const { flow } = seen;
    if (!managesFlow(seen)) throw refuseFor('PERMISSION_DENIED');
    if (expireDate <= ctx.now) {
      throw invalidField('expireDate', { zh: '须晚于当前时间', en: 'must lie in the future' });
    }
    const command = { actor: actorOf(ctx), deadline: expireDate, now: ctx.now };
    const change = changeOf(decideExtension(flow, command));
    return ctx.act(async (tx) => {
      await commitFlow(tx, flow, change, ctx.now);
      return {};
    });
  });
}
