/** The message to somebody whose turn it is: initiator, contract and deadline. */
import type { Tx } from '../../../database/schema.js';
import type { Services } from '../../../operation/services.js';
import { notify } from '../../notices/index.js';
import type { Flow, Participant } from '../flow/flow.js';
import { dutyNow } from '../flow/rules/duties.js';
import { deadlineInNotice, titleInNotice } from '../flow/rules/notices.js';
import { issueDutyLink } from '../links/issue-duty-link.js';
import { notifyUnreached } from './notify-initiator.js';
import { recipientOf } from './recipient.js';
import { senderOfFlow } from './sender-of-flow.js';

interface Telling {
  readonly flow: Flow;
  readonly participant: Participant;
  /** The person's present mobile, not the one by which they were named; '' if they have none. */
  readonly mobile: string;
  /** Idempotency key of one recipient's message, however often the job repeats. */
  readonly occasion: string;
  readonly now: Date;
}

export async function notifyTurn(
  tx: Tx,
  services: Pick<Services, 'ids' | 'config' | 'mail'>,
  { flow, participant, mobile, occasion, now }: Telling,
  kind: 'flowTurn' | 'flowDeadline' = 'flowTurn',
): Promise<void> {
  if (mobile === '') return notifyUnreached(tx, services, flow, participant, now);
  const { deadline } = flow;
  const duty = dutyNow(flow);
  const { timeZone } = services.config;
  const facts = {
    corpName: flow.corpName,
    sender: await senderOfFlow(tx, flow),
    act: duty,
    flowTitle: titleInNotice(flow),
    deadline: deadline === null ? '' : deadlineInNotice(deadline, timeZone),
    link: await issueDutyLink(tx, services, { flow, participant, duty, now }),
  };
  await notify(tx, services, {
    said: { kind, facts },
    to: recipientOf(flow, participant, mobile),
    idempotencyKey: `flow-${flow.flowId} ${occasion} ${mobile}`,
    about: { corpId: flow.corpId, flowId: flow.flowId },
    now,
  });
}
