/** Deciding one approval: reject it, or pass it and carry out the waiting act at once. */
import { AutoFill } from '@cinnabar/api/enums.js';
import type { ApprovalDecision, FlowProcess } from '@cinnabar/api/schemas/approval.js';
import type { Tx } from '../../../database/schema.js';
import { transact } from '../../../database/transact.js';
import { enqueue } from '../../../jobs/queue.js';
import type { Act, MemberContext } from '../../../operation/context.js';
import { Refusal, refuse, refuseFor } from '../../../operation/refusal.js';
import { findCorp, settingsOf } from '../../enterprise/index.js';
import { findActingMember } from '../../members/index.js';
import { type NewSealUse, recordRejectedUses } from '../../seals/index.js';
import { type Approval, ApprovalStatus, isOpenApproval } from '../approval/approval.js';
import { mayDecide } from '../approval/approvers.js';
import { decideApprovalEnd } from '../approval/rules/approving.js';
import { type Ending, endApproval, findApproval } from '../approval/store/approvals.js';
import { commitFlow } from '../commit/commit-flow.js';
import { withRevision } from '../commit/with-revision.js';
import { withPreparedFiles } from '../fill/prepare-files.js';
import { actorOf } from '../flow/actor.js';
import { type Flow, FlowStatus } from '../flow/flow.js';
import type { FlowChange } from '../flow/flow-change.js';
import { flowDescription } from '../flow/flow-description.js';
import { changeOf, joined } from '../flow/rules/decision.js';
import { signerFacts } from '../flow/signer-facts.js';
import { loadFlow } from '../flow/store/load-flow.js';
import { actTerms } from '../sign/act-of.js';
import { applySignatures } from '../sign/apply-signatures.js';
import { checkSealsUsable, loadMarks } from '../sign/load-marks.js';
import { passwordOf } from '../sign/password-of-act.js';
import { covers, uncoveredBy } from '../sign/rules/intent-cover.js';
import { refusalToSign } from '../sign/rules/signing.js';
import { chargeStart } from '../start/charge-start.js';
import { decideSending } from '../start/rules/starting.js';
import { decisionDigest } from './decision-digest.js';
import { type ApprovalProofId, consumeProof, usableProof } from './store/approval-proofs.js';

/** @param act the transaction of the decision: the request's own, or one of a batch */
export function decideApproval(
  ctx: MemberContext,
  decision: ApprovalDecision,
  act: Act,
): Promise<FlowProcess> {
  return withRevision(async () => {
    const approval = await findApproval(ctx.db, ctx.corpId, decision.approvalId);
    if (approval === null) throw refuse('404');
    if (!(await mayDecide(ctx, approval))) throw refuseFor('PERMISSION_DENIED');
    if (!isOpenApproval(approval, ctx.now)) throw refuseFor('FLOW_STATE');
    const digest = await decisionDigest(ctx.db, approval);
    if (decision.shown !== undefined && decision.shown !== digest) throw refuseFor('CONTENT_CHANGED');
    const proofId = await proofFor(ctx, approval, digest);
    const flow = await loadFlow(ctx.db, approval.flowCorpId, approval.flowId);
    if (flow === null) throw new Error(`approval ${approval.approvalId} belongs to no flow`);
    const decided: Decided = { ctx, approval, flow, proofId, act, failReason: decision.failReason ?? null };
    if (decision.approvalStatus === ApprovalStatus.rejected) return reject(decided);
    return approval.kind === 'seal' ? passSeal(decided) : passContract(decided);
  });
}

interface Decided {
  readonly ctx: MemberContext;
  readonly approval: Approval;
  readonly flow: Flow;
  readonly proofId: ApprovalProofId | null;
  readonly act: Act;
  readonly failReason: string | null;
}

async function proofFor(
  ctx: MemberContext,
  approval: Approval,
  digest: string,
): Promise<ApprovalProofId | null> {
  const corp = await findCorp(ctx.db, approval.corpId);
  if (corp === null || !settingsOf(corp).approvalAuth) return null;
  const wanted = { channel: ctx.appId, digest };
  const proofId = await usableProof(ctx.db, approval, ctx.actingMember.userId, wanted, ctx.now);
  if (proofId === null) throw refuseFor('APPROVAL_AUTH_REQUIRED');
  return proofId;
}

/** Ends the approval and consumes the proof, before the rest of the commit. */
async function settle(
  tx: Tx,
  { ctx, approval, proofId }: Decided,
  status: Ending['status'],
  failReason: string | null,
): Promise<void> {
  const ending = { status, failReason, by: ctx.actingMember.userId, now: ctx.now };
  // Of two concurrent decisions the first one counts.
  if (!(await endApproval(tx, approval, ending))) throw refuseFor('FLOW_STATE');
  if (proofId !== null && !(await consumeProof(tx, approval, ctx.actingMember.userId, proofId, ctx.now))) {
    throw refuseFor('APPROVAL_AUTH_REQUIRED');
  }
}

function endOf(
  { ctx, approval, flow }: Decided,
  status: Ending['status'],
  reason: string | null,
): FlowChange {
  return changeOf(decideApprovalEnd(flow, { approval, status, reason, actor: actorOf(ctx) }));
}

async function reject(decided: Decided): Promise<FlowProcess> {
  const { ctx, flow, act, failReason } = decided;
  const change = endOf(decided, ApprovalStatus.rejected, failReason);
  return act(async (tx) => {
    await settle(tx, decided, ApprovalStatus.rejected, failReason);
    await recordRejectedUses(tx, rejectedUses(decided));
    return processOf(await commitFlow(tx, flow, change, ctx.now));
  });
}

/** None for an approval of sending. The reason why an encrypted contract was rejected stays in its sealed texts. */
function rejectedUses({ ctx, approval, flow, failReason }: Decided): readonly NewSealUse[] {
  return approval.sealIds.map((sealId) => ({
    ...{ corp_id: approval.corpId, seal_id: sealId, used_at: ctx.now },
    ...{ flow_corp_id: approval.flowCorpId, flow_id: approval.flowId, user_id: approval.requesterId },
    decided_by: ctx.actingMember.userId,
    basis: 'approval',
    places: 0,
    outcome: 'rejected',
    reason: flow.encrypted ? null : failReason,
  }));
}

async function passContract(decided: Decided): Promise<FlowProcess> {
  const { ctx, approval, flow, act } = decided;
  const { actor } = approval.request;
  const sending = decideSending(flow, { actor, added: [], now: ctx.now, selfApproved: false });
  if ('refusal' in sending) {
    if (sending.refusal.reason === 'FLOW_EXPIRED') return giveUp(decided, sending.refusal);
    throw sending.refusal;
  }
  const begun = await withPreparedFiles(ctx, sending.change);
  const change = joined(endOf(decided, ApprovalStatus.passed, null), begun);
  return act(async (tx) => {
    await settle(tx, decided, ApprovalStatus.passed, null);
    const stored = await commitFlow(tx, flow, change, ctx.now);
    await chargeStart(tx, ctx, stored);
    if (
      (approval.request.autoFill ?? AutoFill.byHand) !== AutoFill.byHand &&
      stored.status === FlowStatus.fill
    ) {
      await enqueue(tx, 'flows.autoFill', { corpId: stored.corpId, flowId: stored.flowId });
    }
    return processOf(stored);
  });
}

/** Repeats every check: what was valid when the approval was requested may not be valid any more. */
async function passSeal(decided: Decided): Promise<FlowProcess> {
  const { ctx, approval, act } = decided;
  const passed = endOf(decided, ApprovalStatus.passed, null);
  const flow = passed.after;
  const signer = flow.participants.find(({ participantId }) => participantId === approval.participantId);
  const { intent, act: asked, actor } = approval.request;
  if (signer === undefined || intent === undefined || asked === null) {
    throw new Error(`approval ${approval.approvalId} has no stored act`);
  }
  const requester = await findActingMember(ctx.db, approval.corpId, approval.requesterId);
  if (requester === null || signer.psnId !== approval.requesterId)
    return giveUp(decided, refuseFor('NOT_MEMBER'));
  const facts = await signerFacts(ctx.db, signer, requester);
  const occasion = { now: ctx.now, verified: facts.verified, fillsFirst: false };
  const refusal = refusalToSign(flow, signer, occasion);
  if (refusal !== null) return giveUp(decided, refuseFor(refusal));
  const signing = { ...ctx, actingMember: requester };
  const marks = await loadMarks(signing, flow, signer, asked).catch((error: unknown) => {
    // An internal failure says nothing about the act.
    if (!(error instanceof Refusal) || error.cause !== undefined) throw error;
    return giveUp(decided, error);
  });
  // Text, parties and seals must be what the requester confirmed and what the approver was shown.
  const terms = await actTerms(ctx.db, flow, signer.participantId, marks);
  if (!covers(intent, terms)) return giveUp(decided, refuseFor('WISH_REQUIRED'));
  const done = await applySignatures(signing, flow, {
    participantId: signer.participantId,
    facts,
    marks,
    intent,
    password: await passwordOf(ctx.db, intent, signer),
    uncoveredAttachments: uncoveredBy(intent, terms),
    actor: { ...actor },
    approval: { approvalId: approval.approvalId, by: ctx.actingMember.userId },
  });
  const change = joined(passed, done);
  return act(async (tx) => {
    await settle(tx, decided, ApprovalStatus.passed, null);
    const stored = await commitFlow(tx, decided.flow, change, ctx.now);
    await checkSealsUsable(tx, signer, marks);
    return processOf(stored);
  });
}

/**
 * Handles a waiting act that has become impossible: the approval ends, the signer may act again, and the approver gets
 * the reason.
 */
async function giveUp(decided: Decided, refusal: Refusal): Promise<never> {
  const { ctx, flow } = decided;
  // Displayed to the requester in lists and in a message, so it is a sentence and not a code.
  const reason = refusal.words.zh;
  const change = endOf(decided, ApprovalStatus.terminated, reason);
  // A separate transaction, so that the following refusal does not roll it back.
  await transact(ctx.db, async (tx) => {
    await settle(tx, { ...decided, proofId: null }, ApprovalStatus.terminated, reason);
    await commitFlow(tx, flow, change, ctx.now);
  });
  throw refusal;
}

export function processOf(flow: Flow): FlowProcess {
  return {
    flowId: flow.flowId,
    flowStatus: flow.status,
    flowDesc: flowDescription(flow),
    flowTitle: flow.title,
  };
}
