import { contractTransfer as operation } from '@cinnabar/api/operations/flows.js';
import { route } from '../../../operation/handler.js';
import { invalidField, refuseFor } from '../../../operation/refusal.js';
import { seeAsParticipant } from '../flow/access.js';
import { actorDetail, actorOf } from '../flow/actor.js';
import { commitFlow } from '../flow/commit-flow.js';
import { flowTransferred, newsOf } from '../flow/events.js';
import { findSuccessor, sameParty, unchanged, withSuccessor } from '../flow/hand-over.js';
import { isOpen, isPastDeadline } from '../flow/rules/states.js';
import { isDone } from '../flow/rules/turns.js';
import { withRevision } from '../flow/with-revision.js';
import { dropIntents } from '../sign/store/intents.js';

export const contractTransfer = route('member', operation, (ctx, input) =>
  withRevision(async () => {
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
    if (isPastDeadline(flow, ctx.now)) throw refuseFor('FLOW_EXPIRED');
    if (part === undefined || part.type === 'person' || !isOpen(flow.status) || isDone(part)) {
      throw refuseFor('FLOW_STATE');
    }
    const successor = await findSuccessor(ctx, part, input);
    const { psnId } = successor;
    if (!successor.isColleague || psnId === null) {
      throw invalidField('psnAccount', {
        zh: '须为同一企业的成员',
        en: 'must be a member of the same enterprise',
      });
    }
    if (unchanged(part, successor)) throw sameParty();
    const after = withSuccessor(flow, part.participantId, psnId, successor);
    const detail = {
      actor: actorDetail(actorOf(ctx)),
      participantId: part.participantId,
      to: { userId: psnId, name: successor.psnName, mobile: successor.psnAccount },
    };
    return ctx.act(async (tx) => {
      await commitFlow(
        tx,
        flow,
        { after, events: [{ kind: 'transferred', detail }], news: [newsOf(flowTransferred, after)] },
        ctx.now,
      );
      await dropIntents(tx, part.psnId, flow.flowId, ctx.now);
      return {};
    });
  }),
);
