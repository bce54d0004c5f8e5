import type { PayOrderId } from '@cinnabar/api/schemas/payment.js';
import { sql } from 'kysely';
import type { Db } from '../../../database/schema.js';
import type { PayOrder } from '../order.js';

/** @returns whether nobody has asked about the order since then; if so, this is the one who asks */
export async function claimAsking(db: Db, orderId: PayOrderId, since: Date, now: Date): Promise<boolean> {
  const claimed = await db
    .updateTable('pay_orders')
    .set({ asked_at: now })
    .where('order_id', '=', orderId)
    .where(sql<boolean>`coalesce(asked_at, created_at) <= ${since}`)
    .returning('order_id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Nobody asks about the order any more while it can be paid. */
export async function endAsking(db: Db, { orderId, expireTime }: PayOrder): Promise<void> {
  await db.updateTable('pay_orders').set({ asked_at: expireTime }).where('order_id', '=', orderId).execute();
}
