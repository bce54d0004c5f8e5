import type { Tx } from '../../../database/schema.js';
import type { Services } from '../../../operation/services.js';
import { issueLink } from '../../links/index.js';
import { type Flow, FlowStatus, type Participant } from '../flow/flow.js';

/** Task of the participants whose turn it is. */
export function dutyNow({ status }: Flow): 'fill' | 'sign' {
  return status === FlowStatus.fill ? 'fill' : 'sign';
}

/** A link by which the participant, whose turn it is, does what the flow waits for. */
export function turnLink(
  tx: Tx,
  services: Pick<Services, 'ids' | 'config'>,
  flow: Flow,
  participant: Participant,
  now: Date,
): Promise<string> {
  return linkTo(tx, services, { flow, participant, kind: dutyNow(flow), now });
}

/** A link by which somebody signs, and pays what is due after that. */
export function signLink(
  tx: Tx,
  services: Pick<Services, 'ids' | 'config'>,
  flow: Flow,
  participant: Participant,
  now: Date,
): Promise<string> {
  return linkTo(tx, services, { flow, participant, kind: 'sign', now });
}

interface LinkRequest {
  readonly flow: Flow;
  readonly participant: Participant;
  readonly kind: 'fill' | 'sign';
  readonly now: Date;
}

function linkTo(
  tx: Tx,
  services: Pick<Services, 'ids' | 'config'>,
  { flow, participant, kind, now }: LinkRequest,
): Promise<string> {
  const { participantId, psnId } = participant;
  const subject = { flowId: flow.flowId, participantId };
  return issueLink(tx, services, { kind, corpId: flow.corpId, userId: psnId, subject, now });
}
