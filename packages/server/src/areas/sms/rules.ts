export const CODE_LIFETIME_MS = 5 * 60_000;
/** Between two codes of one asker for one subject, as long as the first is not used. */
const RESEND_AFTER_MS = 60_000;
export const WRONG_CODES_ALLOWED = 5;

export const DAY_MS = 24 * 3_600_000;
export const HOUR_MS = 3_600_000;

/** A code, without what it says. */
export interface CodeState {
  readonly sentAt: Date;
  readonly expireTime: Date;
  readonly failures: number;
  readonly usedAt: Date | null;
}

/** Milliseconds until another code may be sent; 0 at once. A used code holds nobody up. */
export function resendDelay(last: CodeState | null, now: Date): number {
  if (last === null || last.usedAt !== null) return 0;
  return Math.max(0, last.sentAt.getTime() + RESEND_AFTER_MS - now.getTime());
}

/** Whether the code can still be given: in time, not used, and not guessed at five times. */
export function isOpen(code: CodeState, now: Date): boolean {
  return code.usedAt === null && code.failures < WRONG_CODES_ALLOWED && now < code.expireTime;
}

/**
 * - `own`: asked by what only the person was sent, or about a contract that they take part in
 * - `bare`: asked by whoever knows the mobile
 */
export type CodeShare = 'own' | 'bare';

/**
 * How many codes a day: each half is there whatever happens to the other, so that strangers cannot use up the first.
 */
export function codesPerDay(share: CodeShare, perMobile: number): number {
  return Math.max(1, share === 'own' ? Math.ceil(perMobile / 2) : Math.floor(perMobile / 2));
}
