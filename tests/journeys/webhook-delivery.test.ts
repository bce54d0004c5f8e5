/** Receivers that are slow, failing, remote, internal, or gone. */
import { getAccessToken } from '@cinnabar/api/operations/credentials.js';
import {
  webhookAdd,
  webhookDelete,
  webhookDeliveryInfo,
  webhookDeliveryList,
  webhookList,
  webhookModify,
  webhookTest,
} from '@cinnabar/api/operations/webhooks.js';
import { verifyWebhook } from '@cinnabar/sdk';
import { PAUSES_MS } from '@cinnabar/server/areas/webhooks/rules.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freePort, INSTANCES, type RunningApp, startApp } from '../support/app.js';
import type { DataOf } from '../support/client.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { messagesTo } from '../support/messages-to.js';
import { openReceiver, type Receiver } from '../support/webhook-receiver.js';

let app: RunningApp;
let corp: Enterprise;
let receiver: Receiver;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

beforeEach(async () => {
  corp = await givenEnterprise(app);
  receiver = await openReceiver();
});
afterEach(() => receiver.close());

type Hook = DataOf<typeof webhookAdd>;
type DeliveryId = DataOf<typeof webhookTest>['deliveryId'];

/** The owner, also after tokens have expired. */
async function owner() {
  const { appId, appSecret } = corp;
  const { accessToken } = await app.client.data(getAccessToken, { appId, appSecret });
  return corp.owner.client.with({ accessToken });
}

async function hookTo(url: string): Promise<Hook> {
  return (await owner()).data(webhookAdd, { url });
}

async function tested({ webhookId }: Hook): Promise<DeliveryId> {
  return (await (await owner()).data(webhookTest, { webhookId })).deliveryId;
}

async function detail(deliveryId: DeliveryId) {
  return (await owner()).data(webhookDeliveryInfo, { deliveryId });
}

/** Waits for this many attempts. */
async function tried(deliveryId: DeliveryId, count = 1) {
  await expect.poll(async () => (await detail(deliveryId)).tries.length, { timeout: 30_000 }).toBe(count);
  return detail(deliveryId);
}

const last = <T>(list: readonly T[]): T | undefined => list.at(-1);

describe('a receiver that fails', () => {
  test('gets retries with growing delays for a day, with the same bytes, until the delivery is abandoned', async () => {
    receiver.answer = (_received, response) => void response.writeHead(503).end('zu viel\u0000los');
    const deliveryId = await tested(await hookTo(receiver.url));
    for (const [index, pause] of PAUSES_MS.entries()) {
      const { status, nextTime, tries, attempts } = await tried(deliveryId, index + 1);
      expect([status, attempts]).toEqual(['pending', index + 1]);
      const wait = Date.parse(nextTime ?? '') - Date.parse(last(tries)?.time ?? '');
      expect(wait).toBeGreaterThanOrEqual(pause * 0.9);
      expect(wait).toBeLessThan(pause * 1.1 + 5_000);
      await app.advance(Math.ceil((pause * 1.1) / 1000) + 1);
    }
    const given = await tried(deliveryId, PAUSES_MS.length + 1);
    expect(given).toMatchObject({ status: 'failed', httpStatus: 503, failure: 'STATUS', nextTime: null });
    expect(last(given.tries)).toMatchObject({ httpStatus: 503, failure: 'STATUS', answer: 'zu viellos' });
    expect(new Set(receiver.received.map(({ id, body }) => id + body)).size).toBe(1);
    const times = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']));
    // The machine's time, which the sandbox clock does not change.
    expect(times).toEqual(times.toSorted((left, right) => left - right));
    expect(Math.abs((times.at(-1) ?? 0) - Date.now() / 1000)).toBeLessThan(60);
  });

  test('and then recovers gets the missed events', async () => {
    let answers = 0;
    receiver.answer = (_received, response) => {
      answers += 1;
      response.writeHead(answers === 1 ? 500 : 200).end('ok');
    };
    const hook = await hookTo(receiver.url);
    const deliveryId = await tested(hook);
    await tried(deliveryId);
    expect((await (await owner()).data(webhookList, {}))[0]?.failingSince).not.toBeNull();
    await app.advance(10);
    expect(await tried(deliveryId, 2)).toMatchObject({ status: 'delivered', httpStatus: 200, failure: null });
    await expect.poll(async () => (await (await owner()).data(webhookList, {}))[0]?.failingSince).toBeNull();
  });

  test('can request a delay', async () => {
    receiver.answer = (_received, response) => void response.writeHead(429, { 'retry-after': '600' }).end();
    const { nextTime, tries } = await tried(await tested(await hookTo(receiver.url)));
    expect(Date.parse(nextTime ?? '') - Date.parse(tries[0]?.time ?? '')).toBeGreaterThanOrEqual(600_000);
  });

  test('for three days is disabled, and its enterprise is notified', async () => {
    receiver.answer = (_received, response) => void response.writeHead(500).end();
    const hook = await hookTo(receiver.url);
    const admin = await corp.member(['ADMIN']);
    const plain = await corp.member();
    const statusNow = async () => (await (await owner()).data(webhookList, {}))[0]?.status;
    for (let hours = 0; hours < 72; hours += 8) {
      await tried(await tested(hook));
      expect(await statusNow()).toBe('enabled');
      await app.advance(8 * 3600);
    }
    await expect.poll(statusNow, { timeout: 30_000 }).toBe('failed');
    expect(await (await owner()).data(webhookDeliveryList, { status: 'pending' })).toEqual([]);
    await app.advance(0);
    for (const { mobile } of [corp.owner, admin]) {
      expect((await messagesTo(app.baseUrl, mobile)).map(({ smsType }) => smsType)).toEqual([
        'webhookDisabled',
      ]);
    }
    expect(await messagesTo(app.baseUrl, plain.mobile)).toEqual([]);
    const heard = receiver.received.length;
    await app.advance(24 * 3600);
    expect(receiver.received).toHaveLength(heard);
    // Re-enabled, it counts anew.
    receiver.answer = (_received, response) => void response.end();
    const { webhookId } = hook;
    const again = await (await owner()).data(webhookModify, { webhookId, enabled: true });
    expect(again).toMatchObject({ status: 'enabled', failingSince: null });
    expect(await tried(await tested(hook))).toMatchObject({ status: 'delivered' });
  });
});

describe('a remote receiver', () => {
  test('that redirects is not followed', async () => {
    const inner = await openReceiver();
    receiver.answer = (_received, response) => void response.writeHead(307, { location: inner.url }).end();
    expect(await tried(await tested(await hookTo(receiver.url)))).toMatchObject({
      status: 'pending',
      httpStatus: 307,
      failure: 'REDIRECT',
    });
    expect(inner.received).toEqual([]);
    await inner.close();
  });

  test('that is unreachable, does not resolve, or has no TLS fails', async () => {
    const port = await freePort();
    const failureAt = async (url: string) => (await tried(await tested(await hookTo(url)))).failure;
    expect(await failureAt(`http://127.0.0.1:${port}/`)).toBe('NOT_REACHED');
    expect(await failureAt('https://nowhere.invalid/')).toBe('ADDRESS_UNKNOWN');
    expect(await failureAt(receiver.url.replace('http:', 'https:'))).toBe('NOT_SECURE');
  });

  test('that was deleted gets nothing more', async () => {
    receiver.answer = (_received, response) => void response.writeHead(500).end();
    const hook = await hookTo(receiver.url);
    await tried(await tested(hook));
    await (await owner()).data(webhookDelete, { webhookId: hook.webhookId });
    await app.advance(3600);
    expect(receiver.received).toHaveLength(1);
  });
});

describe('a receiver that is slow', () => {
  test('delays nobody but itself, and is aborted after ten seconds', async () => {
    const quick = await openReceiver();
    // Its headers arrive at once, and its body never ends.
    receiver.answer = (_received, response) => void response.writeHead(200).write('…');
    const slow = await hookTo(receiver.url);
    const other = await hookTo(quick.url);
    await Promise.all(Array.from({ length: 30 }, () => tested(slow)));
    await receiver.atLeast(8 * INSTANCES);
    await Promise.all(Array.from({ length: 30 }, () => tested(other)));
    await quick.atLeast(30);
    // Eight at a time by each instance, and no more.
    expect(receiver.received).toHaveLength(8 * INSTANCES);
    await expect
      .poll(
        async () =>
          (
            await (await owner()).data(webhookDeliveryList, { webhookId: slow.webhookId, listPageSize: 50 })
          ).filter(({ failure }) => failure === 'TIMEOUT').length,
        { timeout: 30_000 },
      )
      .toBeGreaterThanOrEqual(8);
    await quick.close();
  });

  test('with an oversized response is not read to its end', async () => {
    receiver.answer = (_received, response) => void response.writeHead(200).end('x'.repeat(5_000_000));
    const { status, tries } = await tried(await tested(await hookTo(receiver.url)));
    expect(status).toBe('delivered');
    expect(tries[0]?.answer).toBe('x'.repeat(1024));
  });
});

describe('outside sandbox mode', () => {
  let strict: RunningApp;
  let inside: Enterprise;

  beforeAll(async () => {
    strict = await startApp({ settings: { WEBHOOK_NETWORKS: 'none' } });
    inside = await givenEnterprise(strict);
  });
  afterAll(() => strict.close());

  test('internal addresses and plain http are refused at once', async () => {
    for (const url of [
      'https://127.0.0.1/',
      'https://[::1]:8443/',
      'https://10.0.0.8/hook',
      'https://169.254.169.254/latest/meta-data/',
      'https://2130706433/',
      'http://hooks.example.com/',
    ]) {
      const { status, envelope } = await inside.owner.client.post(webhookAdd.path, { url });
      expect([url, status, envelope.reason, envelope.msg.includes('url')]).toEqual([
        url,
        400,
        'INVALID_FIELD',
        true,
      ]);
    }
  });

  test('a name that resolves to one is refused at sending', async () => {
    const { client } = inside.owner;
    const { webhookId } = await client.data(webhookAdd, {
      url: receiver.url.replace('http://127.0.0.1', 'https://localhost'),
    });
    const { deliveryId } = await client.data(webhookTest, { webhookId });
    const look = () => client.data(webhookDeliveryInfo, { deliveryId });
    await expect.poll(async () => (await look()).tries.length, { timeout: 30_000 }).toBe(1);
    expect(await look()).toMatchObject({ failure: 'ADDRESS_REFUSED', httpStatus: null });
    expect(receiver.received).toEqual([]);
  });
});

test('metrics report pending deliveries and the result of each attempt', async () => {
  const text = await (await fetch(`${app.baseUrl}/metrics`)).text();
  expect(text).toMatch(/^webhook_deliveries_total\{result="delivered"\} [1-9]/m);
  expect(text).toMatch(/^webhook_deliveries_total\{result="retried"\} [1-9]/m);
  expect(text).toMatch(/^webhook_pending \d+$/m);
  expect(text).toMatch(/^webhook_lag_seconds [\d.]+$/m);
});

test('messages are signed with the machine’s time, whatever the sandbox clock', async () => {
  await app.advance(3 * 24 * 3600);
  const hook = await hookTo(receiver.url);
  await tried(await tested(hook));
  const [received] = receiver.received;
  const event = verifyWebhook(received?.body ?? '', received?.headers ?? {}, [hook.secret]);
  expect(event.type).toBe('webhook.test');
});

// Last, because it moves the clock by a month.
test('deliveries finished a month ago are deleted, pending ones are kept', async () => {
  await tried(await tested(await hookTo(receiver.url)));
  await app.advance(31 * 24 * 3600);
  const { db } = app.app.database;
  const rows = await db.selectFrom('webhook_deliveries').select('status').execute();
  expect(rows.filter(({ status }) => status !== 'pending')).toEqual([]);
  const orphans = await db
    .selectFrom('webhook_messages as message')
    .select('message_id')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_deliveries as delivery')
            .select('delivery_id')
            .whereRef('delivery.message_id', '=', 'message.message_id'),
        ),
      ),
    )
    .execute();
  expect(orphans).toEqual([]);
});
