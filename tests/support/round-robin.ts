/** A proxy in front of several instances of the service, which sends each request to the next of them. */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

export interface RoundRobin {
  readonly baseUrl: string;
  /** The addresses of the instances, as `http://host:port`. */
  sendTo(instances: readonly string[]): void;
  /** Breaks off what is still open. */
  close(): Promise<void>;
}

/** Headers of one connection, which say nothing about the next one. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/**
 * The address is known before the instances start, because their links contain it.
 *
 * @param settled what an answer waits for before it is passed on
 */
export async function openRoundRobin(
  port: number,
  settled: (path: string) => Promise<void>,
): Promise<RoundRobin> {
  const agent = new Agent({ keepAlive: true });
  let targets: readonly string[] = [];
  let turn = 0;

  async function pass(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const target = targets[turn++ % targets.length] ?? '';
    const { method, url = '/', rawHeaders } = incoming;
    const outgoing = request(target + url, { agent, method, headers: endToEnd(rawHeaders) });
    const replied = new Promise<IncomingMessage>((resolve, reject) => {
      // Once there is a reply, a broken body is no error: it may be refused before it has been read.
      outgoing.on('response', resolve).on('error', reject);
    });
    answer.once('close', () => {
      if (!answer.writableFinished) outgoing.destroy();
    });
    incoming.pipe(outgoing);
    const reply = await replied;
    await settled(url);
    answer.writeHead(reply.statusCode ?? 502, endToEnd(reply.rawHeaders));
    await pipeline(reply, answer);
  }

  const server = createServer((incoming, answer) => {
    pass(incoming, answer).catch(() => answer.destroy());
  });
  // As the service: a connection that ends while a request is on its way would fail a test.
  server.keepAliveTimeout = 72_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    sendTo(instances) {
      targets = instances;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      agent.destroy();
      await closed;
    },
  };
}

/** Names and values by turns, as they were sent. */
function endToEnd(headers: readonly string[]): string[] {
  return headers.filter((_, at) => !OF_CONNECTION.has((headers[at - (at % 2)] ?? '').toLowerCase()));
}
