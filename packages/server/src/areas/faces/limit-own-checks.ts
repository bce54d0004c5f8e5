import { countAttempt } from '../../database/rate-counters.js';
import type { Context, UserId } from '../../operation/context.js';
import { refuseFor } from '../../operation/refusal.js';

const DAY_MS = 24 * 3_600_000;
/**
 * Daily limit: each check costs a fee at the provider, and reveals whether a name, a number and a face belong together.
 */
const CHECKS_A_DAY = 10;

/** Limits the checks that people make for themselves. @throws Refusal CREDENTIALS_LIMITED */
export async function limitOwnChecks(
  { db, now }: Pick<Context, 'db' | 'now'>,
  userId: UserId,
): Promise<void> {
  const attempts = await countAttempt(db, `own-face:${userId}`, DAY_MS, now);
  if (attempts.count <= CHECKS_A_DAY) return;
  const seconds = Math.ceil((attempts.windowEnd.getTime() - now.getTime()) / 1000);
  throw refuseFor('CREDENTIALS_LIMITED', undefined, Math.max(1, seconds));
}
