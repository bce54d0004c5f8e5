import { signContract as operation } from '@cinnabar/api/flows.js';
import type { OperatorContext } from '../../context.js';
import { transact } from '../../database/transact.js';
import { route } from '../../handler.js';
import { refuseFor } from '../../refusal.js';
import { seeAsParticipant } from './access.js';
import { actorOf } from './actor.js';
import { applyFill } from './apply-fill.js';
import { applySignatures } from './apply-signatures.js';
import { askForSeal } from './ask-for-seal.js';
import { chooseSigner } from './choose-signer.js';
import { checkProof, keepIntents, refuseUnlessSignable } from './confirm-intent.js';
import { readFillCommands } from './fill-commands.js';
import type { Flow, Participant } from './flow.js';
import { isVerifiedSigner, underVerifiedName } from './is-verified-signer.js';
import { checkSealsUsable, loadMarks } from './load-marks.js';
import type { Proof } from './prove-identity.js';
import { decideFill } from './rules/filling.js';
import { refusalToSign } from './rules/signing.js';
import { textHash } from './rules/text-hash.js';
import { sealsToAskFor } from './seals-to-ask-for.js';
import { commitFlow, type FlowChange, RevisionLost } from './store/commit-flow.js';
import { consumeIntent, type Intent, usableIntent } from './store/intents.js';
import { isCurrent } from './store/load-flow.js';
import { flowDescription } from './views/flow-description.js';
import { withRevision } from './with-revision.js';

export const signContract = route('operator', operation, async (ctx, input) => {
  // A proof that comes with the request is checked once, however often the act is built again.
  let proofIsOpen = input.authType !== undefined;
  return withRevision(async () => {
    const seen = await seeAsParticipant(ctx, input.flowId);
    const { flow, own } = seen;
    const signer = await underVerifiedName(ctx.db, chooseSigner(own, input));
    const fills =
      input.fillComponents === undefined
        ? null
        : await readFillCommands(ctx, flow, own, input.fillComponents, 'fillComponents');
    const marks = await loadMarks(ctx, flow, signer, input.signComponents);
    const refusal = refusalToSign(flow, signer, {
      now: ctx.now,
      verified: await isVerifiedSigner(ctx.db, signer),
      fillsFirst: fills !== null,
    });
    if (refusal !== null) throw refuseFor(refusal);
    if (proofIsOpen && input.authType !== undefined) {
      const proof: Proof = { ...input, authType: input.authType };
      refuseUnlessSignable(seen, ctx.now);
      await checkProof(ctx, proof, [seen]);
      await transact(ctx.db, (tx) => keepIntents(tx, ctx, [seen], proof.authType));
      proofIsOpen = false;
    }
    const intent = await findIntent(ctx, flow, signer);
    const filling = await fillFirst(ctx, flow, own, fills);
    const sealIds = await sealsToAskFor(ctx.db, ctx, flow, signer, marks);
    if (sealIds.length > 0) {
      const commands = input.signComponents;
      return askForSeal(ctx, flow, { signer, commands, intent, sealIds, filling });
    }
    const by = { actor: actorOf(ctx), intent, approval: null };
    const signing = await applySignatures(ctx, filling.after, signer.participantId, marks, by);
    const change: FlowChange = {
      ...signing,
      events: [...filling.events, ...signing.events],
      news: [...filling.news, ...signing.news],
    };
    return ctx.act(async (tx) => {
      const stored = await commitFlow(tx, flow, change, ctx.now);
      await checkSealsUsable(tx, signer, marks);
      // Who lost the right meanwhile must ask; nothing of this attempt is kept.
      if ((await sealsToAskFor(tx, ctx, flow, signer, marks)).length > 0) throw new RevisionLost();
      const about = { corpId: ctx.corpId, userId: ctx.operator.userId, flowId: flow.flowId };
      if (!(await consumeIntent(tx, about, intent.intentId, ctx.now))) throw refuseFor('WISH_REQUIRED');
      const signed = stored.participants.find((each) => each.participantId === signer.participantId);
      return {
        flowId: stored.flowId,
        flowStatus: stored.status,
        flowDesc: flowDescription(stored),
        flowTitle: stored.title,
        signStatus: signed?.signStatus ?? signer.signStatus,
        approvalId: null,
      };
    });
  });
});

/** An enterprise’s act takes the password of the membership, a personal one the person’s own, and neither the other. */
async function findIntent(ctx: OperatorContext, flow: Flow, signer: Participant): Promise<Intent> {
  const intent = await usableIntent(
    ctx.db,
    {
      corpId: ctx.corpId,
      userId: ctx.operator.userId,
      flowId: flow.flowId,
      textHash: textHash(flow),
      password: signer.type === 'person' ? 'own' : 'member',
    },
    ctx.now,
  );
  if (intent !== null) return intent;
  // Used up by an act that has committed since the flow was loaded: the refusal is then that of the flow as it is now.
  if (!(await isCurrent(ctx.db, flow))) throw new RevisionLost();
  throw refuseFor('WISH_REQUIRED');
}

async function fillFirst(
  ctx: OperatorContext,
  flow: Flow,
  own: readonly Participant[],
  commands: Awaited<ReturnType<typeof readFillCommands>> | null,
): Promise<FlowChange> {
  if (commands === null) return { after: flow, events: [], news: [] };
  const decision = decideFill(flow, { own, commands, finish: true, now: ctx.now });
  if (typeof decision === 'string') throw refuseFor(decision);
  // Required values are missing: the turn would not end, so there is nothing to sign yet.
  if (!decision.fillingEnds) throw refuseFor('FLOW_STATE');
  return applyFill(ctx.services, ctx.db, flow, decision, actorOf(ctx), ctx.now);
}
