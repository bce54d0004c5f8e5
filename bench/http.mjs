/**
 * Throughput of getSealInfo through the whole service, compared with a bare node:http server that returns the same
 * bytes and with the steps in between. `npm run bench -- http`
 */
import { fork } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { fileURLToPath } from 'node:url';
import { getSealInfo } from '@cinnabar/api/operations/seals.js';
import autocannon from 'autocannon';
import { clientOf } from './support/client.mjs';
import { processorTime, serverTime } from './support/processor-time.mjs';
import { freePort, startService } from './support/service.mjs';
import { median, printTable } from './support/statistics.mjs';

const CONNECTIONS = 32;
const ROUNDS = 3;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5);
const WARM_UP_SECONDS = 2;

const steps = [
  { step: 'bare', name: 'bare node:http' },
  { step: 'fastify', name: '+ Fastify’s router' },
  { step: 'exchange', name: '+ request id, headers, metrics' },
  { step: 'log', name: '+ log line' },
  { step: 'checks', name: '+ token, headers, body, schemas, rights' },
  { step: 'operator', name: '+ the acting member from the database' },
  { step: 'service', name: '+ the seal from the database, its signed link: the whole service' },
];

const service = await startService();
const servers = [];
try {
  const question = await prepareQuestion(service);
  const answered = await ask(service.baseUrl, question);
  for (const { step, name } of steps) {
    servers.push(
      step === 'service' ? wholeService(step, name) : await startStep(step, name, question, answered),
    );
  }
  for (const server of servers) await sameAnswer(server, question, answered.body);
  const rounds = new Map(servers.map(({ step }) => [step, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const server of servers) {
      // After half a minute of idling, a process has released memory and compiled code.
      await load(server, question, WARM_UP_SECONDS);
      rounds.get(server.step).push(await load(server, question, SECONDS));
    }
  }
  print(rounds);
} finally {
  for (const { child } of servers) if (child?.connected) child.disconnect();
  await service.stop();
}

/** Requests the default seal of the first demo enterprise on behalf of its owner. */
async function prepareQuestion({ baseUrl, demo }) {
  const [corp] = demo.enterprises;
  const client = (await clientOf(baseUrl, corp)).with({ userId: String(corp.owner.userId) });
  const [seal] = await client.call('/seal/getSealListByPage', {});
  const body = JSON.stringify({ sealId: seal.sealId });
  client.close();
  return { corp, headers: client.headers, body };
}

async function ask(baseUrl, { headers, body }) {
  const response = await fetch(baseUrl + getSealInfo.path, { method: 'POST', headers, body });
  const given = Object.fromEntries(response.headers);
  // Node.js adds these headers itself.
  for (const name of ['date', 'connection', 'keep-alive']) delete given[name];
  return { headers: given, body: await response.text() };
}

async function startStep(step, name, { corp, headers }, answered) {
  const port = await freePort();
  const nowhere = openSync(devNull, 'w');
  const child = fork(fileURLToPath(new URL('http/server.mjs', import.meta.url)), {
    stdio: ['ignore', nowhere, 'inherit', 'ipc'],
  });
  closeSync(nowhere);
  const ready = new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`${step} ended with ${code}`)));
  });
  const { userId, mobile, realName } = corp.owner;
  child.send({
    step,
    port,
    baseUrl: service.baseUrl,
    address: service.address,
    headers: answered.headers,
    body: answered.body,
    seal: JSON.parse(answered.body).data,
    token: { appId: headers.appId, corpId: corp.corpId, expireTime: Date.now() + 3_600_000, allowList: [] },
    actingMember: { userId, userName: realName, mobile, realName, roles: ['OWNER'] },
  });
  await ready;
  return { step, name, child, pid: child.pid, baseUrl: `http://127.0.0.1:${port}` };
}

function wholeService(step, name) {
  return { step, name, child: null, pid: service.pid, baseUrl: service.baseUrl };
}

/** Links contain their expiry time, the only difference between two responses. */
async function sameAnswer({ step, baseUrl }, question, expected) {
  const { body } = await ask(baseUrl, question);
  const timeless = (text) => text.replace(/"sealImageUrl":"[^"]*"/, '');
  if (timeless(body) !== timeless(expected) || body.length !== expected.length) {
    throw new Error(`${step} returns a different body: ${body}`);
  }
}

async function load({ step, pid, baseUrl }, { headers, body }, seconds) {
  const before = { server: processorTime(pid), database: databaseTime(), own: process.cpuUsage() };
  const result = await autocannon({
    url: baseUrl + getSealInfo.path,
    method: 'POST',
    headers,
    body,
    connections: CONNECTIONS,
    duration: seconds,
  });
  const failures = result.non2xx + result.errors + result.timeouts;
  if (failures > 0) throw new Error(`${step}: ${failures} requests failed`);
  const requests = result['2xx'];
  const own = process.cpuUsage(before.own);
  const microseconds = (after, earlier) => (earlier === null ? null : ((after - earlier) * 1000) / requests);
  return {
    perSecond: requests / result.duration,
    server: microseconds(processorTime(pid), before.server),
    database: microseconds(databaseTime(), before.database),
    client: (own.user + own.system) / requests,
    p99: result.latency.p99,
  };
}

function databaseTime() {
  return service.databasePid === null ? null : serverTime(service.databasePid);
}

function print(rounds) {
  const middle = (step, field) => {
    const values = rounds.get(step).map((round) => round[field]);
    return values.includes(null) ? Number.NaN : median(values);
  };
  const bare = middle('bare', 'perSecond');
  console.log(
    `getSealInfo, ${CONNECTIONS} connections, median of ${ROUNDS} interleaved rounds of ${SECONDS} s; ` +
      `PostgreSQL ${service.databaseVersion}\n`,
  );
  const whole = (number) => (Number.isNaN(number) ? '-' : number.toFixed(0));
  let earlier = 0;
  const rows = steps.map(({ step, name }) => {
    const server = middle(step, 'server');
    const added = server - earlier;
    earlier = server;
    const perSecond = middle(step, 'perSecond');
    return [
      name,
      whole(perSecond),
      (perSecond / bare).toFixed(2),
      rounds
        .get(step)
        .map((round) => whole(round.perSecond))
        .join(' '),
      whole(server),
      step === 'bare' ? '' : whole(added),
      whole(middle(step, 'database')),
      whole(middle(step, 'client')),
      whole(middle(step, 'p99')),
    ];
  });
  printTable(
    [
      'server',
      'requests/s',
      'of bare',
      'rounds',
      'server µs/request',
      'added',
      'database µs/request',
      'client µs/request',
      'p99 ms',
    ],
    rows,
  );
}
