import { signFlowRemind as operation } from '@cinnabar/api/flows.js';
import type { OperatorContext } from '../../context.js';
import { countAttempt } from '../../database/rate-counters.js';
import type { Tx } from '../../database/schema.js';
import { route } from '../../handler.js';
import { refuse, refuseFor } from '../../refusal.js';
import { sendNotice } from '../sms/index.js';
import { seeFlow } from './access.js';
import { actorDetail, actorOf } from './actor.js';
import { type Flow, type Participant, SignStatus } from './flow.js';
import { titleInNotice } from './rules/notices.js';
import { isOpen, isPastDeadline } from './rules/states.js';
import { turnHolders } from './rules/turns.js';
import { mobilesOfApprovers } from './store/approvals.js';
import { commitFlow } from './store/commit-flow.js';
import { turnLink } from './turn-link.js';
import { withRevision } from './with-revision.js';

/** One flow: once in ten minutes, five times a day. */
const limits = [
  { name: 'remind', windowMs: 10 * 60_000, most: 1 },
  { name: 'remind-day', windowMs: 24 * 3_600_000, most: 5 },
] as const;

export const signFlowRemind = route('operator', operation, (ctx, { flowId }) =>
  withRevision(async () => {
    const { flow, isInitiator } = await seeFlow(ctx, flowId);
    if (!isInitiator) throw refuseFor('PERMISSION_DENIED');
    if (isPastDeadline(flow, ctx.now)) throw refuseFor('FLOW_EXPIRED');
    if (!isOpen(flow.status)) throw refuseFor('FLOW_STATE');
    const pending = turnHolders(flow);
    const detail = {
      actor: actorDetail(actorOf(ctx)),
      participants: pending.map(({ participantId }) => participantId),
    };
    return ctx.act(async (tx) => {
      await commitFlow(tx, flow, { after: flow, events: [{ kind: 'reminded', detail }], news: [] }, ctx.now);
      await countReminder(tx, ctx, flow);
      for (const { mobile, template, participant } of await pendingPeople(tx, flow, pending)) {
        const link =
          template === 'flowTurn' ? await turnLink(tx, ctx.services, flow, participant, ctx.now) : '';
        await sendNotice(tx, {
          mobile,
          template,
          parameters: { flowTitle: titleInNotice(flow), link },
          idempotencyKey: `remind-${await ctx.services.ids.next()}`,
          now: ctx.now,
        });
      }
      return {};
    });
  }),
);

interface Pending {
  readonly mobile: string;
  readonly template: 'flowTurn' | 'approvalTurn';
  /** Whose part it is about. */
  readonly participant: Participant;
}

/** Each person once: whose turn it is, and where somebody's act waits for consent, who can give it. */
async function pendingPeople(
  tx: Tx,
  { flowId }: Flow,
  pending: readonly Participant[],
): Promise<readonly Pending[]> {
  const people = new Map<string, Pending>();
  for (const participant of pending) {
    const waits = participant.signStatus === SignStatus.awaitingApproval;
    const template = waits ? 'approvalTurn' : 'flowTurn';
    const mobiles = waits
      ? await mobilesOfApprovers(tx, flowId, participant.participantId)
      : [participant.psnAccount];
    for (const mobile of mobiles) people.set(mobile, { mobile, template, participant });
  }
  return [...people.values()];
}

/** Counted with the reminder itself: one that is refused or fails does not count. */
async function countReminder(tx: Tx, ctx: OperatorContext, flow: Flow): Promise<void> {
  for (const { name, windowMs, most } of limits) {
    const { count, windowEnd } = await countAttempt(tx, `${name}:${flow.flowId}`, windowMs, ctx.now);
    if (count <= most) continue;
    const minutes = Math.max(1, Math.ceil((windowEnd.getTime() - ctx.now.getTime()) / 60_000));
    throw refuse('1301', { zh: `请于 ${minutes} 分钟后再试`, en: `retry in ${minutes} minutes` });
  }
}
