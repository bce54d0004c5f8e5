import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { signFlowRemind as operation } from '@cinnabar/api/operations/flows.js';
import { countAttempt } from '../../../database/rate-counters.js';
import type { Tx } from '../../../database/schema.js';
import type { MemberContext } from '../../../operation/context.js';
import { refuse, refuseFor } from '../../../operation/refusal.js';
import { mobilesOf } from '../../members/index.js';
import { notifyApprover } from '../approval/approval-notices.js';
import { approversOfRecord, openApprovalOfPart } from '../approval/store/approvals.js';
import { commitFlow } from '../commit/commit-flow.js';
import { withRevision } from '../commit/with-revision.js';
import { actorDetail, actorOf } from '../flow/actor.js';
import { type Flow, type Participant, SignStatus } from '../flow/flow.js';
import { isOpen, isPastDeadline } from '../flow/rules/states.js';
import { turnHolders } from '../flow/rules/turns.js';
import { managesFlow, seeFlow } from '../view/access.js';
import { notifyTurn } from './notify-turn.js';

/** Limits for one flow: once in ten minutes, five times a day. */
const limits = [
  { name: 'remind', windowMs: 10 * 60_000, most: 1 },
  { name: 'remind-day', windowMs: 24 * 3_600_000, most: 5 },
] as const;

export function signFlowRemind(
  ctx: MemberContext,
  { flowId }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return withRevision(async () => {
    const seen = await seeFlow(ctx, flowId);
    const { flow } = seen;
    if (!managesFlow(seen)) throw refuseFor('PERMISSION_DENIED');
    if (isPastDeadline(flow, ctx.now)) throw refuseFor('FLOW_EXPIRED');
    if (!isOpen(flow.status)) throw refuseFor('FLOW_STATE');
    const pending = turnHolders(flow);
    const mobileOf = await mobilesOf(
      ctx.db,
      pending.map(({ psnId }) => psnId),
    );
    const reached = pending.filter((each) => awaitsApproval(each) || mobileOf(each.psnId) !== '');
    warnOfOthers(
      ctx,
      pending.filter((each) => !reached.includes(each)),
    );
    const detail = {
      actor: actorDetail(actorOf(ctx)),
      participants: reached.map(({ participantId }) => participantId),
    };
    return ctx.act(async (tx) => {
      const after = { ...flow, remindedAt: ctx.now };
      await commitFlow(tx, flow, { after, events: [{ kind: 'reminded', detail }], news: [] }, ctx.now);
      await countReminder(tx, ctx, flow);
      const told = new Set<string>();
      for (const participant of pending) {
        await remind(tx, ctx, { flow, participant, mobile: mobileOf(participant.psnId) }, told);
      }
      return {};
    });
  });
}

interface Reminder {
  readonly flow: Flow;
  readonly participant: Participant;
  /** '' if they have none any more. */
  readonly mobile: string;
}

function awaitsApproval({ signStatus }: Participant): boolean {
  return signStatus === SignStatus.awaitingApproval;
}

function warnOfOthers({ warn }: MemberContext, unreached: readonly Participant[]): void {
  if (unreached.length === 0) return;
  const names = unreached.map(({ psnName }) => psnName);
  warn({
    zh: `${names.join('、')}的手机号已失效，未能提醒，可更换签署人`,
    en: `${names.join(', ')}: no mobile any more, so not reminded; another signer can be named`,
  });
}

/**
 * The recipients of a reminder: those whose turn it is, or where an act waits for consent its approvers, each with a
 * link of their own.
 * @param told recipients notified by this reminder already: one message suffices for several parts
 */
async function remind(
  tx: Tx,
  ctx: MemberContext,
  { flow, participant, mobile }: Reminder,
  told: Set<string>,
): Promise<void> {
  const { services, now } = ctx;
  const occasion = `remind-${await services.ids.next()}`;
  if (!awaitsApproval(participant)) {
    if (told.has(`person ${participant.psnId}`)) return;
    told.add(`person ${participant.psnId}`);
    await notifyTurn(tx, services, { flow, participant, mobile, occasion, now });
    return;
  }
  const approval = await openApprovalOfPart(tx, flow.flowId, participant.participantId);
  if (approval === null) return;
  for (const userId of await approversOfRecord(tx, approval)) {
    if (told.has(`approver ${userId}`)) continue;
    told.add(`approver ${userId}`);
    await notifyApprover(tx, services, { approval, flow, userId, occasion, now });
  }
}

/** Counted in the same transaction: a reminder that is refused or fails does not count. */
async function countReminder(tx: Tx, ctx: MemberContext, flow: Flow): Promise<void> {
  for (const { name, windowMs, most } of limits) {
    const { count, windowEnd } = await countAttempt(tx, `${name}:${flow.flowId}`, windowMs, ctx.now);
    if (count <= most) continue;
    const minutes = Math.max(1, Math.ceil((windowEnd.getTime() - ctx.now.getTime()) / 60_000));
    throw refuse('1301', { zh: `请于 ${minutes} 分钟后再试`, en: `retry in ${minutes} minutes` });
  }
}
