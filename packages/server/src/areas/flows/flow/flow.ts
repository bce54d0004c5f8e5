/**
 * The sign flow as the area thinks of it: plain data, loaded whole, changed only by commits that count its revision.
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
  /** null while an enterprise is named that is not here yet, and for persons. */
  readonly corpId: CorpId | null;
  /** "" for persons. */
  readonly corpName: string;
  readonly psnId: UserId;
  readonly psnName: string;
  readonly psnAccount: string;
  readonly draftSort: number;
  readonly signOrder: number;
  readonly signStatus: SignStatus;
  /** Whether their own filling is over (or there was nothing to fill). */
  readonly filled: boolean;
  readonly draftTime: Date | null;
  readonly signTime: Date | null;
  readonly payee: Payee | null;
}

export interface FlowFile {
  readonly fileId: FileId;
  readonly fileCode: string;
  readonly fileName: string;
  /** Permanent storage key of the upload it came from. */
  readonly fileKey: string;
  /** Blob of the normalised upload, without values. */
  readonly baseHash: string;
  /** Blob of the newest revision: base, then with values and empty fields, then signed. */
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
  /** As drawn; null while there is none. Of a signature area: the words that its signer has placed there. */
  readonly value: string | null;
  readonly required: boolean;
  readonly pageNum: number;
  readonly positionX: number;
  readonly positionY: number;
  /** Size, font, formats; lengths in px. */
  readonly attribute: KeptAttribute;
  /** What signing has placed here; null before signing, and for anything but a signature area. */
  readonly placed: MarkRecord | null;
}

/** A mark of a signing act: in an area of the flow, or where its signer chose. */
export interface MarkRecord {
  readonly kind: 'seal' | 'remark' | 'date';
  /** The signer chose the place, and the control came into being with the mark. */
  readonly free: boolean;
  /** Size of the painted seal; null if it stays within its box or was not recorded. */
  readonly seal: PlacedSeal | null;
  /** SHA-256 of the picture that is there instead of words, as it was given. */
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
  /** Counts every committed change; a commit that was built on another revision is lost. */
  readonly revision: number;
  readonly templateId: TemplateId | null;
  readonly initiatorId: UserId;
  readonly initiatorName: string;
  readonly remark: string;
  /** Why it ended, for revoked, expired and refused. */
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
  /** Random; part of every digest of the flow's content, so that none can be guessed back. */
  readonly digestSalt: string;
  /** Its record was deleted: nobody sees it any more. */
  readonly deletedAt: Date | null;
  /** Batch in which the flow was started. */
  readonly batchId: Id<'Batch'> | null;
  readonly participants: readonly Participant[];
  readonly files: readonly FlowFile[];
  readonly components: readonly Component[];
  readonly copiers: readonly Copier[];
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

export interface Attachment {
  readonly attachmentId: Id<'Attachment'>;
  readonly fileName: string;
  readonly fileKey: string;
  readonly bySigner: boolean;
}
