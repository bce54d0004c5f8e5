import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { AttemptLimit } from '@cinnabar/server/storage/s3/attempt-limit.js';
import { S3Client } from '@cinnabar/server/storage/s3/s3-client.js';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';

/** A request may take 30 s; an attempt that is silent for 15 s is given up. */
const DEADLINE_MS = 30_000;
const SILENCE_MS = DEADLINE_MS / 2;
const NEARLY_SILENT_MS = 12_000;

type Answer = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

let store: Server;
let client: S3Client;
let retries: string[];
/** Of the present test: an answer of an earlier one moves its clock no more. */
let round = 0;
/** What the store does with the next requests; the last one counts for all that follow. */
let answers: Answer[];
const moved = vi.spyOn(AttemptLimit.prototype, 'moved');

beforeEach(async () => {
  round += 1;
  retries = [];
  answers = [async (_, outgoing) => void outgoing.end()];
  store = createServer((incoming, outgoing) => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    void answer?.(incoming, outgoing);
  });
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
  const { port } = store.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  const target = {
    endpoint,
    bucket: 'contracts',
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    addressing: 'path',
    deadlineMs: DEADLINE_MS,
  } as const;
  client = new S3Client(target, (cause) => retries.push(cause));
  moved.mockClear();
  // The timers of fetch itself, which are begun by its first use, remain real.
  await (await fetch(endpoint)).text();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(async () => {
  vi.useRealTimers();
  store.closeAllConnections();
  await new Promise((resolve) => store.close(resolve));
});

afterAll(() => moved.mockRestore());

/** Lets time pass once bytes have moved so many times. */
async function afterMoves(moves: number, milliseconds: number, of = round): Promise<void> {
  while (of === round && moved.mock.calls.length < moves) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (of === round) vi.advanceTimersByTime(milliseconds);
}

/** Sends a piece, and lets time pass when it has arrived. */
async function sendPieces(outgoing: ServerResponse, pieces: number, milliseconds: number): Promise<void> {
  const of = round;
  outgoing.writeHead(200, { etag: '"etag"', 'content-length': pieces });
  for (let piece = 1; piece <= pieces && of === round; piece += 1) {
    outgoing.write('x');
    await afterMoves(piece, milliseconds, of);
  }
}

const read = async () => (await client.send({ method: 'GET', key: 'blob' }))?.body.toString();

test('a file that arrives slowly has the whole time', async () => {
  answers = [(_, outgoing) => sendPieces(outgoing, 2, NEARLY_SILENT_MS)];
  expect(await read()).toBe('xx');
  expect(retries).toEqual([]);
});

test('a file of which nothing arrives for half of that time is read again', async () => {
  answers = [
    (_, outgoing) => {
      outgoing.writeHead(200, { etag: '"etag"', 'content-length': 2 });
      outgoing.write('x');
      return afterMoves(1, SILENCE_MS);
    },
    async (_, outgoing) => void outgoing.writeHead(200, { etag: '"etag"' }).end('whole'),
  ];
  expect(await read()).toBe('whole');
  expect(retries).toEqual(['timeout']);
});

test('a file that takes longer is given up, however steadily it arrives', async () => {
  answers = [(_, outgoing) => sendPieces(outgoing, 4, NEARLY_SILENT_MS)];
  await expect(read()).rejects.toThrow('no answer in time');
});

test('a file that is sent slowly has the whole time', async () => {
  const body = new Uint8Array(15 << 20);
  const received: unknown[] = [];
  answers = [
    async (incoming, outgoing) => {
      await afterMoves(1, NEARLY_SILENT_MS);
      // More than the connection holds: most of it is sent only now.
      received.push(incoming.headers['content-length'], (await buffer(incoming)).length);
      vi.advanceTimersByTime(NEARLY_SILENT_MS);
      outgoing.writeHead(200, { etag: '"etag"' }).end();
    },
  ];
  expect(await client.send({ method: 'PUT', key: 'blob', body })).not.toBeNull();
  expect(received).toEqual([String(body.length), body.length]);
  expect(retries).toEqual([]);
});
