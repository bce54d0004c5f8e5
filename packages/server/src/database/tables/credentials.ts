import type { Id } from '@cinnabar/api/schema.js';
import type { Generated } from 'kysely';

export interface ApplicationsTable {
  app_id: string;
  corp_id: Id<'Corp'>;
  name: string;
  /** SHA-256 of 256 random bits, which cannot be guessed, so no slow hash is required. */
  secret_hash: string;
  /** The secret before the last rotation, and how long it is accepted. */
  previous_secret_hash: string | null;
  previous_until: Date | null;
  status: 'enabled' | 'disabled';
  /** The status to which reopening the enterprise restores it; null: the enterprise is not closed. */
  state_when_closed: Generated<string | null>;
  /** IP addresses and CIDR ranges from which the application may call; empty: any. */
  allow_list: readonly string[];
  created_at: Date;
}

export interface AccessTokensTable {
  /** SHA-256, lower-case hexadecimal digits. */
  token_hash: string;
  app_id: string;
  corp_id: Id<'Corp'>;
  expire_time: Date;
  created_at: Date;
  /** From where it was asked for; null: not recorded. */
  address: string | null;
}

export interface CredentialsTables {
  applications: ApplicationsTable;
  access_tokens: AccessTokensTable;
}
