/** Our own: decisions, "Webhooks". */
import { type Fields, paging, type SpecifiedOperation } from './notation.js';

const webhook: Fields = {
  webhookId: 'int64',
  url: 'string',
  eventTypes: ['string'],
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
  [
    '/webhook/add',
    '200',
    { url: 'string!', eventTypes: ['string'], remark: 'string' },
    { ...webhook, secret: 'string' },
  ],
  ['/webhook/list', '200', {}, [webhook]],
  [
    '/webhook/modify',
    '200',
    { ...one, url: 'string', eventTypes: ['string'], remark: 'string', enabled: 'boolean' },
    webhook,
  ],
  ['/webhook/delete', '200', one, {}],
  ['/webhook/rotateSecret', '200', { ...one, overlapHours: 'int32' }, { ...webhook, secret: 'string' }],
  [
    '/webhook/deliveryList',
    '200',
    { webhookId: 'int64', status: 'string', eventType: 'string', flowId: 'int64', ...paging },
    [delivery],
    'paged',
  ],
  [
    '/webhook/deliveryInfo',
    '200',
    { deliveryId: 'int64!' },
    {
      ...delivery,
      url: 'string',
      body: 'string',
      tries: [
        { time: 'dateTime', took: 'int32', httpStatus: 'int32?', failure: 'string?', answer: 'string' },
      ],
    },
  ],
  ['/webhook/resend', '200', { ...one, deliveryId: 'int64', failedSince: 'dateTime' }, { count: 'int32' }],
  ['/webhook/test', '200', one, delivery],
];
