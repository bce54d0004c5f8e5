import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { webhookTest as operation } from '@cinnabar/api/operations/webhooks.js';
import type { Id } from '@cinnabar/api/schema.js';
import { webhookTestEvent } from '@cinnabar/api/webhook-events.js';
import type { Tx } from '../../database/schema.js';
import type { MemberContext } from '../../operation/context.js';
import { refuseFor } from '../../operation/refusal.js';
import type { Services } from '../../operation/services.js';
import { type Delivery, deliveryView } from './delivery.js';
import { bodyOf } from './message.js';
import { found, requireWebhook } from './require-webhook.js';
import { findDelivery, insertMessage } from './store/deliveries.js';
import type { StoredWebhook } from './webhook.js';

/** Sends a test event like any other; the delivery records its result. */
export async function sendTest(
  tx: Tx,
  { ids }: Pick<Services, 'ids'>,
  webhook: StoredWebhook,
  now: Date,
): Promise<Delivery> {
  const { corpId, webhookId } = webhook;
  const messageId: Id<'WebhookMessage'> = await ids.next();
  const deliveryId: Id<'WebhookDelivery'> = await ids.next();
  const message = {
    message_id: messageId,
    corp_id: corpId,
    event_type: webhookTestEvent.type,
    flow_id: null,
    body: bodyOf(webhookTestEvent, { corpId, webhookId }, now),
    created_at: now,
  };
  await insertMessage(tx, message, [{ deliveryId, webhook }], now);
  return found(await findDelivery(tx, corpId, deliveryId));
}

export async function webhookTest(
  ctx: MemberContext,
  { webhookId }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const webhook = await requireWebhook(ctx.db, ctx.corpId, webhookId);
  if (webhook.status !== 'enabled') throw refuseFor('WEBHOOK_DISABLED');
  return ctx.act(async (tx) => deliveryView(await sendTest(tx, ctx.services, webhook, ctx.now)));
}
