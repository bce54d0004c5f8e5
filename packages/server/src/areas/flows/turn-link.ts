import type { Tx } from '../../database/schema.js';
import type { Services } from '../../services.js';
import { issueLink } from '../links/index.js';
import { type Flow, FlowStatus, type Participant } from './flow.js';

/** What whoever's turn it is has to do now. */
export function dutyNow({ status }: Flow): 'fill' | 'sign' {
  return status === FlowStatus.fill ? 'fill' : 'sign';
}

/** A link by which the participant, whose turn it is, does what the flow waits for. */
export function turnLink(
  tx: Tx,
  services: Pick<Services, 'ids' | 'config'>,
  flow: Flow,
  { participantId, psnId }: Participant,
  now: Date,
): Promise<string> {
  return issueLink(tx, services, {
    kind: dutyNow(flow),
    corpId: flow.corpId,
    userId: psnId,
    subject: { flowId: flow.flowId, participantId },
    now,
  });
}
