/** Ours: decisions, "Webhooks". */
import { type Fields, paging, type SpecifiedOperation } from './notation.js';

const webhook: Fields = {
  webhookId: 'int64',
  url: 'string',
  eventTypes: { list: 'string' },
  remark: 'string',
  status: 'string',
  failingSince: 'dateTime?',
  previousSecretUntil: 'dateTime?',
  createTime: 'dateTime',
  updateTime: 'dateTime',
};

const delivery: Fields = {
  deliveryId: 'int64',
  webhookId: 'int64',
  messageId: 'string',
  eventType: 'string',
  flowId: 'int64?',
  status: 'string',
  attempts: 'int32',
  lastTime: 'dateTime?',
  httpStatus: 'int32?',
  failure: 'string?',
  nextTime: 'dateTime?',
  createTime: 'dateTime',
};

const one = { webhookId: 'int64!' } as const;

export const webhookOperations: readonly SpecifiedOperation[] = [
  {
    path: '/webhook/add',
    code: '200',
    request: { url: 'string!', eventTypes: { list: 'string' }, remark: 'string' },
    data: { object: { ...webhook, secret: 'string' } },
  },
  { path: '/webhook/list', code: '200', request: {}, data: { list: webhook } },
  {
    path: '/webhook/modify',
    code: '200',
    request: { ...one, url: 'string', eventTypes: { list: 'string' }, remark: 'string', enabled: 'boolean' },
    data: { object: webhook },
  },
  { path: '/webhook/delete', code: '200', request: one, data: 'empty' },
  {
    path: '/webhook/rotateSecret',
    code: '200',
    request: { ...one, overlapHours: 'int32' },
    data: { object: { ...webhook, secret: 'string' } },
  },
  {
    path: '/webhook/deliveryList',
    code: '200',
    request: { webhookId: 'int64', status: 'string', eventType: 'string', flowId: 'int64', ...paging },
    data: { list: delivery },
    paged: true,
  },
  {
    path: '/webhook/deliveryInfo',
    code: '200',
    request: { deliveryId: 'int64!' },
    data: {
      object: {
        ...delivery,
        url: 'string',
        body: 'string',
        tries: {
          list: {
            time: 'dateTime',
            took: 'int32',
            httpStatus: 'int32?',
            failure: 'string?',
            answer: 'string',
          },
        },
      },
    },
  },
  {
    path: '/webhook/resend',
    code: '200',
    request: { ...one, deliveryId: 'int64', failedSince: 'dateTime' },
    data: { object: { count: 'int32' } },
  },
  { path: '/webhook/test', code: '200', request: one, data: { object: delivery } },
];
