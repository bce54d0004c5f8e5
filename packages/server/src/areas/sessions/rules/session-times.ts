import type { Role } from '@cinnabar/api/permissions.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A session ends after this time, however much it is used. */
export const SESSION_LIFE_MS = 12 * HOUR_MS;
/** Resolution of the recorded time of the last use, so that not every request writes. */
export const NOTED_EVERY_MS = MINUTE_MS;
/** How long a fresh proof counts. */
const FRESH_MS = 10 * MINUTE_MS;

export const IDLE_MINUTES = { min: 15, max: 12 * 60, withRole: 30, withoutRole: 8 * 60 } as const;

/** Time without a request after which a session ends, by the enterprise's own rule or by the member's roles. */
export function idleLimit(ofCorp: number | null, roles: readonly Role[]): number {
  return (ofCorp ?? (roles.length > 0 ? IDLE_MINUTES.withRole : IDLE_MINUTES.withoutRole)) * MINUTE_MS;
}

/** Whether the person has proven recently that they still hold the session. */
export function isFresh(provenAt: Date | null, now: Date): boolean {
  return provenAt !== null && now.getTime() - provenAt.getTime() < FRESH_MS;
}
