import type { SignAct } from '@cinnabar/api/schemas/flow.js';
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import type { Act, MemberContext } from '../../../operation/context.js';
import { refuseFor } from '../../../operation/refusal.js';
import { decideConsentRequest } from '../approval/rules/approving.js';
import { commitFlow } from '../commit/commit-flow.js';
import { openApproval } from '../commit/open-approval.js';
import { actorOf } from '../flow/actor.js';
import { type Flow, type Participant, SignStatus } from '../flow/flow.js';
import type { FlowChange } from '../flow/flow-change.js';
import { flowDescription } from '../flow/flow-description.js';
import { changeOf, joined } from '../flow/rules/decision.js';
import { consumeIntent } from '../flow/store/intents.js';
import type { SignedBy } from './rules/signature.js';

export interface SealRequest {
  readonly signer: Participant;
  /** The requested act, with seal id 0 resolved. */
  readonly act: SignAct;
  readonly intent: NonNullable<SignedBy['intent']>;
  readonly sealIds: readonly SealId[];
  /** The change by the preceding filling, or no change. */
  readonly filling: FlowChange;
}

/** Stores an act until the use of its seals is approved: the intent is used up, and the commands wait. */
export async function askForSeal(ctx: MemberContext, flow: Flow, request: SealRequest, act: Act) {
  const { signer, intent, filling, sealIds } = request;
  const { corpId } = signer;
  if (corpId === null) throw refuseFor('NOT_VERIFIED');
  const approvalId = await ctx.services.ids.next<'Approval'>();
  const actor = actorOf(ctx);
  const { participantId } = signer;
  const { digest } = intent;
  const waiting = { actor, participantId, approvalId, sealIds, digest };
  const change = joined(filling, changeOf(decideConsentRequest(filling.after, waiting)));
  return act(async (tx) => {
    const stored = await commitFlow(tx, flow, change, ctx.now);
    const about = { corpId: ctx.corpId, userId: ctx.actingMember.userId, flowId: flow.flowId };
    if (!(await consumeIntent(tx, about, intent.intentId, ctx.now))) throw refuseFor('WISH_REQUIRED');
    await openApproval(tx, ctx, stored, {
      approvalId,
      corpId,
      kind: 'seal',
      participantId: signer.participantId,
      sealIds,
      request: {
        actor,
        act: request.act,
        intent,
      },
    });
    return {
      flowId: stored.flowId,
      flowStatus: stored.status,
      flowDesc: flowDescription(stored),
      flowTitle: stored.title,
      signStatus: SignStatus.awaitingApproval,
      approvalId,
      others: [],
    };
  });
}
