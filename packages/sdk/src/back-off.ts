/** Delay before a request is retried. */

const FIRST_WAIT_MS = 250;
const MAX_BACK_OFF_MS = 8_000;
const MAX_RUNNING_WAIT_MS = 2_000;
/** Longer delays are reported to the caller: for example, a code by text message is available once a minute. */
const MAX_RETRY_AFTER_MS = 15_000;

/**
 * Delay before the next attempt in ms, or null if there should be none. The delay doubles with every attempt. Half of
 * it is random, so that clients refused at the same time do not retry together; it is never shorter than the service
 * asks for.
 * @param attempt number of the failed attempt, from 1
 * @param askedMs delay from Retry-After
 * @param random at least 0 and less than 1
 */
export function delayAfter(attempt: number, askedMs: number | null, random: number): number | null {
  if (askedMs !== null && askedMs > MAX_RETRY_AFTER_MS) return null;
  const whole = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), MAX_BACK_OFF_MS);
  return Math.max(whole / 2 + (whole / 2) * random, askedMs ?? 0);
}

/**
 * Delay in ms before the response of a request that is still being processed is requested again. The service releases
 * the key of a process that died after 10 s, so the delay does not keep growing.
 * @param asked how often the service has answered that the request is running, from 1
 */
export function delayWhileRunning(asked: number, askedMs: number | null, random: number): number {
  const whole = Math.min(FIRST_WAIT_MS * 2 ** (asked - 1), MAX_RUNNING_WAIT_MS);
  return Math.max(whole / 2 + (whole / 2) * random, askedMs ?? 0);
}

/** Parses Retry-After, in seconds or as a date (RFC 9110, 10.2.3), to ms; null for anything else. */
export function parseRetryAfter(header: string | null, nowMs: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const moment = Date.parse(text);
  return text === '' || Number.isNaN(moment) ? null : Math.max(0, moment - nowMs);
}
