/** An anonymous client that opens many requests and completes none. */
import type { ClientRequest } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { metricsOf, requestFrom } from './requests-from.js';
import { signWholeContract } from './whole-contract.js';

const MEBIBYTE = 1024 * 1024;
// Shared by all requests: memory held by the clients of this process must not count as memory of the service.
const UNFINISHED_BODY = Buffer.alloc(MEBIBYTE - 1, ' ');
const ATTACKER = '198.51.100.7';
const ANYBODY = '/service/getAccessToken';

let running: RunningApp;
let buyer: Enterprise;
let supplier: Enterprise;
const opened: ClientRequest[] = [];

beforeAll(async () => {
  running = await startApp({
    settings: {
      TRUST_PROXY: 'true',
      BODY_MEMORY_MIB: '16',
      BODY_MEMORY_PER_ADDRESS_MIB: '4',
      // Incomplete requests stay open: the limit has to hold without the minimum rate.
      UPLOAD_MIN_KIB_PER_SECOND: '0',
    },
  });
  buyer = await givenEnterprise(running);
  supplier = await givenEnterprise(running);
});
afterAll(async () => {
  for (const each of opened) each.destroy();
  await running.close();
});

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

/** Declares 1 MiB and sends all but its last byte. */
async function halfSent(address: string, path: string): Promise<Answer> {
  const content = { type: 'application/json', length: MEBIBYTE };
  const { sent, answer } = requestFrom(address, `${running.baseUrl}${path}`, content);
  sent.write(UNFINISHED_BODY);
  opened.push(sent);
  const { statusCode = 0, headers } = await answer;
  return { status: statusCode, retryAfter: headers['retry-after'] };
}

async function bodyMemory(): Promise<number> {
  return Number(/^body_memory_bytes (\d+)$/m.exec(await metricsOf(running.baseUrl))?.[1]);
}

function bytesInMemory(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
  return process.memoryUsage().arrayBuffers;
}

describe('a hundred requests of one address that never complete', () => {
  const answers: Answer[] = [];
  let before = 0;

  beforeAll(async () => {
    before = bytesInMemory();
    for (let index = 0; index < 100; index += 1) {
      const path = index % 2 === 0 ? ANYBODY : '/pages/link/open';
      void halfSent(ATTACKER, path).then(
        (answer) => answers.push(answer),
        () => undefined,
      );
    }
    // Four of them hold 4 MiB and less than the uncounted 16 KiB each; the others are refused.
    await vi.waitFor(() => expect(answers.length).toBeGreaterThanOrEqual(95), { timeout: 60_000 });
  }, 90_000);

  test('hold no more memory than one address may; the others get a Retry-After', async () => {
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]));
    expect(new Set(answers.map(({ retryAfter }) => retryAfter))).toEqual(new Set(['1']));
    expect(await bodyMemory()).toBeLessThanOrEqual(4 * MEBIBYTE);
    // Buffers of the refused connections are freed as these close: what counts is what stays.
    await vi.waitFor(() => expect(bytesInMemory() - before).toBeLessThan(16 * MEBIBYTE), { timeout: 30_000 });
  });

  test('do not prevent anybody else from signing', async () => {
    await signWholeContract(buyer, supplier);
  });

  test('from many addresses fill the budget for anonymous bodies: 503, and known callers still send large bodies', async () => {
    const found: Answer[] = [];
    for (let index = 1; index <= 24; index += 1) {
      void halfSent(`192.0.2.${index}`, ANYBODY).then(
        (answer) => found.push(answer),
        () => undefined,
      );
    }
    await vi.waitFor(() => expect(found.length).toBeGreaterThanOrEqual(10), { timeout: 60_000 });
    expect(new Set(found.map(({ status }) => status))).toEqual(new Set([503]));
    expect(await bodyMemory()).toBeLessThanOrEqual(16 * MEBIBYTE);
    const remark = ' '.repeat(MEBIBYTE / 2);
    const { status } = await buyer.owner.client.post('/corp/baseInfo', { remark });
    expect(status).toBe(200);
  });
});
