import type { Id } from '@cinnabar/api/schema.js';
import type { JsonColumn } from '../json.js';

export type FacePurpose =
  | 'person'
  | 'legal'
  | 'signContract'
  | 'approvalSign'
  | 'receiveCorp'
  | 'registerCorp';

/** A face check of one person for one purpose. */
export interface FaceOrdersTable {
  order_no: string;
  corp_id: Id<'Corp'>;
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
  /** Of an enterprise that has none on record: whom passing writes down. The number is under its data key. */
  legal_rep_name: string | null;
  legal_rep_ident_no: Uint8Array | null;
  created_at: Date;
  expire_time: Date;
  result: 'pass' | 'fail' | null;
  finished_at: Date | null;
  /** A result proves one intent. */
  used_at: Date | null;
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
  sandbox_faces: SandboxFacesTable;
}
