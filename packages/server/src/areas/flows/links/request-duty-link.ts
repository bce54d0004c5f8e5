import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { MemberContext } from '../../../operation/context.js';
import { invalidField, refuseFor } from '../../../operation/refusal.js';
import type { Participant } from '../flow/flow.js';
import { type Duty, dutyMeant, hasDuty, refusalOfDuty } from '../flow/rules/duties.js';
import { type SeenFlow, seeFlow } from '../view/access.js';
import { issueDutyLink } from './issue-duty-link.js';

interface LinkRequest {
  readonly flowId: FlowId;
  readonly participantId?: ParticipantId;
  readonly returnUrl?: string;
}

/**
 * Issues a link by which a participant fills or signs. The initiator may request it for anybody, others only for
 * themselves; it may be requested before the turn.
 * @returns its address
 * @throws Refusal 404, PERMISSION_DENIED, 400 naming participantId, FLOW_STATE, FLOW_EXPIRED
 */
export async function requestDutyLink(ctx: MemberContext, request: LinkRequest, duty: Duty): Promise<string> {
  const seen = await seeFlow(ctx, request.flowId);
  if (!seen.isInitiator && seen.own.length === 0) throw refuseFor('PERMISSION_DENIED');
  const named = request.participantId === undefined ? null : namedParticipant(seen, request.participantId);
  const { flow, own, isInitiator } = seen;
  const refusal = refusalOfDuty(flow, ctx.now);
  if (refusal !== null) throw refuseFor(refusal);
  const participant = named ?? dutyMeant(flow, duty, own, isInitiator);
  if (participant === null) throw unclear(seen, duty);
  if (!hasDuty(flow, participant, duty)) throw refuseFor('FLOW_STATE');
  const returnUrl = request.returnUrl ?? null;
  return ctx.act((tx) =>
    issueDutyLink(tx, ctx.services, { flow, participant, duty, returnUrl, now: ctx.now }),
  );
}

function namedParticipant({ flow, own, isInitiator }: SeenFlow, participantId: ParticipantId): Participant {
  const participant = flow.participants.find((each) => each.participantId === participantId);
  if (participant === undefined) {
    throw invalidField('participantId', { zh: '不是该合同的参与方', en: 'is no participant of this flow' });
  }
  if (!isInitiator && !own.includes(participant)) throw refuseFor('PERMISSION_DENIED');
  return participant;
}

/** Nobody has this duty, or several have it and the request must name one. */
function unclear({ flow, own, isInitiator }: SeenFlow, duty: Duty): Error {
  const candidates = isInitiator ? flow.participants : own;
  return candidates.some((participant) => hasDuty(flow, participant, duty))
    ? invalidField('participantId', { zh: '必填', en: 'is required' })
    : refuseFor('FLOW_STATE');
}
