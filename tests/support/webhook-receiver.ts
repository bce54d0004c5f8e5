/** A webhook receiver that records deliveries and responds as configured. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect } from 'vitest';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly id: string;
  /** Byte for byte. */
  readonly body: string;
  readonly event: {
    readonly type: string;
    readonly timestamp: string;
    readonly data: Readonly<Record<string, unknown>>;
  };
}

type Answer = (received: Received, response: ServerResponse) => void;

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Response status from now on; by default 204. */
  answer: Answer;
  /** Waits until that many have arrived. */
  atLeast(count: number): Promise<readonly Received[]>;
  close(): Promise<void>;
}

const ok: Answer = (_received, response) => void response.writeHead(204).end();

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) if (Buffer.isBuffer(part)) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

/** @param port a free one by default */
export async function openReceiver(port = 0): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const { headers, url = '' } = request;
      const one: Received = {
        ...{ path: url, headers, body },
        id: String(headers['webhook-id']),
        event: JSON.parse(body),
      };
      received.push(one);
      receiver.answer(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  const receiver: Receiver = {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    received,
    answer: ok,
    async atLeast(count) {
      await expect.poll(() => received.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(count);
      return received;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
