/** Rules of webhooks: when to retry, when to give up, when to disable a receiver. */

export const MAX_WEBHOOKS = 20;
/** Number of recorded attempts of a delivery. */
export const MAX_RECORDED_TRIES = 20;
/** Recorded bytes of an answer. */
export const MAX_RECORDED_ANSWER_BYTES = 1024;
/** Timeout of a request, from name resolution to the last byte. */
export const DEADLINE_MS = 10_000;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delays after the first attempt, the second, and so on; almost 24 hours in total. */
export const PAUSES_MS: readonly number[] = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  6 * HOUR,
  10 * HOUR,
];

/** Limit of the delay that a receiver can request. */
const LONGEST_ASKED_MS = HOUR;

/**
 * Delay after a failed attempt; null: that was the last one. Up to a tenth is added or subtracted (jitter), so that
 * deliveries that failed together are not retried together.
 * @param failed number of failed attempts, this one included
 * @param random 0 to 1
 * @param askedMs the delay requested by Retry-After
 */
export function pauseAfter(failed: number, random: number, askedMs: number | null = null): number | null {
  const pause = PAUSES_MS[failed - 1];
  if (pause === undefined) return null;
  const scattered = Math.round(pause * (0.9 + 0.2 * random));
  return Math.max(scattered, Math.min(askedMs ?? 0, LONGEST_ASKED_MS));
}

/** Retry-After in ms; null if it is missing or invalid. */
export function askedPause(retryAfter: string | null, now: Date): number | null {
  if (retryAfter === null) return null;
  if (/^\d{1,9}$/.test(retryAfter.trim())) return Number(retryAfter) * SECOND;
  const until = Date.parse(retryAfter);
  return Number.isNaN(until) ? null : Math.max(0, until - now.getTime());
}

/** Duration of uninterrupted failure after which a webhook is disabled. */
const FAILING_FOR_MS = 3 * 24 * HOUR;
/** Failures further apart than the longest delay are separate outages: nothing was attempted in between. */
const SAME_OUTAGE_MS = 12 * HOUR;

export interface Health {
  readonly failingSince: Date | null;
  readonly lastFailedAt: Date | null;
}

/** State of a webhook after another failure, and whether it becomes disabled. */
export function afterFailure(
  { failingSince, lastFailedAt }: Health,
  now: Date,
): { readonly failingSince: Date; readonly ended: boolean } {
  const continues = lastFailedAt !== null && now.getTime() - lastFailedAt.getTime() <= SAME_OUTAGE_MS;
  const since = continues && failingSince !== null ? failingSince : now;
  return { failingSince: since, ended: now.getTime() - since.getTime() >= FAILING_FOR_MS };
}
