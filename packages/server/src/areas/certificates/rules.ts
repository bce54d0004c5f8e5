/** When an authority is asked for a certificate, and asked again. Pure. */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const FIRST_PAUSE = 10 * MINUTE;
const SHORTEST_WAIT = MINUTE;
const LONGEST_WAIT = DAY / 4;
/** After this time a pending request is somebody's business. */
const PENDING_DAYS = 14;
/** Failures in a row after which administrators are told; a refusal is told at once. */
export const TOLD_AFTER = 5;

/** What is recorded of a request that the authority has kept pending for very long. */
export const PENDING_LONG = 'PENDING_LONG';

/** After the n-th failure in a row: ten minutes, doubled each time, up to a day. */
export function afterFailure(attempts: number, now: Date): Date {
  const pause = Math.min(DAY, FIRST_PAUSE * 2 ** Math.min(attempts - 1, 20));
  return new Date(now.getTime() + pause);
}

/** When a pending request is asked for again, and whether it has been pending too long. */
export function afterPending(
  { acceptedAt, retryAfterSeconds }: { readonly acceptedAt: Date; readonly retryAfterSeconds: number },
  now: Date,
): { readonly nextAt: Date; readonly isLong: boolean } {
  const isLong = now.getTime() - acceptedAt.getTime() > PENDING_DAYS * DAY;
  const asked = Math.min(Math.max(retryAfterSeconds * 1000, SHORTEST_WAIT), LONGEST_WAIT);
  return { nextAt: new Date(now.getTime() + (isLong ? DAY : asked)), isLong };
}
