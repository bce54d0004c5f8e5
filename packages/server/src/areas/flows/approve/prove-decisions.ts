/** Checks the proof that accompanies decisions, once and for exactly the content that they consent to. */
import type { ApprovalDecision, ApprovalId } from '@cinnabar/api/schemas/approval.js';
import { executeGathered } from '../../../database/gathered-writes.js';
import type { Tx } from '../../../database/schema.js';
import { transact } from '../../../database/transact.js';
import type { MemberContext } from '../../../operation/context.js';
import { actsInOwnSession } from '../../../operation/own-session.js';
import { invalidField, refuse } from '../../../operation/refusal.js';
import { type Approval, isOpenApproval } from '../approval/approval.js';
import { mayDecide } from '../approval/approvers.js';
import { findApproval } from '../approval/store/approvals.js';
import { requireOwnWindow } from '../sign/own-window.js';
import { type Proof, proveIdentity } from '../sign/prove-identity.js';
import { coveredDecision, coversDecisions, decisionDigest } from './decision-digest.js';
import { insertProof } from './store/approval-proofs.js';

/**
 * Whether the channel may decide at all, whether a proof is requested or not. A frame is accepted only on a site that
 * the approver's enterprise has named.
 * @throws Refusal OWN_WINDOW_REQUIRED; 400 naming `shown`
 */
export async function requireSeen(ctx: MemberContext, decisions: readonly ApprovalDecision[]): Promise<void> {
  refuseUnshown(ctx, decisions);
  await requireOwnWindow(ctx, [ctx.corpId]);
}

/**
 * In a session of an approval page, a decision names the digest of what the page showed. Without it there is no record
 * of what the approver saw.
 */
function refuseUnshown({ link }: Pick<MemberContext, 'link'>, decisions: readonly ApprovalDecision[]): void {
  if (link?.kind !== 'approval') return;
  const index = decisions.findIndex(({ shown }) => shown === undefined);
  if (index === -1) return;
  const field = decisions.length === 1 ? 'shown' : `[${index}].shown`;
  throw invalidField(field, { zh: '必填', en: 'is required' });
}

/**
 * Checks the first proof among the decisions for all of them that the approver can decide now. A code can be used once,
 * and one code has to serve for all.
 * @throws Refusal 1401 to 1404, or 400 naming the missing field
 */
export async function proveDecisions(
  ctx: MemberContext,
  decisions: readonly ApprovalDecision[],
): Promise<void> {
  const given = decisions.find(({ authType }) => authType !== undefined);
  if (given?.authType === undefined) return;
  const approvals = await decidable(ctx, decisions);
  if (approvals.length > 0) await keepProofs(ctx, { ...given, authType: given.authType }, approvals);
}

/** A decision on content other than what was shown is refused, and leaves the proof unused. */
async function decidable(
  ctx: MemberContext,
  decisions: readonly ApprovalDecision[],
): Promise<readonly Approval[]> {
  const found = new Map<ApprovalId, Approval>();
  for (const { approvalId, shown } of decisions) {
    const approval = await findApproval(ctx.db, ctx.corpId, approvalId);
    if (approval === null || !isOpenApproval(approval, ctx.now)) continue;
    if (shown !== undefined && shown !== (await decisionDigest(ctx.db, approval))) continue;
    if (await mayDecide(ctx, approval)) found.set(approvalId, approval);
  }
  return [...found.values()];
}

/**
 * Checks a proof for these approvals and stores it for ten minutes: for this approver, in this channel, and for the
 * present content of the decision.
 * @throws Refusal 1401 to 1404, or 400 naming the missing field
 */
async function keepProofs(ctx: MemberContext, proof: Proof, approvals: readonly Approval[]): Promise<void> {
  const proofs = await checkedProofs(ctx, proof, approvals);
  await transact(ctx.db, (tx) => storeProofs(tx, ctx, proofs));
}

type CheckedProofs = Awaited<ReturnType<typeof checkedProofs>>;

/** @throws CommitThenThrow with Refusal 1401 for a wrong code */
export async function storeProofs(
  tx: Tx,
  { actingMember }: MemberContext,
  { proofs, confirm }: CheckedProofs,
): Promise<void> {
  const { gate, writes } = await confirm(tx, false);
  await executeGathered(tx, gate, writes);
  for (const { approval, kept } of proofs) await insertProof(tx, approval, actingMember.userId, kept);
}

/** The same check without storing the proof, for callers that store it in an act of their own. */
export async function checkedProofs(ctx: MemberContext, proof: Proof, approvals: readonly Approval[]) {
  refuseForeignPassword(ctx, proof);
  const decisions = await Promise.all(approvals.map((approval) => coveredDecision(ctx.db, approval)));
  const { confirm } = await proveIdentity(ctx, proof, {
    smsType: 'approval',
    purpose: 'approvalSign',
    businessIds: approvals.map(({ approvalId }) => approvalId),
    // An application may have set the membership's password, so that password proves no consent.
    password: 'own',
    suffices: (covered) => coversDecisions(covered, decisions),
  });
  const proofs = [];
  for (const [index, approval] of approvals.entries()) {
    const digest = decisions[index]?.digest;
    if (digest === undefined) throw new Error(`no digest for approval ${approval.approvalId}`);
    const proofId = await ctx.services.ids.next<'ApprovalProof'>();
    const { appId: channel, now } = ctx;
    proofs.push({ approval, kept: { proofId, authType: proof.authType, channel, digest, now } });
  }
  return { proofs, confirm };
}

/** A person sets their own password on a page without an application in between. */
function refuseForeignPassword(ctx: MemberContext, { authType, newPwd }: Proof): void {
  if (authType !== 'pwd' || newPwd !== true || actsInOwnSession(ctx)) return;
  throw refuse('1402', {
    zh: '审批须使用短信验证码、刷脸认证或本人在页面上设置的密码',
    en: 'an approval is proved by text message, face, or a password set on the approver’s own page',
  });
}
