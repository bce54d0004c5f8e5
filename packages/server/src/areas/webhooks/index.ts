/** Webhooks: events of an enterprise, told to its own systems. What other parts may use. */
import type { AnyRoute } from '../../handler.js';
import { webhookAdd } from './webhook-add.js';
import { webhookDelete } from './webhook-delete.js';
import { webhookDeliveryInfo } from './webhook-delivery-info.js';
import { webhookDeliveryList } from './webhook-delivery-list.js';
import { webhookList } from './webhook-list.js';
import { webhookModify } from './webhook-modify.js';
import { webhookResend } from './webhook-resend.js';
import { webhookRotateSecret } from './webhook-rotate-secret.js';
import { webhookTest } from './webhook-test.js';

export { webhookJobs, webhookSweeps } from './jobs.js';
export { openSender } from './open-sender.js';
export { webhookSubscriptions } from './subscriptions.js';

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
