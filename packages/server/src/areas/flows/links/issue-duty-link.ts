import type { Tx } from '../../../database/schema.js';
import type { Services } from '../../../operation/services.js';
import { issueLink } from '../../links/index.js';
import type { Flow, Participant } from '../flow/flow.js';
import type { Duty } from '../flow/rules/duties.js';

interface DutyLink {
  readonly flow: Flow;
  readonly participant: Participant;
  readonly duty: Duty;
  readonly returnUrl?: string | null;
  readonly now: Date;
}

/**
 * Issues a link by which the participant performs their duty; after signing, it leads to the payment that is still due.
 * @returns its address
 */
export function issueDutyLink(
  tx: Tx,
  services: Pick<Services, 'ids' | 'config'>,
  { flow, participant, duty, returnUrl = null, now }: DutyLink,
): Promise<string> {
  const { participantId, psnId } = participant;
  const subject = { flowId: flow.flowId, participantId };
  return issueLink(tx, services, {
    kind: duty,
    corpId: flow.corpId,
    userId: psnId,
    subject,
    returnUrl,
    now,
  });
}
