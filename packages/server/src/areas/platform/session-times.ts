const MINUTE_MS = 60_000;

/** A session ends after this time, however much it is used. */
export const PLATFORM_SESSION_LIFE_MS = 12 * 60 * MINUTE_MS;
/** Time without a request after which a session ends. */
const IDLE_MS = 30 * MINUTE_MS;
/** Resolution of the recorded time of the last use, so that not every request writes. */
const NOTED_EVERY_MS = MINUTE_MS;

/** Sessions last used at or before this time have expired. */
export function idleSince(now: Date): Date {
  return new Date(now.getTime() - IDLE_MS);
}

export function isUseNoted(lastUsedAt: Date, now: Date): boolean {
  return now.getTime() - lastUsedAt.getTime() < NOTED_EVERY_MS;
}
