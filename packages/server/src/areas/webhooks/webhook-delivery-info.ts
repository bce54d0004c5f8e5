import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { webhookDeliveryInfo as operation } from '@cinnabar/api/operations/webhooks.js';
import type { MemberContext } from '../../operation/context.js';
import { deliveryDetail } from './delivery.js';
import { found } from './require-webhook.js';
import { findDelivery } from './store/deliveries.js';

export async function webhookDeliveryInfo(
  ctx: MemberContext,
  { deliveryId }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const delivery = found(await findDelivery(ctx.db, ctx.corpId, deliveryId));
  return deliveryDetail(delivery, delivery.url, delivery.body);
}
