import type { Id } from '@cinnabar/api/schema.js';
import type { Generated } from 'kysely';

/** Accepted agreements; append-only. */
export interface ConsentsTable {
  user_id: Id<'User'>;
  agreement: string;
  version: string;
  /** SHA-256 of the text, hexadecimal. */
  text_hash: string;
  /** The enterprise concerned; 0: none. */
  corp_id: Id<'Corp'> | 0;
  /** The contract in which consent was given, and whose history records it too; 0: none. */
  flow_id: Id<'Flow'> | 0;
  accepted_at: Date;
  address: string;
  device: string | null;
  /** Withdrawals of the agreement before this acceptance. */
  round: Generated<number>;
}

/** Withdrawn consents; append-only. */
export interface ConsentWithdrawalsTable {
  user_id: Id<'User'>;
  agreement: string;
  withdrawn_at: Date;
}

export interface ConsentTables {
  consent_withdrawals: ConsentWithdrawalsTable;
  consents: ConsentsTable;
}
