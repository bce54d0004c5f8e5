/**
 * The sign flow as the area's rules see it: plain data, loaded as a whole, changed only by commits that increment its
 * revision.
 */
import type { PaymentPriority, SignStatus } from '@cinnabar/api/enums.js';
import type { Id } from '@cinnabar/api/schema.js';
import type { KeptAttribute, TemplateComponentId } from '@cinnabar/api/schemas/component.js';
import type { ComponentId, FileId, FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { TemplateId } from '@cinnabar/api/schemas/template.js';
import type { PageSize } from '@cinnabar/pdf/model.js';
import type { PlacedSeal } from '@cinnabar/pdf/sign/covered-place.js';
import type { ReachedStatus } from '../../../database/tables/flows.js';
import type { CorpId, UserId } from '../../../operation/context.js';

export { FlowStatus, SignStatus } from '@cinnabar/api/enums.js';

/** Payment due from a party with this contract. */
export interface Payee {
  readonly payeeId: Id<'Payee'>;
  readonly amountFen: number;
  readonly paid: boolean;
  readonly audited: boolean;
  readonly priority: PaymentPriority;
  readonly remark: string | null;
}

export interface Participant {
  readonly participantId: ParticipantId;
  readonly participantFlag: string;
  readonly type: 'enterprise' | 'person';
  readonly fills: boolean;
  readonly signs: boolean;
  /** null for persons, and while a named enterprise is not registered. */
  readonly corpId: CorpId | null;
  /** "" for persons. */
  readonly corpName: string;
  readonly psnId: UserId;
  readonly psnName: string;
  readonly psnAccount: string;
  readonly draftSort: number;
  readonly signOrder: number;
  readonly signStatus: SignStatus;
  /** Whether their own filling is finished (or there was nothing to fill). */
  readonly filled: boolean;
  readonly draftTime: Date | null;
  readonly signTime: Date | null;
  readonly payee: Payee | null;
}

export interface FlowFile {
  readonly fileId: FileId;
  readonly fileCode: string;
  readonly fileName: string;
  /** Permanent storage key of the original upload. */
  readonly fileKey: string;
  /** Blob of the normalised upload, without values. */
  readonly baseHash: string;
  /** Blob of the newest revision: normalised, then filled with empty signature fields, then signed. */
  readonly currentHash: string;
  readonly pages: readonly PageSize[];
}

export interface Component {
  readonly componentId: ComponentId;
  readonly participantId: ParticipantId;
  readonly fileId: FileId;
  readonly templateComponentId: TemplateComponentId | null;
  readonly componentKey: string | null;
  readonly componentName: string;
  readonly componentType: number;
  /** The value as drawn; null if there is none. For a signature area: the text placed there by its signer. */
  readonly value: string | null;
  readonly required: boolean;
  readonly pageNum: number;
  readonly positionX: number;
  readonly positionY: number;
  /** Size, font and formats; lengths in px. */
  readonly attribute: KeptAttribute;
  /** The mark placed here by signing; null before signing, and for other controls. */
  readonly placed: MarkRecord | null;
}

/** A mark of a signing act: in an area of the flow, or at a place that the signer chose. */
export interface MarkRecord {
  readonly kind: 'seal' | 'remark' | 'date';
  /** The signer chose the place, and the control was created with the mark. */
  readonly free: boolean;
  /** Size of the painted seal; null if it stays within its box or was not recorded. */
  readonly seal: PlacedSeal | null;
  /** SHA-256 of the picture given instead of text. */
  readonly picture: string | null;
  /** For an encrypted contract: salt for the hashes of its texts in the history. */
  readonly salt: string | null;
}

export const signatureAreaType = 6;

export interface Flow {
  /** The initiating enterprise. */
  readonly corpId: CorpId;
  readonly corpName: string;
  readonly flowId: FlowId;
  readonly flowCode: string;
  readonly title: string;
  readonly status: ReachedStatus;
  /** Incremented by every commit; a commit based on an earlier revision is rejected. */
  readonly revision: number;
  readonly templateId: TemplateId | null;
  readonly initiatorId: UserId;
  readonly initiatorName: string;
  readonly remark: string;
  /** Reason of the end, for revoked, expired and refused. */
  readonly endReason: string | null;
  readonly encrypted: boolean;
  readonly confidential: boolean;
  readonly reversePay: boolean;
  readonly feePaid: boolean;
  readonly sourceOrderCode: string | null;
  readonly createTime: Date;
  readonly startTime: Date | null;
  readonly finishTime: Date | null;
  readonly deadline: Date | null;
  readonly eventCount: number;
  readonly eventHead: string | null;
  /** Random part of every digest of the flow's content, so that no content can be guessed from its digest. */
  readonly digestSalt: string;
  /** Its record was deleted and is visible to nobody. */
  readonly deletedAt: Date | null;
  /** Batch in which the flow was started. */
  readonly batchId: Id<'Batch'> | null;
  /** Time of the last reminder. */
  readonly remindedAt: Date | null;
  readonly participants: readonly Participant[];
  readonly files: readonly FlowFile[];
  readonly components: readonly Component[];
  readonly copiers: readonly Copier[];
  /** Number of attachments when it was loaded; every change of them is a commit of the flow. */
  readonly attachmentCount: number;
  /** Whether an approval was open when it was loaded; every approval is opened with a commit of its flow. */
  readonly hasOpenApprovals: boolean;
}

export interface Copier {
  readonly copierId: number;
  readonly type: 'person' | 'enterprise';
  readonly corpId: CorpId | null;
  readonly corpName: string;
  readonly psnId: UserId | null;
  readonly psnName: string;
  readonly psnAccount: string;
}

export type AttachmentId = Id<'Attachment'>;

export interface Attachment {
  readonly attachmentId: AttachmentId;
  readonly fileName: string;
  readonly fileKey: string;
  readonly bySigner: boolean;
}
