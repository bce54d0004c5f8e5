import { once } from 'node:events';
import { mkdtemp, readdir, readFile, readlink, rm, utimes, writeFile } from 'node:fs/promises';
import { type ClientRequest, createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { RATE_WINDOW_MS } from '@cinnabar/server/http/arrival-rate.js';
import { BodyTooLarge, RequestAborted } from '@cinnabar/server/http/body.js';
import { limitConnections } from '@cinnabar/server/http/connection-limits.js';
import { leavesMuchUnread, lingeringAnswer } from '@cinnabar/server/http/unread-body.js';
import { Uploads } from '@cinnabar/server/http/uploads.js';
import { Refusal } from '@cinnabar/server/operation/refusal.js';
import { type Limits, readLimits } from '@cinnabar/server/settings/limits.js';
import { SpoolFolder } from '@cinnabar/server/storage/spooled-file.js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const MEBIBYTE = 1024 * 1024;
const LIMIT = 50 * MEBIBYTE;
const defaults = readLimits((_name, fallback) => fallback);

let folder: string;
const open: { close(): void }[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cinnabar-uploads-'));
});
afterEach(async () => {
  vi.useRealTimers();
  for (const each of open.splice(0)) each.close();
  await rm(folder, { recursive: true, force: true });
});

/** A server that only receives bodies; `outcomes` are their sizes, or the errors thrown. */
async function receiver(limits: Partial<Limits> = {}) {
  const uploads = await Uploads.open(folder, { ...defaults, ...limits });
  const outcomes: unknown[] = [];
  const server = createServer((incoming, response) => {
    uploads
      .receive(incoming, incoming.socket.remoteAddress ?? '', LIMIT)
      .then(
        (bytes) => outcomes.push(bytes),
        (error: unknown) => outcomes.push(error),
      )
      .finally(() => response.end());
  });
  return { uploads, outcomes, port: await listening(server) };
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  });
  return (server.address() as AddressInfo).port;
}

/** Declares `declared` bytes and sends these. */
function send(port: number, bytes: Buffer, declared = bytes.length): ClientRequest {
  const headers = { 'content-length': declared };
  const sent = request({ port, host: '127.0.0.1', method: 'POST', headers, agent: false });
  sent.on('error', () => undefined);
  sent.on('response', (response) => response.resume());
  open.push({ close: () => sent.destroy() });
  sent.write(bytes);
  if (declared === bytes.length) sent.end();
  return sent;
}

function bytesInMemory(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
  return process.memoryUsage().arrayBuffers;
}

describe('a body with a file', () => {
  test('arrives unchanged', async () => {
    const { port, outcomes, uploads } = await receiver();
    const sent = Buffer.alloc(3 * MEBIBYTE + 17, 'contract ');
    await once(send(port, sent), 'response');
    expect(outcomes).toHaveLength(1);
    expect(sent.equals(outcomes[0] as Buffer)).toBe(true);
    expect([uploads.arriving, uploads.spooledBytes]).toEqual([0, 0]);
  });

  test('six half-sent bodies of 50 MB use little memory, not 300 MB', async () => {
    const { port, uploads } = await receiver();
    const half = Buffer.alloc(25 * MEBIBYTE, 7);
    const before = bytesInMemory();
    const sent = Array.from({ length: 6 }, () => send(port, half, LIMIT));
    await vi.waitFor(() => expect(uploads.spooledBytes).toBe(6 * half.length), { timeout: 120_000 });
    expect(uploads.arriving).toBe(6);
    expect(bytesInMemory() - before).toBeLessThan(40 * MEBIBYTE);
    for (const each of sent) each.destroy();
    await vi.waitFor(() => expect(uploads.spooledBytes).toBe(0), { timeout: 120_000 });
  }, 240_000);

  test('aborted by the client leaves nothing behind', async () => {
    const { port, uploads, outcomes } = await receiver();
    const sent = send(port, Buffer.alloc(MEBIBYTE), 2 * MEBIBYTE);
    await vi.waitFor(() => expect(uploads.spooledBytes).toBe(MEBIBYTE), { timeout: 30_000 });
    expect(await readdir(folder)).toEqual([]);
    sent.destroy();
    await vi.waitFor(() => expect(outcomes).toHaveLength(1), { timeout: 30_000 });
    expect(outcomes[0]).toBeInstanceOf(RequestAborted);
    expect([uploads.arriving, uploads.spooledBytes]).toEqual([0, 0]);
  });

  test('above the limit is refused, declared or not', async () => {
    const { port, outcomes } = await receiver();
    await once(send(port, Buffer.alloc(10), LIMIT + 1), 'response');
    const sent = request({ port, host: '127.0.0.1', method: 'POST', agent: false });
    sent.on('error', () => undefined);
    sent.end(Buffer.alloc(LIMIT + 1));
    await once(sent, 'response');
    expect(outcomes.map((each) => each instanceof BodyTooLarge)).toEqual([true, true]);
  });

  test('below the minimum rate is aborted', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { port, uploads, outcomes } = await receiver({ uploadBytesPerSecond: 1024 });
    const sent = send(port, Buffer.alloc(20 * 1024), LIMIT);
    await vi.waitFor(() => expect(uploads.spooledBytes).toBe(20 * 1024), { timeout: 30_000, interval: 0 });
    vi.advanceTimersByTime(RATE_WINDOW_MS);
    expect(outcomes).toEqual([]);
    sent.write('a');
    await vi.waitFor(() => expect(uploads.spooledBytes).toBe(20 * 1024 + 1), {
      timeout: 30_000,
      interval: 0,
    });
    vi.advanceTimersByTime(RATE_WINDOW_MS);
    vi.useRealTimers();
    await vi.waitFor(() => expect(outcomes).toHaveLength(1), { timeout: 30_000 });
    expect(outcomes[0]).toBeInstanceOf(RequestAborted);
    expect(uploads.spooledBytes).toBe(0);
  });

  test('concurrent uploads are limited by address and in total', async () => {
    const ofAddress = await receiver({ uploadsPerAddress: 1 });
    send(ofAddress.port, Buffer.alloc(10), 20);
    await vi.waitFor(() => expect(ofAddress.uploads.spooledBytes).toBe(10), { timeout: 30_000 });
    await once(send(ofAddress.port, Buffer.alloc(10)), 'response');
    const [refused] = ofAddress.outcomes;
    expect(refused).toBeInstanceOf(Refusal);
    expect(refused).toMatchObject({ code: '429', retryAfter: 1 });

    const inAll = await receiver({ uploadsAtOnce: 1 });
    const first = send(inAll.port, Buffer.alloc(10), 20);
    await vi.waitFor(() => expect(inAll.uploads.spooledBytes).toBe(10), { timeout: 30_000 });
    await once(send(inAll.port, Buffer.alloc(10)), 'response');
    expect(inAll.outcomes[0]).toMatchObject({ code: '503', retryAfter: 1 });
    first.end(Buffer.alloc(10));
    await once(first, 'response');
    await once(send(inAll.port, Buffer.alloc(10)), 'response');
    expect(inAll.outcomes.slice(1).map((each) => each instanceof Buffer)).toEqual([true, true]);
  });
});

describe('an unread body', () => {
  test('is not read to its end: the client gets the refusal, and the connection is closed', async () => {
    let socket: Socket | null = null;
    const server = createServer((incoming, response) => {
      ({ socket } = incoming);
      expect(leavesMuchUnread(incoming)).toBe(true);
      response.writeHead(401, { connection: 'close', 'content-length': 2 });
      pipeline(lingeringAnswer(incoming, response, 'no'), response, () => undefined);
    });
    const port = await listening(server);
    const client = connect(port, '127.0.0.1');
    open.push({ close: () => client.destroy() });
    client.on('error', () => undefined);
    const heard = once(client, 'data');
    const closed = new Promise((resolve) => client.once('close', resolve));
    client.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${64 * MEBIBYTE}\r\n\r\n`);
    client.write(Buffer.alloc(64 * MEBIBYTE));
    expect(String((await heard)[0])).toContain('401');
    await closed;
    expect((socket as Socket | null)?.bytesRead).toBeLessThan(MEBIBYTE);
  });

  test('that is small is discarded as usual', async () => {
    const found: boolean[] = [];
    const server = createServer((incoming, response) => {
      found.push(leavesMuchUnread(incoming));
      response.end();
    });
    await once(send(await listening(server), Buffer.alloc(100_000)), 'response');
    expect(found).toEqual([false]);
  });
});

describe('temporary files of bodies', () => {
  test.runIf(process.platform === 'linux')('holds no word of them in clear, and no name', async () => {
    const file = await (await SpoolFolder.open(folder)).create();
    const secret = Buffer.from('甲方应付乙方壹佰万元整'.repeat(100));
    await file.append(secret);
    expect(await readdir(folder)).toEqual([]);
    const descriptors = await readdir('/proc/self/fd');
    const paths = await Promise.all(
      descriptors.map(async (each) => [each, await readlink(`/proc/self/fd/${each}`).catch(() => '')]),
    );
    const [descriptor] = paths.find(([, path]) => path?.startsWith(folder)) ?? [];
    const stored = await readFile(`/proc/self/fd/${descriptor}`);
    expect(stored).toHaveLength(secret.length);
    expect(stored.includes(Buffer.from('壹佰万元'))).toBe(false);
    expect((await file.read()).equals(secret)).toBe(true);
    await file.discard();
  });

  test('are removed at startup, unless another process may be using them', async () => {
    const left = join(folder, 'left by a process that was killed');
    await writeFile(left, 'x');
    const before = new Date(Date.now() - 2 * 3_600_000);
    await utimes(left, before, before);
    await writeFile(join(folder, '.nfs0001'), 'x');
    await SpoolFolder.open(folder);
    expect(await readdir(folder)).toEqual(['.nfs0001']);
  });
});

describe('connections', () => {
  async function server(limits: { connections: number; connectionsPerAddress: number }, behindProxy = false) {
    const made = createServer((_, response) => response.end('here'));
    limitConnections(made, limits, behindProxy);
    return listening(made);
  }

  async function opened(port: number): Promise<Socket> {
    const socket = connect(port, '127.0.0.1');
    open.push({ close: () => socket.destroy() });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  }

  /** The response over this connection; null if it was closed. */
  async function answered(socket: Socket): Promise<string | null> {
    if (socket.closed) return null;
    const closed = once(socket, 'close').then(() => null);
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    return Promise.race([closed, once(socket, 'data').then(([data]) => String(data).slice(0, 15))]);
  }

  test('are limited by address; closing one makes room for another', async () => {
    const port = await server({ connections: 100, connectionsPerAddress: 2 });
    const [first, second, third] = [await opened(port), await opened(port), await opened(port)];
    expect(await answered(second)).toBe('HTTP/1.1 200 OK');
    expect(await answered(third)).toBeNull();
    const gone = once(first, 'close');
    first.destroy();
    await gone;
    await vi.waitFor(async () => expect(await answered(await opened(port))).toBe('HTTP/1.1 200 OK'), {
      timeout: 30_000,
    });
  });

  test('behind a proxy all belong to the proxy, and are limited in total', async () => {
    const port = await server({ connections: 3, connectionsPerAddress: 1 }, true);
    const sockets = [await opened(port), await opened(port), await opened(port), await opened(port)];
    expect(await Promise.all(sockets.slice(0, 3).map(answered))).toEqual(Array(3).fill('HTTP/1.1 200 OK'));
    expect(await answered(sockets[3] as Socket)).toBeNull();
  });
});
