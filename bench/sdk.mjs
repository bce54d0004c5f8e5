/**
 * Overhead of the SDK: getSealInfo by the SDK and by bare fetch, alternating in one process, against the whole service
 * and against a bare server that returns the same bytes. `npm run bench -- sdk`
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { Cinnabar } from '@cinnabar/sdk';
import { freePort, startService } from './support/service.mjs';
import { median, printTable, quantile } from './support/statistics.mjs';

const PATH = '/seal/getSealInfo';
const ROUNDS = 41;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 0.3);
const WARM_UP_SECONDS = 1;

const service = await startService();
const bare = await startBare();
try {
  const { owner, appId, appSecret } = service.demo.enterprises[0];
  const rows = [];
  for (const { name, baseUrl, atOnce } of [
    { name: 'bare server, sequential calls', baseUrl: bare.baseUrl, atOnce: 1 },
    { name: 'bare server, 16 concurrent calls', baseUrl: bare.baseUrl, atOnce: 16 },
    { name: 'the service, sequential calls', baseUrl: service.baseUrl, atOnce: 1 },
    { name: 'the service, 16 concurrent calls', baseUrl: service.baseUrl, atOnce: 16 },
  ]) {
    const calls = await contestants(baseUrl, { appId, appSecret, userId: owner.userId });
    rows.push(row(name, await inTurns(calls, atOnce)));
  }
  console.log(`getSealInfo, medians of ${ROUNDS} alternating rounds of ${SECONDS} s\n`);
  printTable(
    ['against', 'fetch µs', 'SDK µs', 'added µs', 'of fetch', 'fetch CPU µs', 'SDK CPU µs', 'added CPU µs'],
    rows,
  );
} finally {
  bare.child.disconnect();
  await service.stop();
}

/** The same request with the SDK and with fetch, handled as carefully as a caller should. */
async function contestants(baseUrl, { appId, appSecret, userId }) {
  const cinnabar = new Cinnabar({ baseUrl, appId, appSecret, userId });
  const { accessToken } = await cinnabar.service.getAccessToken({ appId, appSecret });
  const { items } = await cinnabar.seal.getSealListByPage();
  const input = { sealId: items[0].sealId };
  const headers = {
    'content-type': 'application/json',
    appId,
    accessToken,
    userId: String(userId),
    source: 'pc',
  };
  return {
    async fetch() {
      const response = await fetch(baseUrl + PATH, { method: 'POST', headers, body: JSON.stringify(input) });
      const { code, data } = await response.json();
      if (code !== '200') throw new Error(code);
      return data;
    },
    sdk: () => cinnabar.seal.getSealInfo(input),
  };
}

async function inTurns(calls, atOnce) {
  const measured = { fetch: [], sdk: [] };
  for (const name of Object.keys(calls)) await repeat(calls[name], atOnce, WARM_UP_SECONDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    // The order alternates between rounds.
    const names = round % 2 === 0 ? ['fetch', 'sdk'] : ['sdk', 'fetch'];
    for (const name of names) measured[name].push(await repeat(calls[name], atOnce, SECONDS));
  }
  return measured;
}

/** µs of elapsed time and µs of this process's CPU time per call. */
async function repeat(call, atOnce, seconds) {
  const before = process.cpuUsage();
  const began = performance.now();
  const until = began + seconds * 1000;
  const took = [];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < until) {
        const start = performance.now();
        await call();
        took.push(performance.now() - start);
      }
    }),
  );
  const { user, system } = process.cpuUsage(before);
  return { wall: quantile(took, 0.5) * 1000, processor: (user + system) / took.length };
}

function row(name, { fetch, sdk }) {
  const middle = (rounds, field) => median(rounds.map((round) => round[field]));
  const whole = (number) => number.toFixed(0);
  const [wall, sdkWall] = [middle(fetch, 'wall'), middle(sdk, 'wall')];
  const [processor, sdkProcessor] = [middle(fetch, 'processor'), middle(sdk, 'processor')];
  return [
    name,
    whole(wall),
    whole(sdkWall),
    whole(sdkWall - wall),
    (sdkWall / wall).toFixed(2),
    whole(processor),
    whole(sdkProcessor),
    whole(sdkProcessor - processor),
  ];
}

/** A process that returns the service's recorded response without examining the request. */
async function startBare() {
  const { appId, appSecret, owner } = service.demo.enterprises[0];
  const cinnabar = new Cinnabar({ baseUrl: service.baseUrl, appId, appSecret, userId: owner.userId });
  const { items, ...paging } = await cinnabar.seal.getSealListByPage();
  const said = {
    [PATH]: { data: items[0] },
    '/seal/getSealListByPage': { data: items, ...paging },
    '/service/getAccessToken': {
      data: { accessToken: 'token', expiresIn: Date.now() + 7_200_000, corpId: 1 },
    },
  };
  const answers = Object.fromEntries(
    Object.entries(said).map(([path, more]) => [path, JSON.stringify({ code: '200', msg: '成功', ...more })]),
  );
  const port = await freePort();
  const child = fork(fileURLToPath(new URL('sdk/bare-server.mjs', import.meta.url)));
  child.send({ port, answers });
  await once(child, 'message');
  return { child, baseUrl: `http://127.0.0.1:${port}` };
}
