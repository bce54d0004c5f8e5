import { type Selectable, sql } from 'kysely';
import { gate, type Write } from '../../database/gathered-writes.js';
import type { Db, Tx } from '../../database/schema.js';
import type { SmsCodesTable } from '../../database/tables/sms.js';
import { type CodeBinding, covers, subjectText } from './code-binding.js';
import type { CodeState } from './rules.js';

export interface StoredCode extends CodeState {
  readonly mobile: string;
  readonly asker: string;
  readonly purpose: SmsCodesTable['purpose'];
  readonly subject: string;
  readonly codeHmac: string;
}

type CodeKey = Pick<StoredCode, 'mobile' | 'asker' | 'purpose' | 'subject'>;

export function keyOf({ mobile, asker, purpose, subject }: CodeBinding): CodeKey {
  return { mobile, asker, purpose, subject: subjectText(subject) };
}

function rowOf(code: StoredCode): SmsCodesTable {
  return {
    mobile: code.mobile,
    asker: code.asker,
    purpose: code.purpose,
    subject: code.subject,
    code_hmac: code.codeHmac,
    sent_at: code.sentAt,
    expire_time: code.expireTime,
    failures: code.failures,
    used_at: code.usedAt,
  };
}

function codeOf(row: Selectable<SmsCodesTable>): StoredCode {
  return {
    mobile: row.mobile,
    asker: row.asker,
    purpose: row.purpose,
    subject: row.subject,
    codeHmac: row.code_hmac,
    sentAt: row.sent_at,
    expireTime: row.expire_time,
    failures: row.failures,
    usedAt: row.used_at,
  };
}

/** The newest code of exactly that requester, purpose and subject, locked until the transaction ends. */
export async function lockCode(tx: Tx, key: CodeKey): Promise<StoredCode | null> {
  const row = await tx
    .selectFrom('sms_codes')
    .selectAll()
    .where('mobile', '=', key.mobile)
    .where('asker', '=', key.asker)
    .where('purpose', '=', key.purpose)
    .where('subject', '=', key.subject)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? null : codeOf(row);
}

/** All codes of the requester that could prove this, locked in a fixed order until the transaction ends. */
export async function lockCodesFor(tx: Tx, binding: CodeBinding): Promise<readonly StoredCode[]> {
  const rows = await tx
    .selectFrom('sms_codes')
    .selectAll()
    .where('mobile', '=', binding.mobile)
    .where('asker', '=', binding.asker)
    .where('purpose', '=', binding.purpose)
    .orderBy('subject')
    .forUpdate()
    .execute();
  return rows.map(codeOf).filter(({ subject }) => covers(subject, binding.subject));
}

/** Stores a code in place of the previous one of its requester, purpose and subject. */
export async function saveCode(tx: Tx, code: StoredCode): Promise<void> {
  const row = rowOf(code);
  await tx
    .insertInto('sms_codes')
    .values(row)
    .onConflict((conflict) => conflict.columns(['mobile', 'asker', 'purpose', 'subject']).doUpdateSet(row))
    .execute();
}

/** Consumes a code that is locked, as part of a gathered statement. */
export function consumedCode({ mobile, asker, purpose, subject }: CodeKey, now: Date): Write {
  return {
    name: 'consumed_code',
    body: sql`update sms_codes set used_at = ${now}::timestamptz from ${gate}
      where mobile = ${mobile} and asker = ${asker} and purpose = ${purpose} and subject = ${subject}`,
  };
}

export async function removeCode(tx: Tx, code: StoredCode): Promise<void> {
  await tx
    .deleteFrom('sms_codes')
    .where('mobile', '=', code.mobile)
    .where('asker', '=', code.asker)
    .where('purpose', '=', code.purpose)
    .where('subject', '=', code.subject)
    .execute();
}

/** Deletes codes that expired before the given time. */
export async function removeOldCodes(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sms_codes').where('expire_time', '<', before).execute();
}
