import { webhookAdd, webhookModify, webhookTest } from '@cinnabar/api/operations/webhooks.js';
import { toJson } from '@cinnabar/server/database/json.js';
import type { RunningApp } from '../../support/app.js';
import type { Client } from '../../support/client.js';
import type { Enterprise } from '../../support/given-enterprise.js';

/** Webhooks and deliveries, by owner. */
export interface Webhooks {
  readonly home: number;
  /** Home's, to be deleted. */
  readonly unused: number;
  readonly disabled: number;
  readonly foreign: number;
  /** Of `home`: attempted, failed, and waiting for the next attempt. */
  readonly delivery: number;
  /** Of `unused`. */
  readonly otherDelivery: number;
  readonly foreignDelivery: number;
}

/** Nothing is sent: nobody listens at these addresses, and the process under test sends nothing. */
export async function givenWebhooks(
  { app }: RunningApp,
  { home, foreign }: { readonly home: Enterprise; readonly foreign: Enterprise },
): Promise<Webhooks> {
  const add = async (client: Client): Promise<number> => {
    const eventTypes = ['flow.completed'] as const;
    return (await client.data(webhookAdd, { url: 'https://hooks.example.com/cinnabar', eventTypes }))
      .webhookId;
  };
  const send = async (client: Client, webhookId: number) =>
    (await client.post<{ readonly deliveryId: number }>(webhookTest.path, { webhookId })).envelope.data
      .deliveryId;
  const owner = home.owner.client;
  const webhooks = {
    home: await add(owner),
    unused: await add(owner),
    disabled: await add(owner),
    foreign: await add(foreign.owner.client),
  };
  await owner.post(webhookModify.path, { webhookId: webhooks.disabled, enabled: false });
  const delivery = await send(owner, webhooks.home);
  const { db } = app.database;
  const now = app.services.clock.now();
  const tried = { time: now.toISOString(), took: 12, httpStatus: 503, failure: 'STATUS', answer: 'busy' };
  await db
    .updateTable('webhook_deliveries')
    .set({ tries: toJson([tried]), attempts: 1 })
    .where((where) => where('delivery_id', '=', where.val(delivery).$castTo<never>()))
    .execute();
  await db.updateTable('webhooks').set({ failing_since: now, last_failed_at: now }).execute();
  return {
    ...webhooks,
    delivery,
    otherDelivery: await send(owner, webhooks.unused),
    foreignDelivery: await send(foreign.owner.client, webhooks.foreign),
  };
}
