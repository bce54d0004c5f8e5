/** Changing the deadline of a flow. */
import { type Actor, actorDetail } from '../../flow/actor.js';
import { flowExtended } from '../../flow/events.js';
import type { Flow } from '../../flow/flow.js';
import { type Decision, refused } from '../../flow/rules/decision.js';
import { isPastDeadline, phaseOf } from '../../flow/rules/states.js';
import { signedParticipants } from './after-signature.js';

interface ExtensionCommand {
  readonly actor: Actor;
  /** In the future. */
  readonly deadline: Date;
  readonly now: Date;
}

export function decideExtension(flow: Flow, { actor, deadline, now }: ExtensionCommand): Decision {
  if (isPastDeadline(flow, now)) return refused('FLOW_EXPIRED');
  const phase = phaseOf(flow.status);
  if (phase !== 'open' && phase !== 'draft') return refused('FLOW_STATE');
  const moved = deadline.toISOString();
  const detail = {
    actor: actorDetail(actor),
    before: flow.deadline?.toISOString() ?? null,
    after: moved,
    // These signers had signed under the previous deadline.
    signedBefore: signedParticipants(flow).map((signer) => ({
      participantId: signer.participantId,
      name: signer.type === 'enterprise' ? signer.corpName : signer.psnName,
      signTime: signer.signTime?.toISOString() ?? null,
    })),
  };
  const { corpId, flowId, flowCode, status } = flow;
  const news = flowExtended.event({
    corpId,
    stream: `flow:${flowId}`,
    payload: { flowId, flowCode, status, deadline: moved },
  });
  return {
    change: {
      after: { ...flow, deadline },
      events: [{ kind: 'extended', detail }],
      // Nobody has been notified of a draft yet.
      news: phase === 'draft' ? [] : [news],
    },
  };
}
