import type { SmsType } from '@cinnabar/api/sms.js';
import type { Tx } from '../../database/schema.js';
import type { SmsCodesTable } from '../../database/tables/sms.js';
import type { CodeState } from './rules.js';

export interface StoredCode extends CodeState {
  readonly mobile: string;
  readonly smsType: SmsType;
  readonly codeHmac: string;
}

function rowOf(code: StoredCode): SmsCodesTable {
  return {
    mobile: code.mobile,
    sms_type: code.smsType,
    code_hmac: code.codeHmac,
    sent_at: code.sentAt,
    expire_time: code.expireTime,
    failures: code.failures,
    used_at: code.usedAt,
  };
}

/** The newest code of a mobile and scenario, locked until the transaction ends. */
export async function lockCode(tx: Tx, mobile: string, smsType: SmsType): Promise<StoredCode | null> {
  const row = await tx
    .selectFrom('sms_codes')
    .selectAll()
    .where('mobile', '=', mobile)
    .where('sms_type', '=', smsType)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    mobile: row.mobile,
    smsType: row.sms_type,
    codeHmac: row.code_hmac,
    sentAt: row.sent_at,
    expireTime: row.expire_time,
    failures: row.failures,
    usedAt: row.used_at,
  };
}

/** Stores a code in the place of the last one of its mobile and scenario. */
export async function saveCode(tx: Tx, code: StoredCode): Promise<void> {
  const row = rowOf(code);
  await tx
    .insertInto('sms_codes')
    .values(row)
    .onConflict((conflict) => conflict.columns(['mobile', 'sms_type']).doUpdateSet(row))
    .execute();
}

export async function removeCode(tx: Tx, code: StoredCode): Promise<void> {
  await tx
    .deleteFrom('sms_codes')
    .where('mobile', '=', code.mobile)
    .where('sms_type', '=', code.smsType)
    .execute();
}
