import { countAttempt, uncountAttempt } from '../../database/rate-counters.js';
import type { Context } from '../../operation/context.js';
import { refuseFor } from '../../operation/refusal.js';
import { addressGroup } from '../../outbound/address-group.js';

const HOUR_MS = 3_600_000;
const WRONG_TRIES_ALLOWED = 15;

/**
 * Runs an attempt to log in. After fifteen wrong ones in an hour the address is refused, and not the person, whom
 * anybody could lock out otherwise. An attempt counts as wrong until it has succeeded, because concurrent ones could
 * not be limited otherwise.
 * @throws Refusal 429 CREDENTIALS_LIMITED
 */
export async function limitWrongTries<T>(
  { db, now, address }: Pick<Context, 'db' | 'now' | 'address'>,
  attempt: () => Promise<T>,
): Promise<T> {
  const name = `login-wrong:${addressGroup(address)}`;
  const { count, windowStart, windowEnd } = await countAttempt(db, name, HOUR_MS, now);
  if (count > WRONG_TRIES_ALLOWED) {
    const seconds = Math.ceil((windowEnd.getTime() - now.getTime()) / 1000);
    throw refuseFor('CREDENTIALS_LIMITED', undefined, Math.max(1, seconds));
  }
  const result = await attempt();
  await uncountAttempt(db, name, windowStart);
  return result;
}
