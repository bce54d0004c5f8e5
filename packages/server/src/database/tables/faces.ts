import type { Id } from '@cinnabar/api/schema.js';
import type { JsonColumn } from '../json.js';

/** Checks that persons make for themselves, in a session of theirs. */
export type OwnFacePurpose = 'ownMobile' | 'ownName' | 'ownReturn';

export type FacePurpose =
  | 'person'
  | 'legal'
  | 'signContract'
  | 'approvalSign'
  | 'receiveCorp'
  | 'registerCorp'
  | OwnFacePurpose;

/** A face check of one person for one purpose. */
export interface FaceOrdersTable {
  order_no: string;
  /** null: the person's own check. */
  corp_id: Id<'Corp'> | null;
  user_id: Id<'User'>;
  purpose: FacePurpose;
  /** Users, enterprises, flows or approvals, as the purpose says. */
  business_ids: readonly number[];
  channel: 'channelA' | 'channelB';
  /** Who had it made, and alone can use it: an application, or the session of a link. */
  asker: string;
  /** What the check is about, as digests (CoveredAct). */
  covered: JsonColumn<unknown>;
  /** The provider's number of the check. */
  h5face_id: string;
  /** null: back to our own page. */
  callback_url: string | null;
  /**
   * For an enterprise without a record: who becomes its legal representative on passing. The number is encrypted by its
   * data key.
   */
  legal_rep_name: string | null;
  legal_rep_ident_no: Uint8Array | null;
  created_at: Date;
  expire_time: Date;
  result: 'pass' | 'fail' | null;
  finished_at: Date | null;
  /** A result proves one intent. */
  used_at: Date | null;
}

/** Who a person says they are, in a check of their own: what passing it proves. */
export interface OwnFaceChecksTable {
  order_no: string;
  real_name: string;
  /** Encrypted by the platform's data key. */
  ident_num: Uint8Array;
  ident_num_index: string;
}

/** What was decided of checks that nobody made. */
export interface SandboxFacesTable {
  h5face_id: string;
  result: 'pass' | 'fail';
  real_name: string | null;
  ident_num: string | null;
}

export interface FaceTables {
  face_orders: FaceOrdersTable;
  own_face_checks: OwnFaceChecksTable;
  sandbox_faces: SandboxFacesTable;
}
