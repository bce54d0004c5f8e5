import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { contractTransfer as operation } from '@cinnabar/api/operations/flows.js';
import type { MemberContext } from '../../../operation/context.js';
import { invalidField, refuseFor } from '../../../operation/refusal.js';
import { commitFlow } from '../commit/commit-flow.js';
import { withRevision } from '../commit/with-revision.js';
import { actorOf } from '../flow/actor.js';
import { changeOf } from '../flow/rules/decision.js';
import { isDone } from '../flow/rules/turns.js';
import { dropIntents } from '../flow/store/intents.js';
import { seeAsParticipant } from '../view/access.js';
import { findSuccessor } from './find-successor.js';
import { decideTransfer, notColleague, refusalToHandOver } from './rules/handing-over.js';

export function contractTransfer(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return withRevision(async () => {
    const { flow, own } = await seeAsParticipant(ctx, input.flowId);
    const open = own.filter((participant) => participant.type === 'enterprise' && !isDone(participant));
    const named =
      input.participantId === undefined
        ? open
        : own.filter(({ participantId }) => participantId === input.participantId);
    const [part, another] = named;
    if (input.participantId !== undefined && part === undefined) {
      throw invalidField('participantId', {
        zh: '不是您代表的参与方',
        en: 'is not a participant that you act for',
      });
    }
    if (another !== undefined) throw invalidField('participantId', { zh: '必填', en: 'is required' });
    const refusal = refusalToHandOver(flow, part?.type === 'person' ? null : (part ?? null), ctx.now);
    if (refusal !== null) throw refusal;
    if (part === undefined) throw refuseFor('FLOW_STATE');
    const successor = await findSuccessor(ctx, part, input);
    const { psnId } = successor;
    if (psnId === null) throw notColleague();
    const command = { actor: actorOf(ctx), now: ctx.now, part, successor: { ...successor, psnId } };
    const change = changeOf(decideTransfer(flow, command));
    return ctx.act(async (tx) => {
      await commitFlow(tx, flow, change, ctx.now);
      await dropIntents(tx, part.psnId, flow.flowId, ctx.now);
      return {};
    });
  });
}
