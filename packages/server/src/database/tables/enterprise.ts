import type { Id } from '@cinnabar/api/schema.js';
import type { JsonColumn } from '../json.js';

export interface CorpsTable {
  corp_id: Id<'Corp'>;
  /** Unified social credit code (GB 32100); null until somebody has given it. */
  corp_code: string | null;
  corp_name: string;
  /** The name without differences of width, brackets and spaces: what makes two names the same enterprise. */
  name_key: string;
  legal_rep_name: string | null;
  /** Encrypted by the enterprise's data key. */
  legal_rep_ident_no: Uint8Array | null;
  ident_status: 'identified' | 'unidentified' | 'invalid';
  /** 0 ordinary, 10 to 12 VIP levels 1 to 3. */
  corp_level: number;
  level_expire_time: Date | null;
  /** The most that one payment may collect, in yuan. */
  max_amount: number;
  /** When the enterprise was registered with the authorities. */
  legal_date: Date | null;
  parent_id: Id<'Corp'> | null;
  settings: JsonColumn<Readonly<Record<string, unknown>>>;
  created_at: Date;
}

/** `contract`: contracts that may still be started; `collection`: contracts that collect a payment. */
export type Ledger = 'contract' | 'collection';

/** What a ledger's rows add up to. Its row is locked by every charge, so that rows and balance never part. */
export interface CorpBalancesTable {
  corp_id: Id<'Corp'>;
  ledger: Ledger;
  balance: number;
  /** How much of it belongs to packages that end: what remains of them adds up to this. */
  expiring: number;
  /** How many rows the ledger has: the position of its last one. */
  entries: number;
}

/** Append-only; the database itself refuses to change or delete a row. */
export interface LedgerEntriesTable {
  corp_id: Id<'Corp'>;
  ledger: Ledger;
  /** 1, 2, 3 ... in the order of the charges: times of parallel requests may cross, balances may not. */
  position: number;
  entry_id: Id<'LedgerEntry'>;
  record_type: string;
  /** Negative: taken away. */
  count: number;
  /** After this row. */
  balance: number;
  sign_flow_id: Id<'Flow'> | null;
  sign_flow_code: string | null;
  sign_flow_name: string | null;
  init_psn_name: string | null;
  order_code: string | null;
  remark: string | null;
  /** The package that it bought, took of, gave back to or ended; null: of what has no end. */
  package_id: Id<'LedgerPackage'> | null;
  created_at: Date;
}

/** Contracts or collections that end at a moment. The rows of the ledger that name a package add up to what remains. */
export interface LedgerPackagesTable {
  corp_id: Id<'Corp'>;
  ledger: Ledger;
  package_id: Id<'LedgerPackage'>;
  /** As it was bought. */
  count: number;
  remaining: number;
  /** When the package ends. */
  expire_at: Date;
  order_code: string | null;
  created_at: Date;
}

/** Append-only: how an enterprise came by its status, and by whom. */
export interface CorpIdentificationsTable {
  entry_id: Id<'CorpIdentification'>;
  corp_id: Id<'Corp'>;
  ident_status: 'identified' | 'unidentified' | 'invalid';
  /** `registration`: on a page, by the legal representative. `face`: theirs. `operator`: the platform's. */
  way: 'registration' | 'face' | 'operator';
  user_id: Id<'User'> | null;
  /** What the platform's operator has seen. */
  reason: string | null;
  created_at: Date;
}

export interface EnterpriseTables {
  corp_identifications: CorpIdentificationsTable;
  corps: CorpsTable;
  corp_balances: CorpBalancesTable;
  ledger_entries: LedgerEntriesTable;
  ledger_packages: LedgerPackagesTable;
}
