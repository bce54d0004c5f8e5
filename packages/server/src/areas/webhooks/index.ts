/** Webhooks: events of an enterprise, told to its own systems. What other parts may use. */
import type { AnyRoute } from '../../operation/handler.js';
import { webhookAdd } from './webhook-add.js';
import { webhookDelete } from './webhook-delete.js';
import { webhookDeliveryInfo } from './webhook-delivery-info.js';
import { webhookDeliveryList } from './webhook-delivery-list.js';
import { webhookList } from './webhook-list.js';
import { webhookModify } from './webhook-modify.js';
import { webhookResend } from './webhook-resend.js';
import { webhookRotateSecret } from './webhook-rotate-secret.js';
import { webhookTest } from './webhook-test.js';

export { type Delivery, deliveryView } from './delivery.js';
export { webhookJobs, webhookSweeps } from './jobs.js';
export { openSender } from './open-sender.js';
export { MAX_WEBHOOKS } from './rules.js';
export { makeSecret } from './secret.js';
export { findDelivery, listDeliveries, sendAgain, sendFailedAgain } from './store/deliveries.js';
export { deleteWebhook, findWebhook, insertWebhook, replaceSecret, webhooksOf } from './store/webhooks.js';
export { webhookSubscriptions } from './subscriptions.js';
export { type StoredWebhook, webhookView } from './webhook.js';
export { type NewWebhook, prepareWebhook } from './webhook-add.js';
export { modifyWebhook, type WebhookChange } from './webhook-modify.js';
export { OVERLAP_HOURS, overlapUntil } from './webhook-rotate-secret.js';
export { sendTest } from './webhook-test.js';

export const webhookRoutes: readonly AnyRoute[] = [
  webhookAdd,
  webhookList,
  webhookModify,
  webhookDelete,
  webhookRotateSecret,
  webhookDeliveryList,
  webhookDeliveryInfo,
  webhookResend,
  webhookTest,
];
