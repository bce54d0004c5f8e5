import type { SmsType } from '@cinnabar/api/sms.js';

/** The newest verification code of a mobile and scenario; a new one takes the place of the old. */
export interface SmsCodesTable {
  mobile: string;
  sms_type: SmsType;
  /** HMAC over mobile, scenario and code: six digits alone would be found by trying. */
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
