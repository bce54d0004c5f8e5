import { webhookDeliveryList as operation } from '@cinnabar/api/operations/webhooks.js';
import { pageWindow } from '@cinnabar/api/schemas/paging.js';
import { route } from '../../operation/handler.js';
import { deliveryView } from './delivery.js';
import { listDeliveries } from './store/deliveries.js';

export const webhookDeliveryList = route('member', operation, async (ctx, input) => {
  const filters = {
    webhookId: input.webhookId ?? null,
    status: input.status ?? null,
    eventType: input.eventType ?? null,
    flowId: input.flowId ?? null,
  };
  const { items, totalCount } = await listDeliveries(ctx.db, ctx.corpId, filters, pageWindow(input));
  return { items: items.map(deliveryView), totalCount };
});
