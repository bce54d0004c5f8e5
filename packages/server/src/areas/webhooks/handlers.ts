/** The handlers of the area's operations; a new one is one line. */
export { webhookAdd } from './webhook-add.js';
export { webhookDelete } from './webhook-delete.js';
export { webhookDeliveryInfo } from './webhook-delivery-info.js';
export { webhookDeliveryList } from './webhook-delivery-list.js';
export { webhookList } from './webhook-list.js';
export { webhookModify } from './webhook-modify.js';
export { webhookResend } from './webhook-resend.js';
export { webhookRotateSecret } from './webhook-rotate-secret.js';
export { webhookTest } from './webhook-test.js';
