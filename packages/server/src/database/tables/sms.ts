/** What a verification code is for. */
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

/** The newest verification code of a mobile, asker, purpose and subject; a new one of the same takes its place. */
export interface SmsCodesTable {
  mobile: string;
  /** Who asked: an application, the session of a link, or the hash of what a visitor of a page was answered. */
  asker: string;
  purpose: CodePurpose;
  /** What it is for, such as `flow 12`, several in one order, separated by commas; "" for any one thing. */
  subject: string;
  /** HMAC over all of these and the code: six digits alone would be found by trying. */
  code_hmac: string;
  sent_at: Date;
  expire_time: Date;
  /** Wrong tries so far. */
  failures: number;
  used_at: Date | null;
}

export interface SmsTables {
  sms_codes: SmsCodesTable;
}
