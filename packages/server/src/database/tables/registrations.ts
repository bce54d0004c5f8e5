import type { Id } from '@cinnabar/api/schema.js';

/**
 * Registration of an enterprise by someone other than its legal representative; the enterprise is created on
 * confirmation.
 */
export interface CorpRegistrationsTable {
  registration_id: Id<'CorpRegistration'>;
  /** Reserved id of the enterprise; its data key exists already. */
  corp_id: Id<'Corp'>;
  /** The person who registers it and becomes its owner. */
  user_id: Id<'User'>;
  /** The part in a contract through whose link it is registered. */
  flow_corp_id: Id<'Corp'>;
  flow_id: Id<'Flow'>;
  participant_id: Id<'Participant'>;
  corp_name: string;
  corp_code: string;
  legal_rep_name: string;
  /** Encrypted by the enterprise's data key. */
  legal_rep_ident_no: Uint8Array;
  /** The person to whose mobile the link was sent. */
  legal_rep_user_id: Id<'User'>;
  /** Name of a first seal; null: none yet. */
  seal_name: string | null;
  /** `replaced`: the same person has registered again. */
  state: 'waiting' | 'confirmed' | 'rejected' | 'replaced';
  /** Evidence that the operator has checked. */
  reason: string | null;
  created_at: Date;
  /** Time until which it can be confirmed. */
  expire_time: Date;
  decided_at: Date | null;
}

export interface RegistrationTables {
  corp_registrations: CorpRegistrationsTable;
}
