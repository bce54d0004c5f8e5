import type { Id } from '@cinnabar/api/schema.js';
import type { JsonColumn } from '../json.js';

/** Purposes of face checks that persons perform for themselves, in their own session. */
export type OwnFacePurpose = 'ownMobile' | 'ownName' | 'ownReturn' | 'ownProof';

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
  /** Ids of users, enterprises, flows or approvals, depending on the purpose. */
  business_ids: readonly number[];
  channel: 'channelA' | 'channelB';
  /** Requester, and the only one that can use the result: an application, or a link session. */
  asker: string;
  /** Digests of the acts that the check covers (CoveredAct). */
  covered: JsonColumn<unknown>;
  /** The person whose face is required, encrypted for the order until it ends; null: they state it at the start. */
  subject: Uint8Array | null;
  stated_subject: Uint8Array | null;
  /** Our number of the latest attempt at the provider. */
  attempt_no: string | null;
  device: 'phone' | 'pc' | null;
  /** The provider's id of the check; null: not started. */
  h5face_id: string | null;
  /** null: return to our own page. */
  callback_url: string | null;
  /**
   * For an unregistered enterprise: the legal representative after a passed check. The number is encrypted with the
   * enterprise's data key.
   */
  legal_rep_name: string | null;
  legal_rep_ident_no: Uint8Array | null;
  created_at: Date;
  expire_time: Date;
  result: 'pass' | 'fail' | null;
  finished_at: Date | null;
  /** What the provider stated about the check, without pictures. */
  provider_record: JsonColumn<unknown> | null;
  /** Time of use; a result proves only one intent. */
  used_at: Date | null;
}

/** The identity that a person claims in a face check of their own, and that passing it proves. */
export interface OwnFaceChecksTable {
  order_no: string;
  real_name: string;
  /** Encrypted by the platform's data key. */
  ident_num: Uint8Array;
  ident_num_index: string;
}

/** Results of simulated checks. */
export interface SandboxFacesTable {
  h5face_id: string;
  result: 'pass' | 'fail';
  real_name: string | null;
  ident_num: string | null;
}

/** Access tokens and signing tickets of providers, which all processes share. */
export interface ProviderTicketsTable {
  /** The provider and our account there. */
  provider: string;
  kind: string;
  /** Encrypted by the platform's data key. */
  ticket: Uint8Array;
  obtained_at: Date;
  expire_time: Date;
}

/** The process that obtains new tickets of a provider. */
export interface ProviderRefreshesTable {
  provider: string;
  /** The others may take over afterwards. */
  until: Date;
}

export interface FaceTables {
  face_orders: FaceOrdersTable;
  own_face_checks: OwnFaceChecksTable;
  sandbox_faces: SandboxFacesTable;
  provider_tickets: ProviderTicketsTable;
  provider_refreshes: ProviderRefreshesTable;
}
