import type { Id } from '@cinnabar/api/schema.js';

/** Accepted agreements: never changed, never removed. */
export interface ConsentsTable {
  user_id: Id<'User'>;
  agreement: string;
  version: string;
  /** SHA-256 of the words, hex. */
  text_hash: string;
  /** The enterprise that it was about; 0: none. */
  corp_id: Id<'Corp'> | 0;
  /** The contract in which it was given, whose history has it too; 0: none. */
  flow_id: Id<'Flow'> | 0;
  accepted_at: Date;
  address: string;
  device: string | null;
}

export interface ConsentTables {
  consents: ConsentsTable;
}
