import type { Id } from '@cinnabar/api/schema.js';
import type { FacePurpose } from '../../database/tables/faces.js';
import type { CorpId, UserId } from '../../operation/context.js';
import type { FaceChannel, StartedFaceCheck } from '../../providers/face/port.js';
import type { ProviderProof } from '../../providers/provider-proof.js';

export type { FacePurpose, OwnFacePurpose } from '../../database/tables/faces.js';

/** The number is encrypted with the enterprise's data key. */
export interface NamedLegalRep {
  readonly name: string;
  readonly identNo: Uint8Array;
}

/** Subject of an intent that a check proves: an act in a flow, or the decision of an approval. */
export interface CoveredAct {
  /** Id of a flow or an approval. */
  readonly businessId: number;
  /** For an act in a flow; null for an approval. */
  readonly participantId: number | null;
  /** `text`: the displayed text, and marks that add no words to it. */
  readonly scope: 'text' | 'commands';
  /** SHA-256 of the terms, hexadecimal. */
  readonly digest: string;
  readonly attachmentIds: readonly Id<'Attachment'>[];
}

/** One face check of one person, for one purpose and certain subjects. */
export interface FaceOrder {
  /** Unguessable: anyone who knows it may view the order and return from the check. */
  readonly orderNo: string;
  /** null for a check that a person makes for themselves without an enterprise. */
  readonly corpId: CorpId | null;
  readonly userId: UserId;
  readonly purpose: FacePurpose;
  /** Ids of users, enterprises, flows or approvals, depending on the purpose. */
  readonly businessIds: readonly number[];
  readonly channel: FaceChannel;
  /**
   * Who requested the check, and alone may use its result: an application's id, the id of the link of the requesting
   * session, or a person's session.
   */
  readonly asker: string;
  readonly covered: readonly CoveredAct[];
  /** The person whose face is required, encrypted (sealed-subject.ts); null if they state who they are. */
  readonly subject: Uint8Array | null;
  /** The identity that the person stated for the latest start, encrypted alike. */
  readonly stated: Uint8Array | null;
  /** The latest start at the provider; null: not started. */
  readonly started: StartedFaceCheck | null;
  /** null: return to our own page. */
  readonly callbackUrl: string | null;
  /** For an enterprise without a record: the person who becomes its legal representative when the check passes. */
  readonly legalRep: NamedLegalRep | null;
  readonly createTime: Date;
  /** Time limit for the check. */
  readonly expireTime: Date;
  readonly result: 'pass' | 'fail' | null;
  readonly finishTime: Date | null;
  readonly useTime: Date | null;
  /** By which provider it was passed; null for the sandbox's. */
  readonly proof: ProviderProof | null;
}
