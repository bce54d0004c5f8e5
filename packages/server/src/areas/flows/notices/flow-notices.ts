/**
 * Text messages about flows, as configured by the initiating enterprise. A notice is recorded together with its cause.
 */
import { id } from '@cinnabar/api/schema.js';
import type { CorpSettings } from '@cinnabar/api/schemas/enterprise.js';
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { Db, Tx } from '../../../database/schema.js';
import { transact } from '../../../database/transact.js';
import { type OutboxEvent, type Subscription, subscribe, type Topic } from '../../../jobs/outbox.js';
import type { CorpId, UserId } from '../../../operation/context.js';
import type { Services } from '../../../operation/services.js';
import { findCorpTogether, settingsOf } from '../../enterprise/index.js';
import { issueLink } from '../../links/index.js';
import {
  confirmedMemberships,
  findMembership,
  findOwner,
  membershipsOf,
  mobilesTogether,
  personMobileLost,
} from '../../members/index.js';
import { type NoticeKind, notify, type Said } from '../../notices/index.js';
import {
  flowCompleted,
  flowExtended,
  flowFilled,
  flowParticipantChanged,
  flowRefused,
  flowRevoked,
  flowSigned,
  flowStarted,
  flowTransferred,
} from '../flow/events.js';
import type { Copier, Flow } from '../flow/flow.js';
import { dutyNow, hasDuty, paymentAfterSigning } from '../flow/rules/duties.js';
import { askedParticipants, deadlineInNotice, titleInNotice } from '../flow/rules/notices.js';
import { personalReach, reachesPersonalParts } from '../flow/rules/personal-wall.js';
import { isPastDeadline } from '../flow/rules/states.js';
import { turnHolders } from '../flow/rules/turns.js';
import { flowsAwaiting } from '../flow/store/flows-of-person.js';
import { loadFlowTogether } from '../flow/store/load-flow.js';
import { deadlineOccasion, flowsNearDeadline, noteNotice } from '../flow/store/notices.js';
import { issueDutyLink } from '../links/issue-duty-link.js';
import { notifyUnreached } from './notify-initiator.js';
import { notifyTurn } from './notify-turn.js';
import { type Concerned, initiatorOf, recipientOf } from './recipient.js';
import { senderOfFlow } from './sender-of-flow.js';

type NoticeServices = Pick<Services, 'ids' | 'config' | 'mail'>;

/** The flow that a notice is about. */
interface Occasion {
  readonly tx: Tx;
  readonly services: NoticeServices;
  readonly flow: Flow;
  readonly settings: CorpSettings['smsNotices'];
  /** Present mobiles of people, not those by which they were named; '' if a person has none. */
  readonly mobileOf: (userId: UserId) => string;
  readonly now: Date;
}

/** Notifies the people concerned of flow events; each event is handled exactly once. */
export function flowNotices(services: NoticeServices): readonly Subscription[] {
  const on = <P extends { readonly flowId: FlowId }>(
    about: Topic<P>,
    tell: (occasion: Occasion, event: OutboxEvent<P>) => Promise<void>,
  ): Subscription =>
    subscribe(about, async (event, tx, now) => {
      const corpId = id<'Corp'>().read(event.corpId, 'corpId', { zone: 'UTC' });
      const occasion = await occasionOf(tx, services, corpId, event.payload.flowId, now);
      if (occasion !== null) await tell(occasion, event);
    });
  return [
    on(flowStarted, notifyTurns),
    on(flowFilled, notifyTurns),
    on(flowSigned, notifyTurns),
    on(flowTransferred, notifyTurns),
    on(flowParticipantChanged, notifyTurns),
    on(flowExtended, (occasion, event) => notifyExtension(occasion, event.id, event.payload.deadline)),
    on(flowCompleted, notifyCompletion),
    on(flowRefused, (occasion, { payload }) => notifyRefusal(occasion, payload.participantId)),
    on(flowRevoked, notifyRevocation),
    subscribe(personMobileLost, ({ payload: { userId } }, tx, now) => notifyLoss(tx, services, userId, now)),
  ];
}

/** Limit of contracts listed individually; the `waiting` of each contract covers the others. */
const MAX_NOTICES = 50;

/**
 * The recipient of a notice may have lost their mobile to somebody else; the initiators are then notified that nobody
 * can be reached.
 */
async function notifyLoss(tx: Tx, services: NoticeServices, userId: UserId, now: Date): Promise<void> {
  const corpIds = (await membershipsOf(tx, userId)).map(({ corpId }) => corpId);
  for (const { corpId, flowId } of await flowsAwaiting(tx, userId, corpIds, MAX_NOTICES)) {
    const occasion = await occasionOf(tx, services, corpId, flowId, now);
    // They may have been bound to a mobile again before this message was sent.
    if (occasion === null || !occasion.settings.turn || occasion.mobileOf(userId) !== '') continue;
    for (const holder of turnHolders(occasion.flow).filter(({ psnId }) => psnId === userId)) {
      await notifyUnreached(tx, services, occasion.flow, holder, now);
    }
  }
}

async function occasionOf(
  tx: Tx,
  services: NoticeServices,
  corpId: CorpId,
  flowId: FlowId,
  now: Date,
): Promise<Occasion | null> {
  const [flow, corp] = await Promise.all([
    loadFlowTogether(tx, { corpId, flowId }),
    findCorpTogether(tx, corpId),
  ]);
  if (flow === null || corp === null || flow.deletedAt !== null) return null;
  const people = [
    flow.initiatorId,
    ...flow.participants.map(({ psnId }) => psnId),
    ...flow.copiers.flatMap(({ psnId }) => psnId ?? []),
  ];
  const mobileOf = await mobilesTogether(tx, people);
  return { tx, services, flow, settings: settingsOf(corp).smsNotices, mobileOf, now };
}

/** Everybody whose turn it is now and who has not been notified before. */
async function notifyTurns(occasion: Occasion): Promise<void> {
  const { tx, services, flow, settings, mobileOf, now } = occasion;
  if (!settings.turn || isPastDeadline(flow, now)) return;
  for (const holder of turnHolders(flow)) {
    const turn = `${dutyNow(flow)} ${holder.participantId} ${holder.psnId}`;
    if (await noteNotice(tx, flow, turn, now)) {
      const mobile = mobileOf(holder.psnId);
      await notifyTurn(tx, services, { flow, participant: holder, mobile, occasion: turn, now });
    }
  }
}

/**
 * All signers, above all those who have signed: they agreed to another deadline. No setting of the enterprise
 * suppresses this notice, because it is the enterprise that moved the deadline.
 */
async function notifyExtension(occasion: Occasion, event: number, deadline: string): Promise<void> {
  const { tx, services, flow, now } = occasion;
  for (const signer of flow.participants.filter(({ signs }) => signs)) {
    const link = hasDuty(flow, signer, 'sign')
      ? await issueDutyLink(tx, services, { flow, participant: signer, duty: 'sign', now })
      : '';
    await tell(occasion, signer, `extended ${event} ${signer.participantId}`, {
      kind: 'flowExtended',
      facts: {
        flowTitle: titleInNotice(flow),
        link,
        deadline: deadlineInNotice(new Date(deadline), services.config.timeZone),
        corpName: flow.corpName,
        sender: await senderOfFlow(tx, flow),
      },
    });
  }
}

/** Signers who pay after signing are notified too: their link then leads to the cashier. */
async function notifyCompletion(occasion: Occasion): Promise<void> {
  const { tx, services, flow, settings, now } = occasion;
  if (!settings.completion) return;
  const told = new Map<UserId, { readonly person: Concerned; readonly link: string }>();
  const add = (person: Concerned, link: string) => told.set(person.psnId, { person, link });
  add(initiatorOf(flow), '');
  for (const owner of await ownersOfCopies(occasion)) if (!told.has(owner.psnId)) add(owner, '');
  for (const copier of flow.copiers) {
    const { psnId } = copier;
    if (psnId === null || told.has(psnId)) continue;
    add({ ...copier, psnId }, await linkForCopier(occasion, copier));
  }
  for (const signer of flow.participants) {
    if (paymentAfterSigning(flow, signer, now) !== 'due') continue;
    add(signer, await issueDutyLink(tx, services, { flow, participant: signer, duty: 'sign', now }));
  }
  const flowTitle = titleInNotice(flow);
  for (const { person, link } of told.values()) {
    await tell(occasion, person, 'completed', { kind: 'flowCompleted', facts: { flowTitle, link } });
  }
}

/** Enterprises that receive a copy: their OWNER finds it among the copies. */
async function ownersOfCopies({ tx, flow }: Occasion): Promise<readonly Concerned[]> {
  const owners: Concerned[] = [];
  for (const { type, corpId } of flow.copiers) {
    const owner = type === 'enterprise' && corpId !== null ? await findOwner(tx, corpId) : null;
    if (owner !== null) owners.push({ psnId: owner.userId, corpId, mobile: owner.mobile });
  }
  return owners;
}

async function notifyRefusal(occasion: Occasion, refuserId: number): Promise<void> {
  const { flow } = occasion;
  const refuser = flow.participants.find(({ participantId }) => participantId === refuserId);
  const people = [initiatorOf(flow), ...askedParticipants(flow)];
  await notifyEnd(
    occasion,
    'flowRefused',
    people.filter(({ psnId }) => psnId !== refuser?.psnId),
  );
}

async function notifyRevocation(occasion: Occasion): Promise<void> {
  // Nobody has been notified of a draft.
  if (occasion.flow.startTime === null) return;
  await notifyEnd(
    occasion,
    'flowRevoked',
    askedParticipants(occasion.flow).filter(({ psnId }) => psnId !== occasion.flow.initiatorId),
  );
}

async function notifyEnd(
  occasion: Occasion,
  kind: 'flowRefused' | 'flowRevoked',
  people: readonly Concerned[],
): Promise<void> {
  if (!occasion.settings.refusal) return;
  const facts = { flowTitle: titleInNotice(occasion.flow) };
  for (const person of new Map(people.map((each) => [each.psnId, each])).values())
    await tell(occasion, person, 'ended', { kind, facts });
}

/** Reminds those who hold up a flow that its deadline is near; a batch of flows per commit, until none is left. */
export async function notifyDeadlines(
  db: Db,
  services: NoticeServices,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  const most = 100;
  for (;;) {
    const near = await flowsNearDeadline(db, now, most);
    for (const { corpId, flowId } of near) {
      signal.throwIfAborted();
      await transact(db, async (tx) => {
        const occasion = await occasionOf(tx, services, corpId, flowId, now);
        if (occasion !== null) await notifyDeadline(occasion);
      });
    }
    if (near.length < most) return;
  }
}

async function notifyDeadline(occasion: Occasion): Promise<void> {
  const { tx, services, flow, settings, mobileOf, now } = occasion;
  const { deadline } = flow;
  if (deadline === null) return;
  const named = deadlineOccasion(deadline);
  // Recorded even if nothing is sent, so that the sweep does not process the flow again.
  if (!(await noteNotice(tx, flow, named, now)) || !settings.deadline) return;
  for (const holder of turnHolders(flow)) {
    const occasionOfHolder = `${named} ${holder.participantId}`;
    const mobile = mobileOf(holder.psnId);
    const telling = { flow, participant: holder, mobile, occasion: occasionOfHolder, now };
    await notifyTurn(tx, services, telling, 'flowDeadline');
  }
}

async function tell<Kind extends NoticeKind>(
  { tx, services, flow, mobileOf, now }: Occasion,
  person: Concerned,
  occasion: string,
  said: Said<Kind>,
): Promise<void> {
  const mobile = person.mobile ?? mobileOf(person.psnId);
  await notify(tx, services, {
    said,
    to: recipientOf(flow, person, mobile),
    idempotencyKey: `flow-${flow.flowId} ${occasion} ${mobile}`,
    about: { corpId: flow.corpId, flowId: flow.flowId },
    now,
  });
}

/** Members find the flow in their lists; others have only the link. "" if there is none. */
async function linkForCopier(occasion: Occasion, copier: Copier): Promise<string> {
  const { tx, services, flow, now } = occasion;
  const { psnId, copierId } = copier;
  if (psnId === null || (await seesCopies(occasion, copier))) return '';
  return issueLink(tx, services, {
    kind: 'copy',
    corpId: flow.corpId,
    userId: psnId,
    subject: { flowId: flow.flowId, copierId },
    now,
  });
}

async function seesCopies({ tx, flow }: Occasion, { type, corpId, psnId }: Copier): Promise<boolean> {
  if (psnId === null) return false;
  if (type === 'person') {
    return (await confirmedMemberships(tx, psnId)).some((membership) =>
      reachesPersonalParts(flow, {
        corpId: membership.corpId,
        personal: personalReach({ ...membership, by: 'application' }),
      }),
    );
  }
  const membership = corpId === null ? null : await findMembership(tx, corpId, psnId);
  return membership?.state === 'valid';
}
