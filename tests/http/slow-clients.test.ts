/**
 * Clients that send their headers or their body byte by byte, or never read the answer: honest callers are served beside
 * them. `npm run campaign -- slow --count 200` opens more of them.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { baseInfo } from '@cinnabar/api/operations/enterprise.js';
import { contractDownload } from '@cinnabar/api/operations/flows.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { sign } from '../support/given-flow.js';
import { flowToSign, givenParties, type Parties } from '../support/given-parties.js';

/** Of each of the four kinds. */
const CLIENTS = Number(process.env['CAMPAIGN_COUNT'] ?? 20);
const HONEST_CALLS = CLIENTS * 5;
/** On a busy machine, too. */
const LONGEST_MS = 30_000;

let app: RunningApp;
let parties: Parties;

beforeAll(async () => {
  app = await startApp();
  parties = await givenParties(app);
});
afterAll(() => app.close());

interface SlowClient {
  readonly socket: Socket;
  readonly drip: () => void;
}

async function slowClient(first: string, rest: string): Promise<SlowClient> {
  const socket = connect(Number(new URL(app.baseUrl).port), '127.0.0.1');
  // The service may end such a connection.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  // Nothing of the answer is read.
  socket.pause();
  socket.write(first);
  let sent = 0;
  return {
    socket,
    drip() {
      if (socket.writable && sent < rest.length) socket.write(rest.charAt(sent));
      sent += 1;
    },
  };
}

function headOf(path: string, length: number): string {
  const headers = Object.entries(parties.buyer.owner.client.headers);
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  return [
    `POST ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'content-type: application/json',
    `content-length: ${length}`,
    ...lines,
    '',
    '',
  ].join('\r\n');
}

test('slow clients of each kind do not keep honest ones waiting', async () => {
  const { owner } = parties.buyer;
  const flowId = await flowToSign(parties);
  await sign(owner, flowId);
  const download = JSON.stringify({ flowId });
  const long = JSON.stringify({ remark: 'x'.repeat(900_000) });
  const kinds = [
    () => slowClient(`POST ${baseInfo.path} HTTP/1.1\r\n`, 'x-slow: '.padEnd(5_000, 'y')),
    () => slowClient(headOf(baseInfo.path, long.length), long),
    // Most of the body is there, and its end never comes.
    () => slowClient(headOf(baseInfo.path, long.length) + long.slice(0, 500_000), ''),
    () => slowClient(headOf(contractDownload.path, download.length) + download, ''),
  ];
  const slow = await Promise.all(kinds.flatMap((open) => Array.from({ length: CLIENTS }, open)));
  const drips = setInterval(() => {
    for (const { drip } of slow) drip();
  }, 100);
  const took: number[] = [];
  try {
    for (let call = 0; call < HONEST_CALLS; call += 1) {
      const began = performance.now();
      expect((await owner.client.call(baseInfo, {})).status).toBe(200);
      took.push(performance.now() - began);
    }
    const began = performance.now();
    const another = await flowToSign(parties);
    await sign(owner, another);
    took.push(performance.now() - began);
  } finally {
    clearInterval(drips);
    for (const { socket } of slow) socket.destroy();
  }
  took.sort((one, other) => one - other);
  const at = (part: number): number => Math.round(took[Math.floor(took.length * part)] ?? 0);
  console.log({ slowClients: slow.length, honestCalls: took.length, p50Ms: at(0.5), p99Ms: at(0.99) });
  expect(took.at(-1)).toBeLessThan(LONGEST_MS);
}, 600_000);
