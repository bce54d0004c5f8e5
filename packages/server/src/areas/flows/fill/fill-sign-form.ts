import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { fillSignForm as operation } from '@cinnabar/api/operations/flows.js';
import type { MemberContext } from '../../../operation/context.js';
import { seeAsParticipant } from '../flow/access.js';
import { actorOf } from '../flow/actor.js';
import { commitFlow } from '../flow/commit-flow.js';
import { changeOf } from '../flow/rules/decision.js';
import { withRevision } from '../flow/with-revision.js';
import { withPreparedFiles } from '../start/prepare-files.js';
import { readFillCommands } from './fill-commands.js';
import { decideFill } from './rules/filling.js';

export async function fillSignForm(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return withRevision(async () => {
    const { flow, own } = await seeAsParticipant(ctx, input.flowId);
    const commands = await readFillCommands(ctx, flow, own, input.components, 'components');
    const request = { actor: actorOf(ctx), own, commands, finish: input.finish ?? true, now: ctx.now };
    const change = await withPreparedFiles(ctx, changeOf(decideFill(flow, request)));
    return ctx.act(async (tx) => {
      const stored = await commitFlow(tx, flow, change, ctx.now);
      return { flowId: stored.flowId, flowStatus: stored.status };
    });
  });
}
