import type { Db, Tx } from '../../../database/schema.js';
import type { UserId } from '../../../operation/context.js';

/** Whether the holder of the mobile has logged in with this browser before. */
export async function isKnownDevice(db: Db, mobile: string, deviceHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('login_devices as device')
    .innerJoin('users as person', 'person.user_id', 'device.user_id')
    .select('device.user_id')
    .where('person.mobile', '=', mobile)
    .where('device.device_hash', '=', deviceHash)
    .executeTakeFirst();
  return row !== undefined;
}

/** `first`: the person has never logged in before. */
export type DeviceNews = 'known' | 'new' | 'first';

/** Records that the person has logged in with this browser. */
export async function noteDevice(tx: Tx, userId: UserId, deviceHash: string, now: Date): Promise<DeviceNews> {
  const others = await tx
    .selectFrom('login_devices')
    .select('device_hash')
    .where('user_id', '=', userId)
    .limit(1)
    .execute();
  const { numUpdatedRows } = await tx
    .updateTable('login_devices')
    .set({ last_used_at: now })
    .where('user_id', '=', userId)
    .where('device_hash', '=', deviceHash)
    .executeTakeFirst();
  if (numUpdatedRows === 1n) return 'known';
  await tx
    .insertInto('login_devices')
    .values({ user_id: userId, device_hash: deviceHash, first_used_at: now, last_used_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doNothing())
    .execute();
  return others.length === 0 ? 'first' : 'new';
}
