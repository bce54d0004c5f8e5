/** Hands what a member has to do in the enterprise's contracts to a colleague, in the name of who manages members. */
import { holdsRight } from '@cinnabar/api/permissions.js';
import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { Tx } from '../../../database/schema.js';
import { transact } from '../../../database/transact.js';
import type { MemberContext, UserId } from '../../../operation/context.js';
import { refuse, refuseFor } from '../../../operation/refusal.js';
import type { Membership } from '../../members/index.js';
import { commitFlow } from '../commit/commit-flow.js';
import { withRevision } from '../commit/with-revision.js';
import { actorOf } from '../flow/actor.js';
import type { Flow } from '../flow/flow.js';
import { changeOf } from '../flow/rules/decision.js';
import { dropIntents } from '../flow/store/intents.js';
import { findFlow, flowOfParticipant, loadFlow } from '../flow/store/load-flow.js';
import { decideNewInitiator, decideTransfer, mayTakeOver } from './rules/handing-over.js';

export interface HandOver {
  readonly from: UserId;
  /** A valid member of the enterprise. */
  readonly to: Membership;
  /** Records the act, in its transaction. */
  readonly record: (tx: Tx) => Promise<void>;
}

/**
 * Hands the enterprise's part over as its holder could; one that the colleague has already stays as it is.
 * @throws Refusal 404 if it is not a part of the enterprise that the member holds
 */
export function handOverPart(
  ctx: MemberContext,
  participantId: ParticipantId,
  { from, to, record }: HandOver,
): Promise<void> {
  // What the person signs for themselves is beyond the enterprise's reach.
  const viewer = { corpId: ctx.corpId, userId: from, personal: 'none', seesNoSecrets: false } as const;
  return withRevision(async () => {
    const flowId = await flowOfParticipant(ctx.db, viewer, participantId);
    const flow = flowId === null ? null : await findFlow(ctx.db, viewer, flowId);
    const part = flow?.participants.find(
      (each) =>
        each.participantId === participantId && each.type === 'enterprise' && each.corpId === ctx.corpId,
    );
    if (flow === null || part === undefined) throw refuse('404');
    if (part.psnId === to.userId) return;
    if (part.psnId !== from) throw refuse('404');
    requireSight(ctx, flow, from, to);
    const successor = {
      psnAccount: to.mobile,
      psnName: to.realName ?? to.userName,
      psnId: to.userId,
      isColleague: true,
      isSamePerson: false,
    };
    const change = changeOf(decideTransfer(flow, { actor: actorOf(ctx), now: ctx.now, part, successor }));
    await transact(ctx.db, async (tx) => {
      await commitFlow(tx, flow, change, ctx.now);
      await dropIntents(tx, part.psnId, flow.flowId, ctx.now);
      await record(tx);
    });
  });
}

/**
 * Makes a colleague the initiator of an open contract.
 * @throws Refusal 404 if the enterprise has no contract of the member with that id
 */
export function handOverInitiated(
  ctx: MemberContext,
  flowId: FlowId,
  { from, to, record }: HandOver,
): Promise<void> {
  return withRevision(async () => {
    const flow = await loadFlow(ctx.db, ctx.corpId, flowId);
    if (flow === null || flow.deletedAt !== null) throw refuse('404');
    if (flow.initiatorId === to.userId) return;
    if (flow.initiatorId !== from) throw refuse('404');
    requireSight(ctx, flow, from, to);
    const successor = { userId: to.userId, name: to.realName ?? to.userName };
    const change = changeOf(decideNewInitiator(flow, { actor: actorOf(ctx), to: successor, now: ctx.now }));
    await transact(ctx.db, async (tx) => {
      await commitFlow(tx, flow, change, ctx.now);
      await record(tx);
    });
  });
}

/** @throws Refusal PERMISSION_DENIED */
function requireSight({ actingMember }: MemberContext, flow: Flow, from: UserId, to: Membership): void {
  const { userId: giver, roles } = actingMember;
  const readsContracts = holdsRight(roles, 'readContracts');
  if (!mayTakeOver(flow, { taker: to.userId, giver, holder: from, readsContracts })) {
    throw refuseFor('PERMISSION_DENIED');
  }
}
