/** Webhooks: where an enterprise hears of events, and how telling it went. Ours, by Standard Webhooks. */
import { data, operation, page } from './operation.js';
import { boolean, choice, dateTime, id, int32, list, object, optional, text } from './schema.js';
import { pagingFields } from './schemas/paging.js';
import { webAddress } from './schemas/web-address.js';
import {
  deliveryStatuses,
  webhook,
  webhookDelivery,
  webhookDeliveryInfo,
  webhookWithSecret,
} from './schemas/webhook.js';
import { subscribableTypes, webhookEventTypes } from './webhook-events.js';

const base = { area: 'webhooks', right: 'manageWebhooks' } as const;

const webhookId = id<'Webhook'>();
const deliveryId = id<'WebhookDelivery'>();
const eventTypes = optional(list(choice(subscribableTypes), { max: 50 }));
const remark = optional(text(0, 200));

/** Adds an address and answers its secret, this once. Without eventTypes it hears of everything. */
export const webhookAdd = operation({
  ...base,
  path: '/webhook/add',
  writes: true,
  request: object({ url: webAddress(), eventTypes, remark }),
  answer: data(webhookWithSecret),
  reasons: ['WEBHOOK_LIMIT'],
  title: { zh: '新增事件回调', en: 'Add a webhook' },
  example: { url: 'https://app.example.com/cinnabar', eventTypes: ['flow.completed'] },
});

/** All of the enterprise, oldest first. */
export const webhookList = operation({
  ...base,
  path: '/webhook/list',
  request: object({}),
  answer: data(list(webhook)),
  title: { zh: '查询事件回调', en: 'List webhooks' },
  example: {},
});

/** What is left out stays. An empty list of types means every type; enabled again, it starts without failures. */
export const webhookModify = operation({
  ...base,
  path: '/webhook/modify',
  writes: true,
  request: object({
    webhookId,
    url: optional(webAddress()),
    eventTypes,
    remark,
    enabled: optional(boolean()),
  }),
  answer: data(webhook),
  title: { zh: '修改事件回调', en: 'Change a webhook' },
  example: { webhookId: 901, enabled: true },
});

/** Deletes a webhook with its deliveries. */
export const webhookDelete = operation({
  ...base,
  path: '/webhook/delete',
  writes: true,
  request: object({ webhookId }),
  answer: data(object({})),
  title: { zh: '删除事件回调', en: 'Delete a webhook' },
  example: { webhookId: 901 },
});

/** A new secret, shown this once. Both sign for so many hours: 24 if left out, 0 ends the old one at once. */
export const webhookRotateSecret = operation({
  ...base,
  path: '/webhook/rotateSecret',
  writes: true,
  request: object({ webhookId, overlapHours: optional(int32(0, 168)) }),
  answer: data(webhookWithSecret),
  title: { zh: '更换签名密钥', en: 'Rotate the secret of a webhook' },
  example: { webhookId: 901, overlapHours: 24 },
});

/** What was told and how it went, newest first. */
export const webhookDeliveryList = operation({
  ...base,
  path: '/webhook/deliveryList',
  request: object({
    webhookId: optional(webhookId),
    status: optional(choice(deliveryStatuses)),
    eventType: optional(choice(webhookEventTypes)),
    flowId: optional(id<'Flow'>()),
    ...pagingFields,
  }),
  answer: page(webhookDelivery),
  title: { zh: '分页查询推送记录', en: 'List deliveries' },
  example: { status: 'failed', listPageNo: 1, listPageSize: 10 },
});

/** One delivery with the body that is sent and the newest tries. */
export const webhookDeliveryDetail = operation({
  ...base,
  path: '/webhook/deliveryInfo',
  request: object({ deliveryId }),
  answer: data(webhookDeliveryInfo),
  title: { zh: '查询推送详情', en: 'Look up a delivery' },
  example: { deliveryId: 902 },
});

/**
 * Sends again, under the same webhook-id: one delivery, or everything since a time that was given up or withheld.
 * Exactly one of the two says which.
 */
export const webhookResend = operation({
  ...base,
  path: '/webhook/resend',
  writes: true,
  request: object({ webhookId, deliveryId: optional(deliveryId), failedSince: optional(dateTime()) }),
  answer: data(object({ count: int32(0) })),
  reasons: ['WEBHOOK_DISABLED'],
  title: { zh: '重新推送', en: 'Send again' },
  example: { webhookId: 901, deliveryId: 902 },
});

/** Sends the event webhook.test, in the same way as any other. */
export const webhookTest = operation({
  ...base,
  path: '/webhook/test',
  writes: true,
  request: object({ webhookId }),
  answer: data(webhookDelivery),
  reasons: ['WEBHOOK_DISABLED'],
  title: { zh: '发送测试事件', en: 'Send a test event' },
  example: { webhookId: 901 },
});
