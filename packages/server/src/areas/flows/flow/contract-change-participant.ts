import { contractChangeParticipant as operation } from '@cinnabar/api/operations/flows.js';
import { route } from '../../../operation/handler.js';
import { invalidField, refuseFor } from '../../../operation/refusal.js';
import { ensureUser } from '../../members/index.js';
import { mayTakePart } from '../sign/rules/after-signature.js';
import { dropIntents } from '../sign/store/intents.js';
import { seeFlow } from './access.js';
import { actorDetail, actorOf } from './actor.js';
import { commitFlow } from './commit-flow.js';
import { flowParticipantChanged } from './events.js';
import { findSuccessor, sameParty, unchanged, withSuccessor } from './hand-over.js';
import { isOpen, isPastDeadline } from './rules/states.js';
import { isDone } from './rules/turns.js';
import { withRevision } from './with-revision.js';

export const contractChangeParticipant = route('member', operation, (ctx, input) =>
  withRevision(async () => {
    const { flow, isInitiator } = await seeFlow(ctx, input.flowId);
    if (!isInitiator) throw refuseFor('PERMISSION_DENIED');
    const part = flow.participants.find(({ participantId }) => participantId === input.participantId);
    if (part === undefined) {
      throw invalidField('participantId', { zh: '合同中没有该参与方', en: 'is no participant of this flow' });
    }
    const successor = await findSuccessor(ctx, part, input);
    if (unchanged(part, successor)) throw sameParty();
    if (isPastDeadline(flow, ctx.now)) throw refuseFor('FLOW_EXPIRED');
    if (!isOpen(flow.status) || isDone(part)) throw refuseFor('FLOW_STATE');
    if (!mayTakePart(flow, part, successor)) throw refuseFor('PARTY_FIXED');
    return ctx.act(async (tx) => {
      const psnId = await ensureUser(tx, ctx.services.ids, successor.psnAccount, ctx.now);
      const after = withSuccessor(flow, part.participantId, psnId, successor);
      const detail = {
        actor: actorDetail(actorOf(ctx)),
        participantId: part.participantId,
        from: { userId: part.psnId, name: part.psnName },
        to: { userId: psnId, name: successor.psnName, mobile: successor.psnAccount },
      };
      const news = flowParticipantChanged.event({
        corpId: flow.corpId,
        stream: `flow:${flow.flowId}`,
        payload: {
          flowId: flow.flowId,
          flowCode: flow.flowCode,
          status: flow.status,
          participantId: part.participantId,
        },
      });
      await commitFlow(
        tx,
        flow,
        { after, events: [{ kind: 'participantChanged', detail }], news: [news] },
        ctx.now,
      );
      await dropIntents(tx, part.psnId, flow.flowId, ctx.now);
      return {};
    });
  }),
);
