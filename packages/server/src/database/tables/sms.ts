import type { Id } from '@cinnabar/api/schema.js';

/** Purpose of a verification code. */
export type CodePurpose =
  | 'link'
  | 'mine'
  | 'login'
  | 'freshProof'
  | 'sign'
  | 'approval'
  | 'signPwd'
  | 'autoSign'
  | 'join'
  | 'personalContracts'
  | 'mobileChange'
  | 'dataExport'
  | 'dataErasure';

/** The newest verification code for a mobile, requester, purpose and subject; a new one replaces it. */
export interface SmsCodesTable {
  mobile: string;
  /** Requester: an application, a link session, or the hash of the token returned to a visitor of a page. */
  asker: string;
  purpose: CodePurpose;
  /** Subject, such as `flow 12`; several are separated by commas in a fixed order; "" for any one subject. */
  subject: string;
  /** HMAC over all of these and the code: a plain hash of six digits could be inverted by trying all codes. */
  code_hmac: string;
  sent_at: Date;
  expire_time: Date;
  /** Number of wrong attempts. */
  failures: number;
  used_at: Date | null;
}

/** The last message to each mobile that its provider rejected for good. */
export interface SmsRejectionsTable {
  mobile: string;
  failure: string;
  rejected_at: Date;
}

/**
 * - `sending`: a provider is being asked, or gave no usable answer
 * - `accepted`: the provider has it
 * - `unknown`: it could not be found out whether the provider has sent it
 */
export type SmsMessageState = 'sending' | 'accepted' | 'delivered' | 'undelivered' | 'unknown';

/** Messages that real providers were asked to send, for a month. Their texts are not stored. */
export interface SmsMessagesTable {
  idempotency_key: string;
  mobile: string;
  template: string;
  state: SmsMessageState;
  /** Name of the adapter that was asked last. */
  provider: string;
  /** The provider's id; null until it is accepted. */
  provider_msg_id: string | null;
  /** Why it was not delivered: the provider's code. */
  failure: string | null;
  /** The contract that it is about. */
  corp_id: Id<'Corp'> | null;
  flow_id: Id<'Flow'> | null;
  created_at: Date;
  changed_at: Date;
}

export interface SmsTables {
  sms_messages: SmsMessagesTable;
  sms_rejections: SmsRejectionsTable;
  sms_codes: SmsCodesTable;
}
