import { contractRefuse as operation } from '@cinnabar/api/operations/flows.js';
import { route } from '../../../operation/handler.js';
import { actsInOwnSession } from '../../../operation/own-session.js';
import { refuseFor } from '../../../operation/refusal.js';
import { withNobodyWaiting } from '../approve/rules/approving.js';
import { seeAsParticipant } from '../flow/access.js';
import { actorDetail, actorOf } from '../flow/actor.js';
import { commitFlow } from '../flow/commit-flow.js';
import { flowRefused } from '../flow/events.js';
import { type Flow, SignStatus } from '../flow/flow.js';
import { isPastDeadline, moveFlow } from '../flow/rules/states.js';
import { isDone } from '../flow/rules/turns.js';
import { withRevision } from '../flow/with-revision.js';

export const contractRefuse = route('member', operation, (ctx, { flowId, refuseMsg = '' }) =>
  withRevision(async () => {
    const { flow, own } = await seeAsParticipant(ctx, flowId);
    if (isPastDeadline(flow, ctx.now)) throw refuseFor('FLOW_EXPIRED');
    const status = moveFlow(flow.status, 'refuse');
    const open = own.filter((participant) => !isDone(participant));
    // For themselves people refuse themselves.
    const refusing = open.filter(({ type }) => type === 'enterprise' || actsInOwnSession(ctx));
    const [first] = refusing;
    if (first === undefined && open.length > 0) throw refuseFor('OWN_SESSION_REQUIRED');
    if (status === null || first === undefined) throw refuseFor('FLOW_STATE');
    const after: Flow = {
      ...flow,
      status,
      endReason: refuseMsg,
      participants: withNobodyWaiting(flow).participants.map((participant) =>
        refusing.some(({ participantId }) => participantId === participant.participantId)
          ? { ...participant, signStatus: SignStatus.refused }
          : participant,
      ),
    };
    const detail = {
      actor: actorDetail(actorOf(ctx)),
      participants: refusing.map(({ participantId }) => participantId),
      reason: refuseMsg,
    };
    const news = flowRefused.event({
      corpId: flow.corpId,
      stream: `flow:${flow.flowId}`,
      payload: { flowId, flowCode: flow.flowCode, status, participantId: first.participantId },
    });
    return ctx.act(async (tx) => {
      await commitFlow(tx, flow, { after, events: [{ kind: 'refused', detail }], news: [news] }, ctx.now);
      return {};
    });
  }),
);
