import { type RawBuilder, type Selectable, sql } from 'kysely';
import { gate, type Write } from '../../database/gathered-writes.js';
import { countedWithin } from '../../database/rate-counters.js';
import { type Removed, removeCounted } from '../../database/remove-counted.js';
import type { Db, Tx } from '../../database/schema.js';
import type { SmsCodesTable } from '../../database/tables/sms.js';
import type { SmsFailure } from '../../providers/sms/port.js';
import { type CodeBinding, covers, subjectText } from './code-binding.js';
import { type CodeState, delayingTimes, WRONG_CODES_ALLOWED } from './rules.js';

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

/** Limits of codes: of the mobile, whose row lock serialises its requests, and of the requesting address. */
export interface CodeLimits {
  readonly ofMobile: CodeLimit;
  readonly ofAddress: CodeLimit;
}

export interface CodeLimit {
  readonly name: string;
  readonly windowMs: number;
  readonly most: number;
}

/** What has become of a code that was to be stored. */
export interface Reserved {
  /** Starts of the windows in which it was counted; null: the limit is reached. */
  readonly ofMobile: Date | null;
  readonly ofAddress: Date | null;
  /** The code before it, if the limits permit another one. */
  readonly previous: StoredCode | null;
  readonly saved: boolean;
}

/**
 * Counts a code and stores it in place of the previous one, in one statement and therefore without holding the lock of
 * the address, which many share, across round trips. What was counted for a code that was not stored is subtracted by
 * the caller.
 */
export async function reserveCode(
  db: Db,
  code: StoredCode,
  limits: CodeLimits,
  now: Date,
): Promise<Reserved> {
  const { mobile, asker, purpose, subject } = code;
  const { after, until } = delayingTimes(now);
  const values = sql.join(Object.values(rowOf(code)).map((value) => sql`${value}`));
  type Row = Selectable<SmsCodesTable> & {
    readonly of_mobile: Date | null;
    readonly of_address: Date | null;
    readonly follows: boolean;
    readonly saved: boolean;
  };
  const { rows } = await sql<Row>`
    with of_mobile as (${countedWithin(limits.ofMobile, now)}),
    of_address as (${countedWithin(limits.ofAddress, now, 'of_mobile')}),
    previous as (
      select * from sms_codes
      where mobile = ${mobile} and asker = ${asker} and purpose = ${purpose} and subject = ${subject}
        and exists (select from of_address)
      for update
    ),
    saved as (
      insert into sms_codes (${sql.join(Object.keys(rowOf(code)).map((column) => sql.ref(column)))})
      select ${values}
      where exists (select from of_address)
        and not exists (
          select from previous
          where used_at is null and sent_at > ${after}::timestamptz and sent_at <= ${until}::timestamptz
        )
      on conflict (mobile, asker, purpose, subject) do update set
        code_hmac = excluded.code_hmac, sent_at = excluded.sent_at, expire_time = excluded.expire_time,
        failures = excluded.failures, used_at = excluded.used_at
      where sms_codes.used_at is not null
        or sms_codes.sent_at <= ${after}::timestamptz or sms_codes.sent_at > ${until}::timestamptz
      returning mobile
    )
    select previous.*, previous.mobile is not null as follows, (select window_start from of_mobile) as of_mobile,
      (select window_start from of_address) as of_address, exists (select from saved) as saved
    from (select) as one left join previous on true
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the code was neither stored nor refused');
  const { of_mobile: ofMobile, of_address: ofAddress, saved } = row;
  return { ofMobile, ofAddress, previous: row.follows ? codeOf(row) : null, saved };
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

/**
 * A gate that locks the first open one of these codes of one requester and purpose, and returns its subject; see isOpen.
 */
export function rightCode(
  codes: readonly (CodeKey & Pick<StoredCode, 'codeHmac'>)[],
  now: Date,
): RawBuilder<unknown> {
  const given = sql.join(
    codes.map(
      ({ mobile, asker, purpose, subject, codeHmac }) => sql`(
        mobile = ${mobile} and asker = ${asker} and purpose = ${purpose} and subject = ${subject}
        and code_hmac = ${codeHmac}
      )`,
    ),
    sql` or `,
  );
  return sql`select subject from sms_codes
    where (${given}) and used_at is null and failures < ${WRONG_CODES_ALLOWED}::integer
      and expire_time > ${now}::timestamptz
    order by subject limit 1 for update`;
}

/** Consumes the code that the gate of rightCode has locked. */
export function consumedRightCode({ mobile, asker, purpose }: Omit<CodeKey, 'subject'>, now: Date): Write {
  return {
    name: 'consumed_code',
    body: sql`update sms_codes set used_at = ${now}::timestamptz from ${gate}
      where mobile = ${mobile} and asker = ${asker} and purpose = ${purpose}
        and sms_codes.subject = ${gate}.subject`,
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
export function removeOldCodes(db: Db, before: Date): Promise<Removed> {
  return removeCounted(db, 'sms_codes', 'expire_time', sql`expire_time < ${before}`);
}

/** Records that the provider has rejected a message to the mobile for good. */
export async function saveRejection(
  db: Db | Tx,
  mobile: string,
  failure: SmsFailure,
  now: Date,
): Promise<void> {
  const rejection = { failure, rejected_at: now };
  await db
    .insertInto('sms_rejections')
    .values({ mobile, ...rejection })
    .onConflict((conflict) => conflict.column('mobile').doUpdateSet(rejection))
    .execute();
}
