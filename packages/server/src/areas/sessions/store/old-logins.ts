import type { Db } from '../../../database/schema.js';

/** Browsers in which nobody has logged in for that long count as new. */
const DEVICE_KEPT_MS = 400 * 24 * 3_600_000;

/** Deletes what has expired: sessions, challenges, and browsers that were not used for long. */
export async function removeOldLogins(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('console_sessions').where('expire_time', '<', now).execute();
  await db.deleteFrom('login_challenges').where('expire_time', '<', now).execute();
  const forgotten = new Date(now.getTime() - DEVICE_KEPT_MS);
  await db.deleteFrom('login_devices').where('last_used_at', '<', forgotten).execute();
}
