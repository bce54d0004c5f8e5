import type { Id } from '@cinnabar/api/schema.js';

/** An enterprise that somebody else than its legal representative registers: it is not here before it is confirmed. */
export interface CorpRegistrationsTable {
  registration_id: Id<'CorpRegistration'>;
  /** Which the enterprise will have; its data key exists already. */
  corp_id: Id<'Corp'>;
  /** Who registers it, and becomes the owner. */
  user_id: Id<'User'>;
  /** The part in a contract by whose link they do. */
  flow_corp_id: Id<'Corp'>;
  flow_id: Id<'Flow'>;
  participant_id: Id<'Participant'>;
  corp_name: string;
  corp_code: string;
  legal_rep_name: string;
  /** Encrypted by the enterprise's data key. */
  legal_rep_ident_no: Uint8Array;
  /** To whose mobile the link went. */
  legal_rep_user_id: Id<'User'>;
  /** Of a first seal; null: none yet. */
  seal_name: string | null;
  /** `replaced`: the same person has registered again. */
  state: 'waiting' | 'confirmed' | 'rejected' | 'replaced';
  /** What the platform's operator has seen. */
  reason: string | null;
  created_at: Date;
  /** Until then it can be confirmed. */
  expire_time: Date;
  decided_at: Date | null;
}

export interface RegistrationTables {
  corp_registrations: CorpRegistrationsTable;
}
