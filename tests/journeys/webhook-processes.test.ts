/** Several processes send to the same webhooks: they share the work, and nothing is sent twice. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { webhookAdd } from '@cinnabar/api/operations/webhooks.js';
import { memberVerified } from '@cinnabar/server/areas/members/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { publish } from '@cinnabar/server/jobs/outbox.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { givenEnterprise } from '../support/given-enterprise.js';
import { openReceiver, type Receiver } from '../support/webhook-receiver.js';

const EVENTS = 300;

let database: FreshDatabase;
let dataDir: string;
let processes: RunningApp[];
let receiver: Receiver;

beforeAll(async () => {
  database = await freshDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-several-'));
  processes = [];
  for (let count = 0; count < 3; count += 1) {
    processes.push(await startApp({ on: { database, dataDir }, instances: 1 }));
  }
  receiver = await openReceiver();
});
afterAll(async () => {
  await receiver.close();
  for (const each of processes) await each.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function delivered({ baseUrl }: RunningApp): Promise<number> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text();
  return Number(/^webhook_deliveries_total\{result="delivered"\} (\d+)$/m.exec(text)?.[1] ?? 0);
}

test('three processes send each event once', async () => {
  const [first] = processes;
  if (first === undefined) throw new Error('no process');
  // Eight at a time for each process, so that one alone would take longer than the others need to poll.
  receiver.answer = (_received, response) => void setTimeout(() => response.writeHead(204).end(), 100);
  const corp = await givenEnterprise(first);
  await corp.owner.client.data(webhookAdd, { url: receiver.url, eventTypes: ['member.verified'] });
  const { corpId, owner } = corp;
  const events = Array.from({ length: EVENTS }, (_, index) =>
    memberVerified.event({ corpId, stream: `test:${index % 30}`, payload: { userId: owner.userId } }),
  );
  const { database: connected, services } = first.app;
  await transact(connected.db, (tx) => publish(tx, services.clock.now(), events));
  const received = await receiver.atLeast(EVENTS);
  const counts = async () => Promise.all(processes.map(delivered));
  await expect
    .poll(async () => (await counts()).reduce((sum, count) => sum + count, 0), { timeout: 20_000 })
    .toBe(EVENTS);
  expect(received).toHaveLength(EVENTS);
  expect(new Set(received.map(({ id }) => id)).size).toBe(EVENTS);
  expect((await counts()).filter((count) => count > 0).length).toBeGreaterThan(1);
});
