/** Delay before a request is retried. */

const FIRST_WAIT_MS = 250;
const MAX_BACK_OFF_MS = 8_000;
const MAX_RUNNING_WAIT_MS = 2_000;
/** Longer delays are reported to the caller instead: a code by text message is available once a minute. */
const MAX_RETRY_AFTER_MS = 15_000;

/**
 * The wait before the next try, in ms, or null where it is not worth one. Doubles with every try, and a random half
 * of it keeps clients apart that were refused together; never less than the service asks for.
 *
 * @param attempt the number of the try that failed, from 1
 * @param askedMs what the service asked for by Retry-After
 * @param random from 0 up to 1
 */
export function waitAfter(attempt: number, askedMs: number | null, random: number): number | null {
  if (askedMs !== null && askedMs > MAX_RETRY_AFTER_MS) return null;
  const whole = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), MAX_BACK_OFF_MS);
  return Math.max(whole / 2 + (whole / 2) * random, askedMs ?? 0);
}

/**
 * The wait before asking again for the answer of a request that is still being carried out, in ms. The service frees the
 * key of a process that died within 30 s, so asking goes on instead of backing off for long.
 *
 * @param asked how often the service has answered that the request is running, from 1
 */
export function waitWhileRunning(asked: number, askedMs: number | null, random: number): number {
  const whole = Math.min(FIRST_WAIT_MS * 2 ** (asked - 1), MAX_RUNNING_WAIT_MS);
  return Math.max(whole / 2 + (whole / 2) * random, askedMs ?? 0);
}

/** Retry-After in ms: seconds, or a date (RFC 9110, 10.2.3); null where it is neither. */
export function askedWait(header: string | null, nowMs: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const moment = Date.parse(text);
  return text === '' || Number.isNaN(moment) ? null : Math.max(0, moment - nowMs);
}
