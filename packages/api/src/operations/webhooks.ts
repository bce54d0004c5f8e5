/**
 * Webhooks: addresses that receive an enterprise's events, and their deliveries. Specific to this service; follows
 * Standard Webhooks.
 */
import { data, operation, page } from '../operation.js';
import { boolean, choice, dateTime, id, int32, list, object, optional, text } from '../schema.js';
import { flowId } from '../schemas/fields.js';
import { pagingFields } from '../schemas/paging.js';
import { webAddress } from '../schemas/web-address.js';
import {
  deliveryStatuses,
  webhook,
  webhookDelivery,
  webhookDeliveryWithTries,
  webhookWithSecret,
} from '../schemas/webhook.js';
import { subscribableTypes, webhookEventTypes } from '../webhook-events.js';

const base = { area: 'webhooks', right: 'manageWebhooks' } as const;

const webhookId = id<'Webhook'>().means('事件回调编号', 'webhook id');

const deliveryId = id<'WebhookDelivery'>().means('推送编号', 'delivery id');

const eventTypes = optional(list(choice(subscribableTypes), { max: 50 })).means(
  '订阅的事件类型，空为全部',
  'subscribed event types; empty: all',
);

const remark = optional(text(0, 200)).means('备注', 'remark');

/** Adds a webhook. Its secret is returned only in this response. Without eventTypes it receives every event. */
export const webhookAdd = operation({
  ...base,
  path: '/webhook/add',
  writes: true,
  freshProof: true,
  request: object({
    url: webAddress().means('接收地址', 'address that events are sent to'),
    eventTypes,
    remark,
  }),
  answer: data(webhookWithSecret),
  reasons: ['WEBHOOK_LIMIT'],
  title: { zh: '新增事件回调', en: 'Add a webhook' },
  example: { url: 'https://app.example.com/cinnabar', eventTypes: ['flow.completed'] },
});

/** Lists all webhooks of the enterprise, oldest first. */
export const webhookList = operation({
  ...base,
  path: '/webhook/list',
  request: object({}),
  answer: data(list(webhook)),
  title: { zh: '查询事件回调', en: 'List webhooks' },
  example: {},
});

/** Changes the given fields. An empty eventTypes means every type; enabling a webhook resets its failure count. */
export const webhookModify = operation({
  ...base,
  path: '/webhook/modify',
  writes: true,
  freshProof: true,
  request: object({
    webhookId,
    url: optional(webAddress()).means('接收地址', 'address that events are sent to'),
    eventTypes,
    remark,
    enabled: optional(boolean()).means('是否启用', 'whether it is enabled'),
  }),
  answer: data(webhook),
  title: { zh: '修改事件回调', en: 'Change a webhook' },
  example: { webhookId: 901, enabled: true },
});

/** Deletes a webhook and its deliveries. */
export const webhookDelete = operation({
  ...base,
  path: '/webhook/delete',
  writes: true,
  request: object({ webhookId }),
  answer: data(object({})),
  title: { zh: '删除事件回调', en: 'Delete a webhook' },
  example: { webhookId: 901 },
});

/**
 * Issues a new secret, returned only in this response. Both secrets are valid for the given number of hours, 24 by
 * default; 0 ends the old one at once.
 */
export const webhookRotateSecret = operation({
  ...base,
  path: '/webhook/rotateSecret',
  writes: true,
  freshProof: true,
  request: object({
    webhookId,
    overlapHours: optional(int32(0, 168)).means(
      '旧密钥继续签名的小时数，默认 24，0 为立即失效',
      'hours for which the old secret continues to sign; 24 by default; 0: it expires at once',
    ),
  }),
  answer: data(webhookWithSecret),
  title: { zh: '更换签名密钥', en: 'Rotate the secret of a webhook' },
  example: { webhookId: 901, overlapHours: 24 },
});

/** Lists deliveries with their results, newest first. */
export const webhookDeliveryList = operation({
  ...base,
  path: '/webhook/deliveryList',
  request: object({
    webhookId: optional(webhookId),
    status: optional(choice(deliveryStatuses)).means(
      'pending 待推送 delivered 已送达 failed 已放弃 withheld 停用时暂扣',
      'pending, delivered, failed: given up, withheld: not sent while the webhook was disabled',
    ),
    eventType: optional(choice(webhookEventTypes)).means('事件类型', 'event type'),
    flowId: optional(flowId),
    ...pagingFields,
  }),
  answer: page(webhookDelivery),
  title: { zh: '分页查询推送记录', en: 'List deliveries' },
  example: { status: 'failed', listPageNo: 1, listPageSize: 10 },
});

/** Returns a delivery with its body and its latest attempts. */
export const webhookDeliveryInfo = operation({
  ...base,
  path: '/webhook/deliveryInfo',
  request: object({ deliveryId }),
  answer: data(webhookDeliveryWithTries),
  title: { zh: '查询推送详情', en: 'Look up a delivery' },
  example: { deliveryId: 902 },
});

/** Resends under the same webhook-id: either one delivery, or all that failed or were withheld since a time. */
export const webhookResend = operation({
  ...base,
  path: '/webhook/resend',
  writes: true,
  request: object({
    webhookId,
    deliveryId: optional(deliveryId),
    failedSince: optional(dateTime()).means(
      '重新推送此时间以来放弃或暂扣的事件',
      'resend events that failed or were withheld since this time',
    ),
  }),
  answer: data(object({ count: int32(0).means('数量', 'number of deliveries') })),
  reasons: ['WEBHOOK_DISABLED'],
  title: { zh: '重新推送', en: 'Resend deliveries' },
  example: { webhookId: 901, deliveryId: 902 },
});

/** Sends the event webhook.test through the usual delivery. */
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
