import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { fillSignForm as operation } from '@cinnabar/api/operations/flows.js';
import type { MemberContext } from '../../../operation/context.js';
import { commitFlow, commitFlowAlone } from '../commit/commit-flow.js';
import { withRevision } from '../commit/with-revision.js';
import { actorOf } from '../flow/actor.js';
import { changeOf } from '../flow/rules/decision.js';
import { seeAsParticipant } from '../view/access.js';
import { readFillCommands } from './fill-commands.js';
import { withPreparedFiles } from './prepare-files.js';
import { decideFill } from './rules/filling.js';

export async function fillSignForm(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return withRevision(async () => {
    const { flow, own } = await seeAsParticipant(ctx, input.flowId);
    const finish = input.finish ?? true;
    const values = { given: input.components, field: 'components', finish } as const;
    const commands = await readFillCommands(ctx, flow, own, values);
    const request = { actor: actorOf(ctx), own, commands, finish, now: ctx.now };
    const change = await withPreparedFiles(ctx, changeOf(decideFill(flow, request)));
    return ctx.act(async (tx, alone) => {
      const commit = alone ? commitFlowAlone : commitFlow;
      const stored = await commit(tx, flow, change, ctx.now);
      return { flowId: stored.flowId, flowStatus: stored.status };
    });
  });
}
