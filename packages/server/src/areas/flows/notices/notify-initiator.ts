/** Messages to the initiator that a part does not reach its person, so that they can name somebody else. */
import type { Tx } from '../../../database/schema.js';
import { findUser, mobileChangesOf } from '../../members/index.js';
import { type NoticeServices, notify } from '../../notices/index.js';
import type { Flow, Participant } from '../flow/flow.js';
import { titleInNotice } from '../flow/rules/notices.js';
import { noteNotice, unreachedOccasion } from '../flow/store/notices.js';
import { initiatorOf, recipientOf } from './recipient.js';

/**
 * The person of a part has lost their mobile. Its new holder must not be notified of the contract; once the person has
 * a mobile again they find the contract among their own.
 */
export async function notifyUnreached(
  tx: Tx,
  services: NoticeServices,
  flow: Flow,
  participant: Participant,
  now: Date,
): Promise<void> {
  const occasion = unreachedOccasion(participant, await mobileChangesOf(tx, [participant.psnId]));
  if (!(await noteNotice(tx, flow, occasion, now))) return;
  const { psnName } = participant;
  await notifyInitiator(tx, services, flow, { kind: 'partUnreached', occasion, psnName, now });
}

/** Whoever opened a link to the part has reported that they are not its person. */
export function notifyDisowned(
  tx: Tx,
  services: NoticeServices,
  flow: Flow,
  occasion: string,
  psnName: string,
  now: Date,
): Promise<void> {
  return notifyInitiator(tx, services, flow, { kind: 'partDisowned', occasion, psnName, now });
}

interface PartNotice {
  readonly kind: 'partUnreached' | 'partDisowned';
  readonly occasion: string;
  readonly psnName: string;
  readonly now: Date;
}

async function notifyInitiator(
  tx: Tx,
  services: NoticeServices,
  flow: Flow,
  { kind, occasion, psnName, now }: PartNotice,
): Promise<void> {
  const initiator = await findUser(tx, flow.initiatorId);
  await notify(tx, services, {
    said: { kind, facts: { name: psnName, flowTitle: titleInNotice(flow) } },
    to: recipientOf(flow, initiatorOf(flow), initiator?.mobile ?? ''),
    about: { corpId: flow.corpId, flowId: flow.flowId },
    idempotencyKey: `flow-${flow.flowId} ${occasion}`,
    now,
  });
}
