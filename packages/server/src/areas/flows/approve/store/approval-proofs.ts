import type { Id } from '@cinnabar/api/schema.js';
import type { Db, Tx } from '../../../../database/schema.js';
import type { UserId } from '../../../../operation/context.js';
import type { Approval } from '../../approval/approval.js';
import type { AuthType } from '../../flow/store/intents.js';

export type ApprovalProofId = Id<'ApprovalProof'>;

/** Validity of a proof, ms. */
const proofLife = 10 * 60_000;

/** The channel of the proof, and the digest of the decision's content. */
export interface ApprovalProof {
  readonly channel: string;
  readonly digest: string;
}

type About = Pick<Approval, 'corpId' | 'approvalId'>;

export async function insertProof(
  tx: Tx,
  { corpId, approvalId }: About,
  userId: UserId,
  proof: ApprovalProof & {
    readonly proofId: ApprovalProofId;
    readonly authType: AuthType;
    readonly now: Date;
  },
): Promise<void> {
  await tx
    .insertInto('approval_proofs')
    .values({
      corp_id: corpId,
      approval_id: approvalId,
      user_id: userId,
      proof_id: proof.proofId,
      auth_type: proof.authType,
      channel: proof.channel,
      digest: proof.digest,
      expire_time: new Date(proof.now.getTime() + proofLife),
      consumed_at: null,
    })
    .execute();
}

/** An unused proof of this approver for this approval, channel and decision; null if there is none. */
export async function usableProof(
  db: Db,
  { corpId, approvalId }: About,
  userId: UserId,
  { channel, digest }: ApprovalProof,
  now: Date,
): Promise<ApprovalProofId | null> {
  const row = await db
    .selectFrom('approval_proofs')
    .select('proof_id')
    .where('corp_id', '=', corpId)
    .where('approval_id', '=', approvalId)
    .where('user_id', '=', userId)
    .where('channel', '=', channel)
    .where('digest', '=', digest)
    .where('consumed_at', 'is', null)
    .where('expire_time', '>', now)
    .orderBy('proof_id', 'desc')
    .executeTakeFirst();
  return row?.proof_id ?? null;
}

/** Consumes the proof. False if another decision has used it. */
export async function consumeProof(
  tx: Tx,
  { corpId, approvalId }: About,
  userId: UserId,
  proofId: ApprovalProofId,
  now: Date,
): Promise<boolean> {
  const result = await tx
    .updateTable('approval_proofs')
    .set({ consumed_at: now })
    .where('corp_id', '=', corpId)
    .where('approval_id', '=', approvalId)
    .where('user_id', '=', userId)
    .where('proof_id', '=', proofId)
    .where('consumed_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
