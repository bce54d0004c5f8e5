import { fillSignForm as operation } from '@cinnabar/api/operations/flows.js';
import { route } from '../../../operation/handler.js';
import { refuseFor } from '../../../operation/refusal.js';
import { seeAsParticipant } from '../flow/access.js';
import { actorOf } from '../flow/actor.js';
import { commitFlow } from '../flow/commit-flow.js';
import { withRevision } from '../flow/with-revision.js';
import { applyFill } from './apply-fill.js';
import { readFillCommands } from './fill-commands.js';
import { decideFill } from './rules/filling.js';

export const fillSignForm = route('member', operation, async (ctx, input) =>
  withRevision(async () => {
    const { flow, own } = await seeAsParticipant(ctx, input.flowId);
    const commands = await readFillCommands(ctx, flow, own, input.components, 'components');
    const decision = decideFill(flow, { own, commands, finish: input.finish ?? true, now: ctx.now });
    if (typeof decision === 'string') throw refuseFor(decision);
    const change = await applyFill(ctx.services, ctx.db, flow, decision, actorOf(ctx), ctx.now);
    return ctx.act(async (tx) => {
      const stored = await commitFlow(tx, flow, change, ctx.now);
      return { flowId: stored.flowId, flowStatus: stored.status };
    });
  }),
);
