import type { Id } from '@cinnabar/api/schema.js';
import type { ColumnType, Generated } from 'kysely';
import type { JsonColumn, NullableJsonColumn } from '../json.js';

/** Values of an object's fields, by field. */
export type AuditFacts = Readonly<Record<string, string | number | boolean | null | readonly number[]>>;

/** `interface`: an application. `link`: a page that a person opened by a link. `platform`: the platform's operator. */
export type AuditSource = 'console' | 'interface' | 'link' | 'platform' | 'commandLine';

/** One act that the history of no flow records. Append-only; names no person except by id. */
export interface AuditEntriesTable {
  entry_id: Generated<Id<'AuditEntry'>>;
  /** The enterprise that the act concerns; null: none. */
  corp_id: Id<'Corp'> | null;
  /** Who acted; null: an application without an acting member, or nobody that is known. */
  user_id: Id<'User'> | null;
  /** The application through which they acted. */
  app_id: string | null;
  /** The person whom the act concerns, if it is not whoever acted. */
  subject_user_id: Id<'User'> | null;
  act: string;
  object_kind: string | null;
  object_id: number | null;
  /** Changed fields of the object; secrets and numbers are masked. */
  before: NullableJsonColumn<AuditFacts>;
  after: NullableJsonColumn<AuditFacts>;
  source: AuditSource;
  /** null: the act was no request. */
  request_id: string | null;
  made_at: Date;
}

/** The personal data of an entry, which may be erased: unlike the entry, it can be deleted, but not changed. */
export interface AuditPersonalDataTable {
  entry_id: Id<'AuditEntry'>;
  address: string | null;
  device: string | null;
  /** Names, titles and search texts. */
  texts: JsonColumn<AuditFacts>;
  /** 122 random bits, by which the chain binds these data: without it, they cannot be guessed from their digest. */
  salt: Generated<Uint8Array>;
}

/** Entries that wait to be chained, listed by a trigger. */
export interface AuditUnchainedTable {
  entry_id: Id<'AuditEntry'>;
}

/** The place of an entry in the chain of its enterprise. Append-only. */
export interface AuditLinksTable {
  /** The enterprise; 0: the platform. */
  chain: number;
  /** 1, 2, 3 … without gaps. */
  sequence: number;
  entry_id: Id<'AuditEntry'>;
  /** Digest of the personal data, which remains when they are erased. */
  personal: string;
  hash: string;
  hashed_by: ColumnType<'sha256' | 'sm3', 'sha256' | 'sm3' | undefined, never>;
}

/** The end of each chain, and what the last check of it has found. */
export interface AuditChainsTable {
  chain: number;
  entries: number;
  head: string | null;
  /** HMAC over chain, entries and head, by a key that the database does not have. */
  seal: string | null;
  /** Links that the running check has passed. */
  checked_to: number;
  /** Sequence of the first link that does not fit, as of the last completed check. */
  broken_at: number | null;
  /** When the last check was completed. */
  checked_at: Date | null;
}

export interface AuditTables {
  audit_entries: AuditEntriesTable;
  audit_personal_data: AuditPersonalDataTable;
  audit_unchained: AuditUnchainedTable;
  audit_links: AuditLinksTable;
  audit_chains: AuditChainsTable;
}
