import { webhookDeliveryInfo as operation } from '@cinnabar/api/operations/webhooks.js';
import { route } from '../../operation/handler.js';
import { deliveryDetail } from './delivery.js';
import { found } from './require-webhook.js';
import { findDelivery } from './store/deliveries.js';

export const webhookDeliveryInfo = route('member', operation, async (ctx, { deliveryId }) => {
  const delivery = found(await findDelivery(ctx.db, ctx.corpId, deliveryId));
  return deliveryDetail(delivery, delivery.url, delivery.body);
});
