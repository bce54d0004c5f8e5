/** kill -9 of a process that sends webhooks: nothing is lost, and nothing is sent twice with different bytes. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { webhookAdd } from '@cinnabar/api/operations/webhooks.js';
import { memberVerified } from '@cinnabar/server/areas/members/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { publish } from '@cinnabar/server/jobs/outbox.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, type RunningApp, startApp } from '../support/app.js';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { givenEnterprise } from '../support/given-enterprise.js';
import { chooseSeed, seededRandom } from '../support/seeded-random.js';
import { startServerProcess } from '../support/server-process.js';
import { openReceiver, type Receiver } from '../support/webhook-receiver.js';

const EVENTS = 400;
/** More would find no event left to interrupt. */
const KILLS = Math.min(6, Number(process.env['FAULT_ROUNDS'] ?? 2));

let database: FreshDatabase;
let dataDir: string;
let web: RunningApp;
let receiver: Receiver;

beforeAll(async () => {
  database = await freshDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-kill-'));
  // Serves requests, and runs neither jobs nor deliveries.
  web = await startApp({ on: { database, dataDir }, settings: { ROLE: 'web' } });
  receiver = await openReceiver();
});
afterAll(async () => {
  await receiver.close();
  await web.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

const worker = async () =>
  startServerProcess({
    dataDir,
    port: await freePort(),
    settings: { ROLE: 'worker', DATABASE_URL: database.connectionString },
  });

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test(`${KILLS} times while ${EVENTS} events are sent`, async () => {
  const seed = chooseSeed();
  const random = seededRandom(seed);
  console.log(`FAULT_SEED=${seed}`);
  const corp = await givenEnterprise(web);
  await corp.owner.client.data(webhookAdd, { url: receiver.url, eventTypes: ['member.verified'] });
  // Slow enough for every kill to hit it, and sometimes failing.
  receiver.answer = (_received, response) =>
    void setTimeout(() => response.writeHead(random() < 0.1 ? 500 : 204).end(), 40);
  const { database: ours, services } = web.app;
  const { corpId } = corp;
  const { userId } = corp.owner;
  await transact(ours.db, (tx) =>
    publish(
      tx,
      services.clock.now(),
      Array.from({ length: EVENTS }, (_, index) =>
        memberVerified.event({ corpId, stream: `test:${index % 20}`, payload: { userId } }),
      ),
    ),
  );
  const count = async (status?: 'delivered') => {
    const found = ours.db.selectFrom('webhook_deliveries').select('delivery_id');
    const rows = await (status === undefined ? found : found.where('status', '=', status)).execute();
    return rows.length;
  };
  let killedAmong = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const process = await worker();
    await receiver.atLeast(receiver.received.length + 1);
    await pause(random() * 600);
    await process.killEverything();
    if ((await count('delivered')) < EVENTS) killedAmong += 1;
    // Deliveries claimed by the killed process are free after a minute.
    await web.advance(61);
  }
  const last = await worker();
  await expect
    .poll(
      async () => {
        await web.advance(61);
        return count('delivered');
      },
      { timeout: 120_000, interval: 500 },
    )
    .toBe(EVENTS);
  expect(await last.stop()).toBe(0);
  expect(await count()).toBe(EVENTS);
  const bodies = new Map<string, Set<string>>();
  for (const { id, body } of receiver.received) bodies.set(id, (bodies.get(id) ?? new Set()).add(body));
  expect(bodies.size).toBe(EVENTS);
  for (const said of bodies.values()) expect(said.size).toBe(1);
  // Otherwise the test has covered nothing.
  expect(killedAmong).toBeGreaterThan(0);
  console.log(`${receiver.received.length} requests for ${EVENTS} events, ${killedAmong} kills among them`);
}, 300_000);
