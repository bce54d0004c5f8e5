import type { MailLanguage } from '@cinnabar/api/schemas/email.js';
import type { MailFailure } from '../../providers/mail/port.js';

/** Mobiles whose holders read Chinese unless stated otherwise: mainland China, Hong Kong, Macao and Taiwan. */
const CHINESE_MOBILE = /^(?:\d{11}|\+(?:852|853|886)\d+)$/;

export function languageFor(given: MailLanguage | undefined, mobile: string): MailLanguage {
  return given ?? (CHINESE_MOBILE.test(mobile) ? 'zh' : 'en');
}

/** How long a message is tried again, ms: a notice that arrives later confuses more than it helps. */
const RETRIED_MS = 24 * 3_600_000;

/** What becomes of a message after a failed attempt. */
export type AfterFailure = 'waiting' | 'failed' | 'unknown';

export function afterFailure(failure: MailFailure, ageMs: number): AfterFailure {
  if (failure === 'UNKNOWN') return 'unknown';
  return failure === 'TRANSIENT' && ageMs < RETRIED_MS ? 'waiting' : 'failed';
}
