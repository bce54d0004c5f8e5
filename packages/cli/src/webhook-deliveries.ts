/** Lists webhook deliveries and resends them. */
import { choice, id } from '@cinnabar/api/schema.js';
import { deliveryStatuses } from '@cinnabar/api/schemas/webhook.js';
import {
  type Delivery,
  deliveryView,
  findDelivery,
  listDeliveries,
  sendAgain,
  sendFailedAgain,
  sendTest,
} from '@cinnabar/server/areas/webhooks/index.js';
import type { Db } from '@cinnabar/server/database/schema.js';
import { transact } from '@cinnabar/server/database/transact.js';
import type { CorpId } from '@cinnabar/server/operation/context.js';
import { type Command, CommandFailed, jsonOption, textOf, UsageError } from './command.js';
import { corpOption, readCorpId, requireCorp } from './find-corp.js';
import { pagingOptions, readWindow } from './list-options.js';
import { readOption } from './read-option.js';
import { readTime } from './read-time.js';
import { readWebhookId, requireEnabled, requireWebhook, webhookOption } from './webhook-options.js';
import { withPlatform } from './with-platform.js';

export const webhookDeliveries: Command = {
  name: 'webhook deliveries',
  summary: 'Lists webhook deliveries with their results, newest first.',
  options: {
    corp: corpOption,
    webhook: { type: 'string', placeholder: 'ID', description: 'only of this webhook' },
    status: { type: 'string', placeholder: 'WORD', description: deliveryStatuses.join(', ') },
    ...pagingOptions,
    json: jsonOption,
  },
  async run(values, context) {
    const corpId = readCorpId(values);
    const filters = {
      webhookId: values['webhook'] === undefined ? null : readWebhookId(values),
      status: values['status'] === undefined ? null : readOption(choice(deliveryStatuses), values, 'status'),
      eventType: null,
      flowId: null,
    };
    const window = readWindow(values);
    return withPlatform(values, context, async ({ database }) => {
      await requireCorp(database.db, corpId);
      const { items, totalCount } = await listDeliveries(database.db, corpId, filters, window);
      return {
        json: { totalCount, deliveries: items.map(deliveryView) },
        text: [...items.map(describeDelivery), `${items.length} of ${totalCount}`].join('\n'),
      };
    });
  },
};

export const webhookResend: Command = {
  name: 'webhook resend',
  summary: 'Sends one delivery again, or all failed and withheld ones since a time.',
  options: {
    corp: corpOption,
    webhook: webhookOption,
    delivery: { type: 'string', placeholder: 'ID', description: 'deliveryId' },
    since: { type: 'string', placeholder: 'TIME', description: 'such as "2026-01-31 09:00:00"' },
    json: jsonOption,
  },
  async run(values, context) {
    const corpId = readCorpId(values);
    const webhookId = readWebhookId(values);
    if ((textOf(values, 'delivery') === undefined) === (textOf(values, 'since') === undefined)) {
      throw new UsageError('either --delivery or --since is required');
    }
    const deliveryId =
      values['delivery'] === undefined ? null : readOption(id<'WebhookDelivery'>(), values, 'delivery');
    return withPlatform(values, context, async ({ database, services, config }) => {
      const since = deliveryId === null ? readTime(values, 'since', config.timeZone) : null;
      requireEnabled(await requireWebhook(database.db, corpId, webhookId));
      const now = services.clock.now();
      const count = await transact(database.db, async (tx) => {
        if (since !== null) return sendFailedAgain(tx, webhookId, since, now);
        return deliveryId !== null && (await sendAgain(tx, webhookId, deliveryId, now)) ? 1 : null;
      });
      if (count === null) throw new CommandFailed(`webhook ${webhookId} has no delivery ${deliveryId}`);
      return { json: { corpId, webhookId, count }, text: `${count} to be sent again` };
    });
  },
};

/** The service polls several times a second, and a receiver has ten seconds to respond. */
const WAIT_MS = 15_000;
const POLL_INTERVAL_MS = 200;

export const webhookTest: Command = {
  name: 'webhook test',
  summary: 'Makes the running service send a test event and prints the result.',
  options: { corp: corpOption, webhook: webhookOption, json: jsonOption },
  async run(values, context) {
    const corpId = readCorpId(values);
    const webhookId = readWebhookId(values);
    return withPlatform(values, context, async ({ database, services }) => {
      const webhook = await requireWebhook(database.db, corpId, webhookId);
      requireEnabled(webhook);
      const sent = await transact(database.db, (tx) => sendTest(tx, services, webhook, services.clock.now()));
      const delivery = await waitFor(database.db, corpId, sent);
      if (delivery.tries.length === 0) {
        throw new CommandFailed(
          `nothing has sent delivery ${delivery.deliveryId} within ${WAIT_MS / 1000} seconds: is the service running?`,
        );
      }
      if (delivery.status !== 'delivered') {
        throw new CommandFailed(`the delivery failed: ${describeDelivery(delivery)}`);
      }
      return { json: deliveryView(delivery), text: describeDelivery(delivery) };
    });
  },
};

async function waitFor(db: Db, corpId: CorpId, sent: Delivery): Promise<Delivery> {
  const until = performance.now() + WAIT_MS;
  let delivery = sent;
  while (delivery.tries.length === 0 && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    delivery = (await findDelivery(db, corpId, sent.deliveryId)) ?? delivery;
  }
  return delivery;
}

function describeDelivery(delivery: Delivery): string {
  const { deliveryId, eventType, status, attempts, httpStatus, failure, nextTime } = deliveryView(delivery);
  const came = [failure, httpStatus === null ? null : `HTTP ${httpStatus}`].filter((word) => word !== null);
  const next = nextTime === null ? '' : `, next ${nextTime.toISOString()}`;
  return `${deliveryId}  ${eventType}  ${status} after ${attempts}${came.length === 0 ? '' : `: ${came.join(', ')}`}${next}`;
}
