import type { Id, Infer } from '../schema.js';
import { choice, dateTime, id, int32, list, nullable, object, text } from '../schema.js';
import { subscribableTypes, webhookEventTypes } from '../webhook-events.js';
import { createTime, flowId } from './fields.js';

export type WebhookId = Id<'Webhook'>;
export type WebhookDeliveryId = Id<'WebhookDelivery'>;

const webhookStatuses = ['enabled', 'disabled', 'failed'] as const;
export const deliveryStatuses = ['pending', 'delivered', 'failed', 'withheld'] as const;

/** Why a delivery attempt failed. */
export const deliveryFailures = [
  'ADDRESS_REFUSED',
  'ADDRESS_UNKNOWN',
  'NOT_REACHED',
  'NOT_SECURE',
  'TIMEOUT',
  'REDIRECT',
  'STATUS',
] as const;

const webhookFields = {
  webhookId: id<'Webhook'>().means('事件回调编号', 'webhook id'),
  url: text(1, 2000).means('接收地址', 'address that events are sent to'),
  eventTypes: list(choice(subscribableTypes)).means(
    '订阅的事件类型，空为全部',
    'subscribed event types; empty: all',
  ),
  remark: text(0, 200).means('备注', 'remark'),
  status: choice(webhookStatuses).means(
    'enabled 启用 disabled 停用 failed 连续三天未送达而停用',
    'enabled, disabled, failed: disabled because nothing was delivered for three days',
  ),
  failingSince: nullable(dateTime()).means(
    '自何时起送达失败；最近一次成功时为 null',
    'start of the current series of failures; null after a success',
  ),
  previousSecretUntil: nullable(dateTime()).means(
    '旧密钥签名至',
    'expiry of the old secret, which also signs until then',
  ),
  createTime,
  updateTime: dateTime().means('更新时间', 'time of the last change'),
};

export const webhook = object(webhookFields);

/** The secret is returned only when it is created. */
export const webhookWithSecret = object({
  ...webhookFields,
  secret: text(1, 200).means('签名密钥，仅显示一次', 'signing secret, shown only once'),
});

const deliveryFields = {
  deliveryId: id<'WebhookDelivery'>().means('推送编号', 'delivery id'),
  webhookId: id<'Webhook'>().means('事件回调编号', 'webhook id'),
  messageId: text(1, 100).means(
    '消息编号，即请求头 webhook-id；重试不变',
    'message id, sent as the header webhook-id; the same for every attempt',
  ),
  eventType: choice(webhookEventTypes).means('事件类型', 'event type'),
  flowId: nullable(flowId),
  status: choice(deliveryStatuses).means(
    'pending 待推送 delivered 已送达 failed 已放弃 withheld 停用时暂扣',
    'pending, delivered, failed: given up, withheld: not sent while the webhook was disabled',
  ),
  attempts: int32(0).means('已尝试次数', 'number of attempts'),
  lastTime: nullable(dateTime()).means('最近一次尝试的时间', 'time of the last attempt'),
  httpStatus: nullable(int32()).means('接收方返回的 HTTP 状态码', 'HTTP status of the response'),
  failure: nullable(choice(deliveryFailures)).means('失败原因', 'reason of the failure'),
  nextTime: nullable(dateTime()).means('下一次尝试的时间', 'time of the next attempt'),
  createTime,
};

export const webhookDelivery = object(deliveryFields);

export const webhookDeliveryWithTries = object({
  ...deliveryFields,
  url: text(1, 2000).means('接收地址', 'address that events are sent to'),
  body: text(1, 20_000).means('推送的内容，逐字节', 'body that is sent, byte for byte'),
  tries: list(
    object({
      time: dateTime().means('尝试的时间', 'time of the attempt'),
      took: int32(0).means('耗时，ms', 'duration in ms'),
      httpStatus: nullable(int32()).means('接收方返回的 HTTP 状态码', 'HTTP status of the response'),
      failure: nullable(choice(deliveryFailures)).means('失败原因', 'reason of the failure'),
      answer: text(0, 2000).means('接收方返回内容的开头', 'beginning of the response'),
    }),
  ).means('最近的尝试，旧的在前', 'most recent attempts, oldest first'),
});

export type Webhook = Infer<typeof webhook>;
export type WebhookDelivery = Infer<typeof webhookDelivery>;
export type WebhookDeliveryWithTries = Infer<typeof webhookDeliveryWithTries>;
export type DeliveryFailure = (typeof deliveryFailures)[number];
