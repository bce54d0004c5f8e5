import { Cinnabar, verifyWebhook, type WebhookEvent } from '@cinnabar/sdk';
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { givenEnterprise } from '../support/given-enterprise.js';
import { openReceiver, type Receiver } from '../support/webhook-receiver.js';

let app: RunningApp;
let receiver: Receiver;

beforeAll(async () => {
  app = await startApp();
  receiver = await openReceiver();
});
afterAll(async () => {
  await receiver.close();
  await app.close();
});

test('a webhook sent by the service is verified by the SDK, before and after rotation of its secret', async () => {
  const { appId, appSecret, owner, corpId } = await givenEnterprise(app);
  const cinnabar = new Cinnabar({ baseUrl: app.baseUrl, appId, appSecret, userId: owner.userId });
  const { webhookId, secret } = await cinnabar.webhook.add({ url: receiver.url });
  await cinnabar.webhook.test({ webhookId });
  await expect.poll(() => receiver.received.length).toBe(1);
  const rotated = await cinnabar.webhook.rotateSecret({ webhookId });
  await cinnabar.webhook.test({ webhookId });
  await expect.poll(() => receiver.received.length).toBe(2);

  const [before, after] = receiver.received;
  const read = (received: typeof before, secrets: string | readonly string[]): WebhookEvent =>
    verifyWebhook(received?.body ?? '', received?.headers ?? {}, secrets);
  const told = { type: 'webhook.test', data: { corpId, webhookId } };
  expect(read(before, secret)).toMatchObject(told);
  for (const known of [secret, rotated.secret, [secret, rotated.secret]])
    expect(read(after, known)).toMatchObject(told);
  expect(() => read(before, rotated.secret)).toThrow('no signature');
});

test('a webhook is verified wherever the clock of the sandbox stands', async () => {
  const { appId, appSecret, owner } = await givenEnterprise(app);
  const cinnabar = new Cinnabar({ baseUrl: app.baseUrl, appId, appSecret, userId: owner.userId });
  const { webhookId, secret } = await cinnabar.webhook.add({ url: receiver.url });
  const told = async (): Promise<WebhookEvent> => {
    const before = receiver.received.length;
    await cinnabar.webhook.test({ webhookId });
    const received = (await receiver.atLeast(before + 1)).at(-1);
    return verifyWebhook(received?.body ?? '', received?.headers ?? {}, secret);
  };
  const moveClock = async (body: object): Promise<void> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${app.baseUrl}/sandbox/clock`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
  };
  await moveClock({ advanceSeconds: 30 * 24 * 3600 });
  expect(await told()).toMatchObject({ type: 'webhook.test', data: { webhookId } });
  await moveClock({ reset: true });
  expect(await told()).toMatchObject({ type: 'webhook.test', data: { webhookId } });
});

test('the type of an event determines the type of its data', () => {
  type Completed = Extract<WebhookEvent, { readonly type: 'flow.completed' }>;
  expectTypeOf<Completed['data']['flowId']>().toEqualTypeOf<number>();
  expectTypeOf<WebhookEvent['timestamp']>().toEqualTypeOf<string>();
  expectTypeOf<Extract<WebhookEvent, { readonly type: 'member.verified' }>['data']>().not.toHaveProperty(
    'flowId',
  );
});
