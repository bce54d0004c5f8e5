import type { ApprovalStatus, ApprovalType } from '@cinnabar/api/enums.js';
import type { Id } from '@cinnabar/api/schema.js';
import type { ApprovalId } from '@cinnabar/api/schemas/approval.js';
import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import type { TemplateId } from '@cinnabar/api/schemas/template.js';
import type { Generated } from 'kysely';
import type { JsonColumn } from '../json.js';

type CorpId = Id<'Corp'>;
type UserId = Id<'User'>;

export interface ApprovalsTable {
  /** Enterprise that owns the seal or contract. */
  corp_id: CorpId;
  approval_id: ApprovalId;
  type: ApprovalType;
  status: ApprovalStatus;
  /** The initiating enterprise of the flow. */
  flow_corp_id: CorpId;
  flow_id: FlowId;
  flow_title: string;
  flow_created_at: Date;
  /** Participant whose act is waiting; null for contracts. */
  participant_id: ParticipantId | null;
  /** Seals that require the approval, in the order of the act. */
  seal_ids: readonly SealId[];
  /** Name of the first seal. */
  seal_name: string | null;
  template_id: TemplateId | null;
  requester_id: UserId;
  requester_name: string;
  /** Request to execute after approval. */
  request: JsonColumn<unknown>;
  fail_reason: string | null;
  decided_by: UserId | null;
  created_at: Date;
  updated_at: Date;
  expire_time: Date;
  /**
   * For an encrypted flow: title, request and reason, encrypted by the key of the flow's enterprise; their columns are
   * empty.
   */
  sealed: Generated<Uint8Array | null>;
}

/** Present and former approvers. */
export interface ApprovalApproversTable {
  corp_id: CorpId;
  user_id: UserId;
  approval_id: ApprovalId;
  decided_at: Date | null;
}

/** Proof given by an approver for one decision. */
export interface ApprovalProofsTable {
  corp_id: CorpId;
  approval_id: ApprovalId;
  user_id: UserId;
  proof_id: Id<'ApprovalProof'>;
  auth_type: 'sms' | 'pwd' | 'face';
  /** Where the proof was given, and the only place where it is valid: an application, or a link session. */
  channel: string;
  /** Digest of what the approver consents to. */
  digest: string;
  expire_time: Date;
  consumed_at: Date | null;
}

export interface ApprovalTables {
  approvals: ApprovalsTable;
  approval_approvers: ApprovalApproversTable;
  approval_proofs: ApprovalProofsTable;
}
