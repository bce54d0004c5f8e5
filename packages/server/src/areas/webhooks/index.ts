/** Webhooks: events of an enterprise, sent to its own systems. The area's public interface. */
import * as webhooks from '@cinnabar/api/operations/webhooks.js';
import { routesOf } from '../../operation/handler.js';
import * as handlers from './handlers.js';

export { type Delivery, deliveryView } from './delivery.js';
export { webhookJobs, webhookSweeps } from './jobs.js';
export { openSender } from './open-sender.js';
export { MAX_WEBHOOKS } from './rules.js';
export { makeSecret } from './secret.js';
export { findDelivery, listDeliveries, sendAgain, sendFailedAgain } from './store/deliveries.js';
export { deleteWebhook, findWebhook, insertWebhook, replaceSecret, webhooksOf } from './store/webhooks.js';
export { webhookSubscriptions } from './subscriptions.js';
export { type StoredWebhook, webhookView } from './webhook.js';
export { prepareWebhook } from './webhook-add.js';
export { modifyWebhook } from './webhook-modify.js';
export { OVERLAP_HOURS, overlapUntil } from './webhook-rotate-secret.js';
export { sendTest } from './webhook-test.js';

export const webhookRoutes = routesOf(webhooks, handlers);
