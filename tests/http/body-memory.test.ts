/** Memory of bodies without files that have not arrived completely. */
import { once } from 'node:events';
import { type ClientRequest, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RATE_WINDOW_MS } from '@cinnabar/server/http/arrival-rate.js';
import { RequestAborted, readBody } from '@cinnabar/server/http/body.js';
import { BodyMemory, type Sender } from '@cinnabar/server/http/body-memory.js';
import { Refusal } from '@cinnabar/server/operation/refusal.js';
import { afterEach, describe, expect, test, vi } from 'vitest';

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;
const WAIT = { timeout: 30_000 };

const open: { close(): void }[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const each of open.splice(0)) each.close();
});

describe('the memory budget for bodies', () => {
  const limits = { most: 64 * KIBIBYTE, perAddress: 32 * KIBIBYTE };

  test('excludes the first 16 KiB of each body', () => {
    const memory = new BodyMemory(limits);
    const share = memory.shareOf('anonymous', '192.0.2.1');
    expect(share.grow(16 * KIBIBYTE)).toBeNull();
    expect(memory.held).toBe(0);
    expect(share.grow(10)).toBeNull();
    expect(memory.held).toBe(10);
    share.release();
    share.release();
    expect(memory.held).toBe(0);
  });

  test('is limited for each address, IPv6 by /64, and in total', () => {
    const memory = new BodyMemory(limits);
    const grow = (address: string, kibibytes: number) =>
      memory.shareOf('anonymous', address).grow((16 + kibibytes) * KIBIBYTE);
    expect(grow('2001:db8::1', 32)).toBeNull();
    expect(grow('2001:db8::ffff', 1)).toBe('address');
    expect(grow('192.0.2.1', 30)).toBeNull();
    expect(grow('192.0.2.2', 3)).toBe('all');
    expect(grow('192.0.2.2', 0)).toBeNull();
  });

  test('for anonymous callers is separate from that for known ones', () => {
    const memory = new BodyMemory(limits);
    for (const address of ['192.0.2.1', '192.0.2.2']) {
      expect(memory.shareOf('anonymous', address).grow(48 * KIBIBYTE)).toBeNull();
    }
    expect(memory.shareOf('anonymous', '192.0.2.3').grow(48 * KIBIBYTE)).toBe('all');
    expect(memory.shareOf('known', '192.0.2.3').grow(48 * KIBIBYTE)).toBeNull();
  });

  test('counts nothing of a body for which it has no room', () => {
    const memory = new BodyMemory(limits);
    const share = memory.shareOf('anonymous', '192.0.2.1');
    expect(share.grow(100 * KIBIBYTE)).toBe('address');
    expect(memory.held).toBe(0);
  });
});

/** A server that only reads bodies; `outcomes` are their sizes, or the errors thrown. */
async function reader({ sender = 'anonymous' as Sender, bytesPerSecond = 0, most = 4 * MEBIBYTE } = {}) {
  const memory = new BodyMemory({ most, perAddress: most / 2 });
  const outcomes: unknown[] = [];
  const server = createServer((incoming, response) => {
    const bodies = { memory, bytesPerSecond };
    readBody({ request: incoming, address: '192.0.2.1', bodies }, MEBIBYTE, sender)
      .then(
        (bytes) => outcomes.push(bytes.length),
        (error: unknown) => outcomes.push(error),
      )
      .finally(() => response.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({
    close() {
      server.close();
      server.closeAllConnections();
    },
  });
  return { memory, outcomes, port: (server.address() as AddressInfo).port };
}

/** Declares 1 MiB and sends only this much of it. */
function halfSent(port: number, bytes: number): ClientRequest {
  const headers = { 'content-length': MEBIBYTE };
  const sent = request({ port, host: '127.0.0.1', method: 'POST', headers, agent: false });
  sent.on('error', () => undefined);
  sent.on('response', (response) => response.resume());
  open.push({ close: () => sent.destroy() });
  sent.write(Buffer.alloc(bytes, 7));
  return sent;
}

describe('a body that arrives in pieces', () => {
  test('is read, and releases its memory', async () => {
    const { port, memory, outcomes } = await reader();
    const sent = halfSent(port, MEBIBYTE / 2);
    await vi.waitFor(() => expect(memory.held).toBe(MEBIBYTE / 2 - 16 * KIBIBYTE), WAIT);
    sent.end(Buffer.alloc(MEBIBYTE / 2, 7));
    await once(sent, 'response');
    expect(outcomes).toEqual([MEBIBYTE]);
    expect(memory.held).toBe(0);
  });

  test('is refused with 429 if its address has used up its share, and the client gets the response', async () => {
    const { port, memory, outcomes } = await reader({ most: 2 * MEBIBYTE });
    halfSent(port, MEBIBYTE - 1);
    await vi.waitFor(() => expect(memory.held).toBe(MEBIBYTE - 1 - 16 * KIBIBYTE), WAIT);
    const second = halfSent(port, MEBIBYTE - 1);
    await once(second, 'response');
    const [refused] = outcomes;
    expect(refused).toBeInstanceOf(Refusal);
    expect(refused).toMatchObject({ code: '429', retryAfter: 1 });
    expect(memory.held).toBe(MEBIBYTE - 1 - 16 * KIBIBYTE);
  });

  test('aborted by the client releases its memory', async () => {
    const { port, memory, outcomes } = await reader();
    const sent = halfSent(port, MEBIBYTE / 2);
    await vi.waitFor(() => expect(memory.held).toBeGreaterThan(0), WAIT);
    sent.destroy();
    await vi.waitFor(() => expect(outcomes).toHaveLength(1), WAIT);
    expect(outcomes[0]).toBeInstanceOf(RequestAborted);
    expect(memory.held).toBe(0);
  });

  test('below the minimum rate is aborted', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { port, memory, outcomes } = await reader({ bytesPerSecond: 1024 });
    const sent = halfSent(port, 20 * KIBIBYTE);
    await vi.waitFor(() => expect(memory.held).toBe(4 * KIBIBYTE), { ...WAIT, interval: 0 });
    vi.advanceTimersByTime(RATE_WINDOW_MS);
    expect(outcomes).toEqual([]);
    sent.write('a');
    await vi.waitFor(() => expect(memory.held).toBe(4 * KIBIBYTE + 1), { ...WAIT, interval: 0 });
    vi.advanceTimersByTime(RATE_WINDOW_MS);
    vi.useRealTimers();
    await vi.waitFor(() => expect(outcomes).toHaveLength(1), WAIT);
    expect(outcomes[0]).toBeInstanceOf(RequestAborted);
    expect(memory.held).toBe(0);
  });
});
