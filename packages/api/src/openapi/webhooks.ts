import type { JsonSchema } from '../schema.js';
import { webhookEvents } from '../webhook-events.js';
import { operationIdOfEvent } from './names.js';

const header = (name: string, zh: string, en: string): JsonSchema => ({
  name,
  in: 'header',
  required: true,
  schema: { type: 'string' },
  description: `${zh} / ${en}`,
});

/** The `webhooks` section of an OpenAPI document: one entry per event type. */
export function openApiWebhooks(): JsonSchema {
  return Object.fromEntries(
    webhookEvents.map(({ type, data, title }) => [
      type,
      {
        post: {
          operationId: operationIdOfEvent(type),
          summary: `${title.zh} / ${title.en}`,
          tags: ['webhooks'],
          // The signature is computed for each message: no security scheme of OpenAPI describes that.
          security: [],
          parameters: [
            header('webhook-id', '消息编号，重试不变', 'id of the message, the same for every try'),
            header('webhook-timestamp', '发送时间，秒', 'when it is sent, epoch seconds'),
            header('webhook-signature', '签名，v1,', 'signatures, v1, with spaces between them'),
          ],
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: {
                    type: { type: 'string', const: type },
                    timestamp: { type: 'string', format: 'date-time' },
                    data: data.describe,
                  },
                  required: ['type', 'timestamp', 'data'],
                },
              },
            },
          },
          responses: { '2XX': { description: '已收到 / received' } },
        },
      },
    ]),
  );
}
