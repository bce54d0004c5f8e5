import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { webhookDeliveryList as operation } from '@cinnabar/api/operations/webhooks.js';
import { pageWindow } from '@cinnabar/api/schemas/paging.js';
import type { MemberContext } from '../../operation/context.js';
import { deliveryView } from './delivery.js';
import { listDeliveries } from './store/deliveries.js';

export async function webhookDeliveryList(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const filters = {
    webhookId: input.webhookId ?? null,
    status: input.status ?? null,
    eventType: input.eventType ?? null,
    flowId: input.flowId ?? null,
  };
  const { items, totalCount } = await listDeliveries(ctx.db, ctx.corpId, filters, pageWindow(input));
  return { items: items.map(deliveryView), totalCount };
}
