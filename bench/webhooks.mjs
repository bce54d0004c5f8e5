/**
 * Delivery of events: draining a backlog of a hundred thousand from the outbox and from the delivery log; delay of a
 * steady stream; throughput compared with bare fetch to the same receiver. BENCH_EVENTS sets another number.
 * `npm run bench -- webhooks`
 */
import { fork } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { memberVerified } from '@cinnabar/server/areas/members/index.js';
import { openDatabase } from '@cinnabar/server/database/connect.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { publish } from '@cinnabar/server/jobs/outbox.js';
import { openEnterprises } from './support/parties.mjs';
import { processorTime, serverTime } from './support/processor-time.mjs';
import { startService } from './support/service.mjs';
import { median, ms, printTable, quantile } from './support/statistics.mjs';

const EVENTS = Number(process.env['BENCH_EVENTS'] ?? 100_000);
const BARE = Math.min(EVENTS, 20_000);
/** Concurrent requests that the service makes to one receiver. */
const AT_ONCE = 8;
const STREAMS = 1000;
const STEADY_SECONDS = Number(process.env['BENCH_SECONDS'] ?? 10);
const STEADY_RATE = 100;

const service = await startService();
const receiver = await openReceiver();
const database = openDatabase({ address: service.address, max: 2 });
try {
  const [{ owner }] = await openEnterprises(service, () => undefined);
  const [{ corp_id: corpId }] = await service.statement('select corp_id from members where user_id = $1', [
    owner.userId,
  ]);
  const { webhookId } = await owner.client.call('/webhook/add', { url: receiver.url });
  const bareBefore = await bareFetch();
  const outbox = await drain('from the outbox', () => publishMany(corpId, owner.userId));
  const resent = await drain('resent from the delivery log', async () => {
    await owner.client.call('/webhook/modify', { webhookId, enabled: false });
    await service.statement(
      "update webhook_deliveries set status = 'withheld', next_at = null where webhook_id = $1",
      [webhookId],
    );
    await owner.client.call('/webhook/modify', { webhookId, enabled: true });
    await owner.client.call('/webhook/resend', { webhookId, failedSince: '2000-01-01' });
  });
  const steady = await steadyStream(corpId, owner.userId);
  const bareAfter = await bareFetch();
  const bare = (bareBefore + bareAfter) / 2;

  console.log(`PostgreSQL ${service.databaseVersion}; one webhook, its receiver in a separate process\n`);
  printTable(
    ['', 'events', 's', 'per second', 'of bare fetch', 'service ms/event', 'database ms/event'],
    [
      ['bare fetch, 8 at a time', BARE, ms(BARE / bare), Math.round(bare), '1.00', '-', '-'],
      ...[outbox, resent].map(({ what, seconds, serviceMs, databaseMs }) => [
        what,
        EVENTS,
        seconds.toFixed(1),
        Math.round(EVENTS / seconds),
        (EVENTS / seconds / bare).toFixed(2),
        (serviceMs / EVENTS).toFixed(2),
        (databaseMs / EVENTS).toFixed(2),
      ]),
    ],
  );
  console.log(
    `\n${STEADY_RATE} events a second for ${STEADY_SECONDS} s: from the commit to the receiver ` +
      `p50 ${ms(median(steady))} ms, p99 ${ms(quantile(steady, 0.99))} ms, at most ${ms(Math.max(...steady))} ms`,
  );
} finally {
  await database.close();
  receiver.close();
  await service.stop();
}

async function drain(what, begin) {
  await receiver.ask('reset');
  const before = await used();
  const began = performance.now();
  await begin();
  console.log(`${what}: due after ${ms(performance.now() - began)} ms`);
  for (;;) {
    const { count, different } = await receiver.ask('count');
    if (different >= EVENTS) {
      const seconds = (performance.now() - began) / 1000;
      const after = await used();
      if (count !== EVENTS) console.log(`${count} requests for ${EVENTS} events`);
      return {
        what,
        seconds,
        serviceMs: after.service - before.service,
        databaseMs: after.database - before.database,
      };
    }
    if (performance.now() - began > 1_800_000) throw new Error(`only ${different} of ${EVENTS} arrived`);
    await pause(50);
  }
}

async function used() {
  return {
    service: processorTime(service.pid),
    database: service.databasePid === null ? 0 : serverTime(service.databasePid),
  };
}

async function publishMany(corpId, userId) {
  const batch = 5_000;
  for (let first = 0; first < EVENTS; first += batch) {
    await transact(database.db, (tx) =>
      publish(
        tx,
        new Date(),
        Array.from({ length: Math.min(batch, EVENTS - first) }, (_, index) =>
          event(corpId, userId, (first + index) % STREAMS),
        ),
      ),
    );
  }
}

async function steadyStream(corpId, userId) {
  await receiver.ask('reset');
  const began = performance.now();
  for (let count = 0; count < STEADY_RATE * STEADY_SECONDS; count += 1) {
    const wait = began + (count * 1000) / STEADY_RATE - performance.now();
    if (wait > 0) await pause(wait);
    await transact(database.db, (tx) => publish(tx, new Date(), [event(corpId, userId, count)]));
  }
  while ((await receiver.ask('count')).count < STEADY_RATE * STEADY_SECONDS) await pause(50);
  return (await receiver.ask('lags')).lags;
}

function event(corpId, userId, stream) {
  return memberVerified.event({ corpId, stream: `bench:${stream}`, payload: { userId } });
}

/** Requests a second. */
async function bareFetch() {
  await receiver.ask('reset');
  const body = JSON.stringify({
    type: 'member.verified',
    timestamp: new Date(),
    data: { corpId: 1, userId: 2 },
  });
  let left = BARE;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left > 0) {
        left -= 1;
        const response = await fetch(receiver.url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        });
        await response.arrayBuffer();
      }
    }),
  );
  return (BARE / (performance.now() - began)) * 1000;
}

async function openReceiver() {
  const child = fork(fileURLToPath(new URL('webhooks/receiver.mjs', import.meta.url)));
  const answer = () => new Promise((resolve) => child.once('message', resolve));
  const { port } = await answer();
  return {
    url: `http://127.0.0.1:${port}/`,
    ask(question) {
      child.send(question);
      return answer();
    },
    close: () => child.disconnect(),
  };
}
