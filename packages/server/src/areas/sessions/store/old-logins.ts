import { sql } from 'kysely';
import { addRemoved, type Removed, removeCounted } from '../../../database/remove-counted.js';
import type { Db } from '../../../database/schema.js';

/** Deletes what has expired: sessions and challenges. */
export async function removeOldLogins(db: Db, before: Date): Promise<Removed> {
  return addRemoved(
    await removeCounted(db, 'console_sessions', 'expire_time', sql`expire_time < ${before}`),
    await removeCounted(db, 'platform_sessions', 'expire_time', sql`expire_time < ${before}`),
    await removeCounted(db, 'login_challenges', 'expire_time', sql`expire_time < ${before}`),
  );
}

/** Browsers in which nobody has logged in since count as new again. */
export function removeOldDevices(db: Db, before: Date): Promise<Removed> {
  return removeCounted(db, 'login_devices', 'last_used_at', sql`last_used_at < ${before}`);
}
