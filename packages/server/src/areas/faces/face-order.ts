import type { Id } from '@cinnabar/api/schema.js';
import type { FacePurpose } from '../../database/tables/faces.js';
import type { CorpId, UserId } from '../../operation/context.js';
import type { FaceChannel } from '../../providers/face/port.js';

export type { FacePurpose, OwnFacePurpose } from '../../database/tables/faces.js';

/** The number is encrypted, under the enterprise's data key. */
export interface NamedLegalRep {
  readonly name: string;
  readonly identNo: Uint8Array;
}

/** Something that a check proves the intent of: an act in a flow, or the decision of an approval. */
export interface CoveredAct {
  /** A flow, or an approval. */
  readonly businessId: number;
  /** For an act in a flow; null for an approval. */
  readonly participantId: number | null;
  /** `text`: what is shown, and marks that add no words to it. */
  readonly scope: 'text' | 'commands';
  /** SHA-256 of the terms, hexadecimal. */
  readonly digest: string;
  readonly attachmentIds: readonly Id<'Attachment'>[];
}

/** One face check: of one person, for one purpose, about certain things. */
export interface FaceOrder {
  /** Anyone who knows it may look at the order and come back from the check; it cannot be guessed. */
  readonly orderNo: string;
  /** null: of a check that the person makes for themselves, and no enterprise asked for. */
  readonly corpId: CorpId | null;
  readonly userId: UserId;
  readonly purpose: FacePurpose;
  /** Users, enterprises, flows or approvals, as the purpose says. */
  readonly businessIds: readonly number[];
  readonly channel: FaceChannel;
  /**
   * Who had it made, and alone can use it: an application's id, that of a link whose session asked, or a person's
   * session.
   */
  readonly asker: string;
  readonly covered: readonly CoveredAct[];
  /** The provider's number of the check. */
  readonly h5faceId: string;
  /** null: back to our own page. */
  readonly callbackUrl: string | null;
  /** For an enterprise without a record: who becomes its legal representative on passing. */
  readonly legalRep: NamedLegalRep | null;
  readonly createTime: Date;
  /** Until then the check can be made. */
  readonly expireTime: Date;
  readonly result: 'pass' | 'fail' | null;
  readonly finishTime: Date | null;
  readonly useTime: Date | null;
}
