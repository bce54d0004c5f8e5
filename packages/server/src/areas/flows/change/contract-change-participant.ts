import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { contractChangeParticipant as operation } from '@cinnabar/api/operations/flows.js';
import type { MemberContext } from '../../../operation/context.js';
import { invalidField, refuseFor } from '../../../operation/refusal.js';
import { ensureUser } from '../../members/index.js';
import { saveGivenMail } from '../../notices/index.js';
import { commitFlow } from '../commit/commit-flow.js';
import { withRevision } from '../commit/with-revision.js';
import { actorOf } from '../flow/actor.js';
import { changeOf } from '../flow/rules/decision.js';
import { dropIntents } from '../flow/store/intents.js';
import { seeFlow } from '../view/access.js';
import { findSuccessor } from './find-successor.js';
import { decideReplacement, refusalToReplace } from './rules/handing-over.js';

export function contractChangeParticipant(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return withRevision(async () => {
    const { flow, isInitiator } = await seeFlow(ctx, input.flowId);
    if (!isInitiator) throw refuseFor('PERMISSION_DENIED');
    const part = flow.participants.find(({ participantId }) => participantId === input.participantId);
    if (part === undefined) {
      throw invalidField('participantId', { zh: '合同中没有该参与方', en: 'is no participant of this flow' });
    }
    const successor = await findSuccessor(ctx, part, input);
    const refusal = refusalToReplace(flow, part, successor, ctx.now);
    if (refusal !== null) throw refusal;
    return ctx.act(async (tx) => {
      const psnId = await ensureUser(tx, ctx.services.ids, successor.psnAccount, ctx.now);
      const command = { actor: actorOf(ctx), now: ctx.now, part, successor: { ...successor, psnId } };
      await commitFlow(tx, flow, changeOf(decideReplacement(flow, command)), ctx.now);
      const of = { corpId: flow.corpId, userId: psnId, flowId: flow.flowId };
      await saveGivenMail(tx, of, input, successor.psnAccount, ctx.now);
      await dropIntents(tx, part.psnId, flow.flowId, ctx.now);
      return {};
    });
  });
}
