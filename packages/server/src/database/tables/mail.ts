import type { Id } from '@cinnabar/api/schema.js';
import type { MailLanguage } from '@cinnabar/api/schemas/email.js';

/** The mail address of a person, as an enterprise has given it, for the notices about its own affairs. */
export interface MailAddressesTable {
  corp_id: Id<'Corp'>;
  user_id: Id<'User'>;
  /** The flow of whose participants it was given; 0: the address of the enterprise's member. */
  flow_id: Id<'Flow'> | 0;
  /** Encrypted by the enterprise's data key. */
  address: Uint8Array;
  language: MailLanguage;
  saved_at: Date;
  /** A mail server has stated that the mailbox does not exist; null: none has since the address was saved. */
  failed_at: Date | null;
}

/** Every mail that was attempted, so that none is sent twice. */
export interface MailsTable {
  /** Keyed digest of the idempotency key, which contains mobiles. */
  message_key: string;
  /**
   * `sending`: a process has begun to send it, and may have ended since. `unknown`: it may have been delivered. Neither
   * is sent again.
   */
  state: 'waiting' | 'sending' | 'sent' | 'failed' | 'unknown';
  changed_at: Date;
}

export interface MailTables {
  mail_addresses: MailAddressesTable;
  mails: MailsTable;
}
