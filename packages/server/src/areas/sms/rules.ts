export const CODE_LIFETIME_MS = 5 * 60_000;
/** Minimum interval between two codes of one requester for one subject, while the first is unused. */
const RESEND_AFTER_MS = 60_000;
export const WRONG_CODES_ALLOWED = 5;

export const DAY_MS = 24 * 3_600_000;
export const HOUR_MS = 3_600_000;
export const MINUTE_MS = 60_000;

/** State of a code, without its digits. */
export interface CodeState {
  readonly sentAt: Date;
  readonly expireTime: Date;
  readonly failures: number;
  readonly usedAt: Date | null;
}

/**
 * Times at which an unused code was sent that delays the next one: after `after`, and not after `until`. A later time is
 * of a clock that has been set back since, and would delay the next code until then.
 */
export function delayingTimes(now: Date): { readonly after: Date; readonly until: Date } {
  const at = (milliseconds: number) => new Date(now.getTime() + milliseconds);
  return { after: at(-RESEND_AFTER_MS), until: at(RESEND_AFTER_MS) };
}

/** Milliseconds until another code may be sent; 0: at once. A used code causes no delay. */
export function resendDelay(last: CodeState | null, now: Date): number {
  if (last === null || last.usedAt !== null || last.sentAt > delayingTimes(now).until) return 0;
  return Math.max(0, last.sentAt.getTime() + RESEND_AFTER_MS - now.getTime());
}

/** Whether the code can still be used: unexpired, unused, and with fewer than five wrong attempts. */
export function isOpen(code: CodeState, now: Date): boolean {
  return code.usedAt === null && code.failures < WRONG_CODES_ALLOWED && now < code.expireTime;
}

/**
 * - `own`: requested by means that only the person received, or for a contract in which they take part
 * - `bare`: requested by anyone who knows the mobile
 */
export type CodeShare = 'own' | 'bare';

/** Daily limits of codes, separate for each share, so that anonymous requests cannot exhaust the first one. */
export function codesPerDay(share: CodeShare, perMobile: number): number {
  return Math.max(1, share === 'own' ? Math.ceil(perMobile / 2) : Math.floor(perMobile / 2));
}
