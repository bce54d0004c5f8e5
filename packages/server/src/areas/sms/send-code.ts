import { randomInt } from 'node:crypto';
import { uncountAttempt, windowEnd } from '../../database/rate-counters.js';
import type { Tx } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import type { Context } from '../../operation/context.js';
import { causedBy, type Refusal, refuse, refuseFor } from '../../operation/refusal.js';
import type { Services } from '../../operation/services.js';
import { addressGroup } from '../../outbound/address-group.js';
import { SmsNotSent } from '../../providers/sms/port.js';
import { type CodeBinding, templateOf } from './code-binding.js';
import { forMessage } from './for-message.js';
import { approvedParameters, messageText } from './messages.js';
import type { SmsServices } from './notice.js';
import {
  CODE_LIFETIME_MS,
  type CodeShare,
  codesPerDay,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  resendDelay,
} from './rules.js';
import {
  type CodeLimits,
  keyOf,
  lockCode,
  removeCode,
  reserveCode,
  type StoredCode,
  saveCode,
} from './store.js';
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
  const digits = newDigits();
  const reservation = await reserve(ctx, request, digits);
  try {
    await deliverCode(ctx.services, { ...request, digits, sentAt: ctx.now });
  } catch (error) {
    // A code that may have arrived stays valid.
    const isUnsent = !(error instanceof SmsNotSent) || error.failure !== 'UNKNOWN';
    if (isUnsent) await transact(ctx.db, (tx) => takeBack(tx, reservation));
    throw error instanceof SmsNotSent ? refusalOf(error) : error;
  }
}

/**
 * Stores a new verification code like sendCode, and leaves its delivery to the caller.
 * @returns its digits
 * @throws Refusal CODE_LIMITED
 */
export async function prepareCode(ctx: CodeContext, request: CodeRequest): Promise<string> {
  const digits = newDigits();
  await reserve(ctx, request, digits);
  return digits;
}

/** A stored code on its way to a mobile. */
export interface CodeMessage extends Pick<CodeRequest, 'mobile' | 'purpose' | 'use'> {
  readonly digits: string;
  readonly sentAt: Date;
}

/** @throws SmsNotSent */
export async function deliverCode(
  { sms, ids, config }: Pick<Services, 'ids'> & SmsServices,
  { mobile, purpose, use, digits, sentAt }: CodeMessage,
): Promise<void> {
  const template = templateOf(purpose);
  const parameters = { code: digits, minutes: String(CODE_LIFETIME_MS / 60_000), use: forMessage(use) };
  await sms.send({
    mobile,
    template,
    parameters: approvedParameters(template, parameters, config.baseUrl),
    text: messageText(template, parameters),
    code: digits,
    idempotencyKey: `code-${await ids.next()}`,
    time: sentAt,
  });
}

function newDigits(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/**
 * Stores the code if the limits permit it. It is stored before it is sent: a code that was delivered but is not stored
 * would be worse than a stored one that was never delivered.
 */
async function reserve(ctx: CodeContext, request: CodeRequest, digits: string): Promise<Reservation> {
  const { db, now } = ctx;
  const limits = limitsOf(ctx, request);
  const key = keyOf(request);
  const code: StoredCode = {
    ...key,
    codeHmac: codeHmac(ctx.services, key, digits),
    sentAt: now,
    expireTime: new Date(now.getTime() + CODE_LIFETIME_MS),
    failures: 0,
    usedAt: null,
  };
  const { ofMobile, ofAddress, previous, saved } = await reserveCode(db, code, limits, now);
  const counted = [
    ...(ofMobile === null ? [] : [{ name: limits.ofMobile.name, windowStart: ofMobile }]),
    ...(ofAddress === null ? [] : [{ name: limits.ofAddress.name, windowStart: ofAddress }]),
  ];
  if (saved) return { code, previous, counted };
  for (const { name, windowStart } of counted) await uncountAttempt(db, name, windowStart);
  const reached = ofMobile === null ? limits.ofMobile : ofAddress === null ? limits.ofAddress : null;
  if (reached === null) throw tooFrequent(resendDelay(previous ?? code, now));
  throw tooFrequent(((await windowEnd(db, reached)) ?? now).getTime() - now.getTime());
}

function limitsOf({ services, address }: CodeContext, { mobile, share }: CodeRequest): CodeLimits {
  const { config } = services;
  return {
    ofMobile: {
      name: `sms-mobile-${share}:${mobile}`,
      windowMs: DAY_MS,
      most: codesPerDay(share, config.smsPerMobilePerDay),
    },
    ofAddress: {
      name: `sms-address:${addressGroup(address)}`,
      windowMs: HOUR_MS,
      most: config.smsPerAddressPerHour,
    },
  };
}

/** Nothing was sent: the previous code is restored, and the attempt counts towards no limit. */
async function takeBack(tx: Tx, { code, previous, counted }: Reservation): Promise<void> {
  for (const { name, windowStart } of counted) await uncountAttempt(tx, name, windowStart);
  const present = await lockCode(tx, code);
  if (present?.codeHmac !== code.codeHmac) return;
  if (previous === null) await removeCode(tx, code);
  else await saveCode(tx, previous);
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
  // Carriers count in windows of a minute, an hour and a day, and do not tell which one is full.
  if (error.failure === 'LIMITED') return causedBy(error, tooFrequent(MINUTE_MS));
  const refusal = error.failure === 'TEMPLATE_MISSING' ? refuse('1202') : refuse('1203');
  // Only the number is the caller's.
  return error.failure === 'INVALID_NUMBER' ? refusal : causedBy(error, refusal);
}
