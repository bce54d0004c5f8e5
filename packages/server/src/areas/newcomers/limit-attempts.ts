import { countAttempt } from '../../database/rate-counters.js';
import { refuseFor } from '../../operation/refusal.js';
import type { Step } from './part.js';

const DAY_MS = 24 * 3_600_000;
const ATTEMPTS_A_DAY = 10;

/** @throws Refusal 429 CREDENTIALS_LIMITED after ten in a day */
export async function limitAttempts({ db, now }: Omit<Step, 'services'>, name: string): Promise<void> {
  const attempts = await countAttempt(db, name, DAY_MS, now);
  if (attempts.count <= ATTEMPTS_A_DAY) return;
  const seconds = Math.ceil((attempts.windowEnd.getTime() - now.getTime()) / 1000);
  throw refuseFor('CREDENTIALS_LIMITED', undefined, Math.max(1, seconds));
}
