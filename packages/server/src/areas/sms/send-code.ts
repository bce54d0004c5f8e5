import { randomInt } from 'node:crypto';
import { type Attempts, countAttempts, uncountAttempt } from '../../database/rate-counters.js';
import type { Tx } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import type { Context } from '../../operation/context.js';
import { causedBy, type Refusal, refuse, refuseFor } from '../../operation/refusal.js';
import { addressGroup } from '../../outbound/address-group.js';
import { SmsNotSent } from '../../providers/sms/port.js';
import { type CodeBinding, templateOf } from './code-binding.js';
import { forMessage } from './for-message.js';
import { messageText } from './messages.js';
import { CODE_LIFETIME_MS, type CodeShare, codesPerDay, DAY_MS, HOUR_MS, resendDelay } from './rules.js';
import { keyOf, lockCode, removeCode, type StoredCode, saveCode } from './store.js';
import { codeHmac } from './verification-code.js';

/** Who requests a code, and from where. */
export type CodeContext = Pick<Context, 'db' | 'services' | 'now' | 'address'>;

export interface CodeRequest extends CodeBinding {
  /** The purpose stated in the message, worded by code-uses.ts. */
  readonly use: string;
  /** The share of the mobile's daily limit. */
  readonly share: CodeShare;
}

/** A code that counts as sent before the provider has it, with the data to revert that. */
interface Reservation {
  readonly code: StoredCode;
  readonly previous: StoredCode | null;
  readonly counted: readonly { readonly name: string; readonly windowStart: Date }[];
}

/**
 * Sends a new verification code, which replaces the previous one of the same requester, purpose and subject.
 * @throws Refusal CODE_LIMITED, 1202, 1203
 */
export async function sendCode(ctx: CodeContext, request: CodeRequest): Promise<void> {
  const digits = String(randomInt(1_000_000)).padStart(6, '0');
  const reservation = await transact(ctx.db, (tx) => reserve(ctx, tx, request, digits));
  const template = templateOf(request.purpose);
  const parameters = {
    code: digits,
    minutes: String(CODE_LIFETIME_MS / 60_000),
    use: forMessage(request.use),
  };
  try {
    await ctx.services.sms.send({
      mobile: request.mobile,
      template,
      parameters,
      text: messageText(template, parameters),
      code: digits,
      idempotencyKey: `code-${await ctx.services.ids.next()}`,
      time: ctx.now,
    });
  } catch (error) {
    await transact(ctx.db, (tx) => takeBack(tx, reservation));
    throw error instanceof SmsNotSent ? refusalOf(error) : error;
  }
}

/**
 * Checks the limits and stores the code in one transaction. It is stored before it is sent: a code that was delivered
 * but is not stored would be worse than a stored one that was never delivered.
 */
async function reserve(ctx: CodeContext, tx: Tx, request: CodeRequest, digits: string): Promise<Reservation> {
  const { config } = ctx.services;
  const { mobile, share } = request;
  const limits = [
    {
      name: `sms-mobile-${share}:${mobile}`,
      windowMs: DAY_MS,
      most: codesPerDay(share, config.smsPerMobilePerDay),
    },
    {
      name: `sms-address:${addressGroup(ctx.address)}`,
      windowMs: HOUR_MS,
      most: config.smsPerAddressPerHour,
    },
  ];
  // The first counter is that of the mobile: its row lock serialises requests for one mobile.
  const attempts = await countAttempts(tx, limits, ctx.now);
  const counted = limits.flatMap(({ name, most }, index) => {
    const made = attempts[index];
    if (made === undefined) return [];
    if (made.count > most) throw tooFrequent(untilEnd(made, ctx.now));
    return [{ name, windowStart: made.windowStart }];
  });
  const key = keyOf(request);
  const previous = await lockCode(tx, key);
  const delay = resendDelay(previous, ctx.now);
  if (delay > 0) throw tooFrequent(delay);
  const code: StoredCode = {
    ...key,
    codeHmac: codeHmac(ctx.services, key, digits),
    sentAt: ctx.now,
    expireTime: new Date(ctx.now.getTime() + CODE_LIFETIME_MS),
    failures: 0,
    usedAt: null,
  };
  await saveCode(tx, code);
  return { code, previous, counted };
}

/** Nothing was sent: the previous code is restored, and the attempt counts towards no limit. */
async function takeBack(tx: Tx, { code, previous, counted }: Reservation): Promise<void> {
  for (const { name, windowStart } of counted) await uncountAttempt(tx, name, windowStart);
  const present = await lockCode(tx, code);
  if (present?.codeHmac !== code.codeHmac) return;
  if (previous === null) await removeCode(tx, code);
  else await saveCode(tx, previous);
}

function untilEnd({ windowEnd }: Attempts, now: Date): number {
  return windowEnd.getTime() - now.getTime();
}

function tooFrequent(delayMs: number): Refusal {
  const seconds = Math.max(1, Math.ceil(delayMs / 1000));
  return refuseFor(
    'CODE_LIMITED',
    { zh: `${seconds} 秒后可重试`, en: `retry in ${seconds} seconds` },
    seconds,
  );
}

function refusalOf(error: SmsNotSent): Refusal {
  const refusal = error.failure === 'TEMPLATE_MISSING' ? refuse('1202') : refuse('1203');
  // Only the number is the caller's.
  return error.failure === 'INVALID_NUMBER' ? refusal : causedBy(error, refusal);
}
