/** Purpose of a verification code. */
export type CodePurpose =
  | 'link'
  | 'mine'
  | 'sign'
  | 'approval'
  | 'signPwd'
  | 'autoSign'
  | 'join'
  | 'personalContracts'
  | 'mobileChange';

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

export interface SmsTables {
  sms_codes: SmsCodesTable;
}
