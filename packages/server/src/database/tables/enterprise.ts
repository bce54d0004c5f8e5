import type { Id } from '@cinnabar/api/schema.js';
import type { JsonColumn } from '../json.js';

export interface CorpsTable {
  corp_id: Id<'Corp'>;
  /** Unified social credit code (GB 32100); null if unknown. */
  corp_code: string | null;
  corp_name: string;
  /** Normalised name, without differences in width, brackets and spaces; equal for names of the same enterprise. */
  name_key: string;
  legal_rep_name: string | null;
  /** Encrypted by the enterprise's data key. */
  legal_rep_ident_no: Uint8Array | null;
  ident_status: 'identified' | 'unidentified' | 'invalid';
  /** 0 ordinary, 10 to 12 VIP levels 1 to 3. */
  corp_level: number;
  level_expire_time: Date | null;
  /** Maximum amount of one payment, in yuan. */
  max_amount: number;
  /** Date of the enterprise's official registration. */
  legal_date: Date | null;
  parent_id: Id<'Corp'> | null;
  settings: JsonColumn<Readonly<Record<string, unknown>>>;
  created_at: Date;
}

/** `contract`: contracts that may still be started; `collection`: contracts that collect a payment. */
export type Ledger = 'contract' | 'collection';

/** Sum of a ledger's rows. Every charge locks this row, so that ledger and balance always agree. */
export interface CorpBalancesTable {
  corp_id: Id<'Corp'>;
  ledger: Ledger;
  balance: number;
  /** Part of the balance that belongs to packages with an end date: the sum of their remaining counts. */
  expiring: number;
  /** Number of rows of the ledger, which is the position of the last one. */
  entries: number;
}

/** Append-only, as enforced by the database. */
export interface LedgerEntriesTable {
  corp_id: Id<'Corp'>;
  ledger: Ledger;
  /** 1, 2, 3 ... in order of the charges. Times of concurrent requests may be out of order, balances may not. */
  position: number;
  entry_id: Id<'LedgerEntry'>;
  record_type: string;
  /** Negative for a deduction. */
  count: number;
  /** Balance after this row. */
  balance: number;
  sign_flow_id: Id<'Flow'> | null;
  sign_flow_code: string | null;
  sign_flow_name: string | null;
  init_psn_name: string | null;
  order_code: string | null;
  remark: string | null;
  /** The package that was bought, charged, refunded or expired; null: contracts without an end date. */
  package_id: Id<'LedgerPackage'> | null;
  created_at: Date;
}

/** Contracts or collections that expire. The ledger rows of a package add up to its remaining count. */
export interface LedgerPackagesTable {
  corp_id: Id<'Corp'>;
  ledger: Ledger;
  package_id: Id<'LedgerPackage'>;
  /** Purchased count. */
  count: number;
  remaining: number;
  /** When the package ends. */
  expire_at: Date;
  order_code: string | null;
  created_at: Date;
}

/** Append-only: how and by whom an enterprise's status was established. */
export interface CorpIdentificationsTable {
  entry_id: Id<'CorpIdentification'>;
  corp_id: Id<'Corp'>;
  ident_status: 'identified' | 'unidentified' | 'invalid';
  /**
   * `registration`: on a page, by the legal representative. `face`: by the legal representative's face check.
   * `operator`: by the operator.
   */
  way: 'registration' | 'face' | 'operator';
  user_id: Id<'User'> | null;
  /** Evidence that the operator has checked. */
  reason: string | null;
  created_at: Date;
}

/** An enterprise that is closed. Reopening deletes the row. */
export interface CorpClosuresTable {
  corp_id: Id<'Corp'>;
  closed_at: Date;
  /** When its data are removed. */
  remove_after: Date;
  former_status: CorpsTable['ident_status'];
  /** The credit code, which evidence names, once the enterprise's own is free for another registration. */
  former_code: string | null;
  /** When the removal began: from then on it cannot be reopened. */
  removing_at: Date | null;
  removed_at: Date | null;
  /** Rows that were removed, by table. */
  removed: JsonColumn<Readonly<Record<string, number>>>;
}

/** The logo on the pages of an enterprise's signers. */
export interface CorpLogosTable {
  corp_id: Id<'Corp'>;
  /** Content hash of the picture, a PNG that the service has encoded. */
  hash: string;
  /** Part of the picture's address, which whoever knows it may open: 256 random bits. */
  logo_key: string;
  /** px. */
  width: number;
  height: number;
  saved_at: Date;
}

export interface EnterpriseTables {
  corp_closures: CorpClosuresTable;
  corp_identifications: CorpIdentificationsTable;
  corps: CorpsTable;
  corp_logos: CorpLogosTable;
  corp_balances: CorpBalancesTable;
  ledger_entries: LedgerEntriesTable;
  ledger_packages: LedgerPackagesTable;
}
