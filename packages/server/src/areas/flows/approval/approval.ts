/** An approval, and the stored request of the act that waits for it. */
import { ApprovalStatus } from '@cinnabar/api/enums.js';
import {
  choice,
  dateTime,
  type Infer,
  id,
  int64,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
} from '@cinnabar/api/schema.js';
import type { ApprovalId } from '@cinnabar/api/schemas/approval.js';
import { type FlowId, type ParticipantId, type SignAct, signAct } from '@cinnabar/api/schemas/flow.js';
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import type { TemplateId } from '@cinnabar/api/schemas/template.js';
import type { CorpId, UserId } from '../../../operation/context.js';

export { ApprovalStatus } from '@cinnabar/api/enums.js';

/** Time limit for a decision: seven days, ms. */
export const approvalLife = 7 * 24 * 3_600_000;

const keptActor = object({
  userId: int64(),
  name: text(0, 200),
  corpId: int64(),
  appId: text(0, 100),
  source: nullable(text(0, 20)),
  address: text(0, 100),
  device: nullable(text(0, 300)),
  requestId: text(0, 100),
});

const keptRequest = object({
  actor: keptActor,
  /** For a contract: how the owner's values are filled after it is sent. */
  autoFill: optional(oneOf(0, 1, 2)),
  intent: optional(
    object({
      intentId: id<'Intent'>(),
      authType: text(1, 10),
      proof: optional(object({ provider: text(1, 40), request: text(1, 200) })),
      channel: text(1, 100),
      shownBy: choice(['page', 'application', 'accessSession']),
      scope: choice(['text', 'commands']),
      digest: text(64, 64),
      attachmentIds: list(id<'Attachment'>()),
      createTime: dateTime(),
    }),
  ),
});

/** The stored request of an act, until it is decided. */
export interface KeptRequest extends Infer<typeof keptRequest> {
  /** Null for contracts. */
  readonly act: SignAct | null;
}

/** The stored form: one object with the fields of the act beside the others. */
export function storedRequest({ act, ...request }: KeptRequest): object {
  return { ...request, ...act };
}

/** Parses the stored form with the request schemas, so that nothing is accepted that could not have been requested. */
export function readStoredRequest(kind: Approval['kind'], stored: unknown): KeptRequest {
  const reading = { zone: 'UTC' };
  const request = keptRequest.read(stored, 'request', reading);
  return { ...request, act: kind === 'seal' ? signAct.read(stored, 'request', reading) : null };
}

export interface Approval {
  /** The enterprise that owns the seal or the contract. */
  readonly corpId: CorpId;
  readonly corpName: string;
  readonly approvalId: ApprovalId;
  readonly kind: 'seal' | 'contract';
  readonly status: ApprovalStatus;
  readonly flowCorpId: CorpId;
  readonly flowId: FlowId;
  readonly flowTitle: string;
  readonly flowCreateTime: Date;
  /** Participant whose act is waiting; null for contracts. */
  readonly participantId: ParticipantId | null;
  /** The seals that need approval, in the order of the act. */
  readonly sealIds: readonly SealId[];
  readonly sealName: string | null;
  readonly templateId: TemplateId | null;
  readonly requesterId: UserId;
  readonly requesterName: string;
  readonly request: KeptRequest;
  readonly failReason: string | null;
  readonly createTime: Date;
  readonly updateTime: Date;
  readonly expireTime: Date;
}

/** Whether it still waits for a decision. */
export function isOpenApproval({ status, expireTime }: Approval, now: Date): boolean {
  return status === ApprovalStatus.open && now < expireTime;
}
