/**
 * Clients of providers against local servers that answer like them: calls a second, what asking the next provider costs,
 * and memory while a provider is out of reach. `npm run bench -- providers`
 */
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { inOrder } from '@cinnabar/server/providers/kit/in-order.js';
import { calls } from './providers/calls.mjs';
import { serveHttp } from './providers/serve.mjs';

const CALLS = 4_000;
const SUSPENDED = 200_000;

for (const [name, { serve, open, call }] of Object.entries(calls)) {
  const server = await serve();
  const port = open(server.url);
  await callAll(() => call(port), 500, 10);
  for (const concurrency of [1, 50]) {
    const cpu = process.cpuUsage();
    const began = performance.now();
    await callAll(() => call(port), CALLS, concurrency);
    const seconds = (performance.now() - began) / 1000;
    const { user, system } = process.cpuUsage(cpu);
    console.log(
      `${name}, ${concurrency} at once: ${Math.round(CALLS / seconds)} calls/s, ` +
        `${Math.round((user + system) / CALLS)} µs of processor time each, the server's included`,
    );
  }
  await server.close();
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

for (const [kind, first, second] of [
  ['text messages', 'sms aliyun', 'sms http'],
  ['identities', 'identity tencent', 'identity http'],
]) {
  const gone = await serveHttp(() => '');
  await gone.close();
  const next = await calls[second].serve();
  const [dead, alive] = [calls[first].open(gone.url), calls[second].open(next.url)];
  const ask = () =>
    inOrder(
      [dead, alive],
      (port) => calls[port === dead ? first : second].call(port),
      () => true,
    );
  await callAll(() => calls[second].call(alive), 500, 10);
  const costs = [];
  for (let count = 0; count < 6; count += 1) {
    const began = performance.now();
    await ask();
    costs.push((performance.now() - began).toFixed(2));
  }
  console.log(
    `${kind}: ms with a first provider that refuses connections: ${costs.join(', ')}, the last one while it is suspended`,
  );
  await next.close();
  collect();
  const before = process.memoryUsage().heapUsed;
  const began = performance.now();
  for (let count = 0; count < SUSPENDED; count += 1) await calls[first].call(dead).catch(() => undefined);
  const each = ((performance.now() - began) * 1000) / SUSPENDED;
  collect();
  const kept = Math.round((process.memoryUsage().heapUsed - before) / 1024);
  console.log(
    `${SUSPENDED} ${kind} to a suspended provider: ${each.toFixed(1)} µs each, ${kept} KiB of heap kept`,
  );
}

async function callAll(call, count, concurrency) {
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await call();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
