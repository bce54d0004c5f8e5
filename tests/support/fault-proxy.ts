/** An HTTP proxy between the service and another server, which lets chosen requests fail. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * - `refuse`: the connection is closed without an answer, and the server never sees the request
 * - `hang`: there is never an answer
 * - `busy`: 503
 * - `another-200`, `another-404`: the answer is a page of some other server
 * - `half-request`: the server sees half of the body, and then the connection is closed
 * - `damage`: the server sees a body in which one byte is another
 * - `half-answer`: the connection is closed after half of the answer
 * - `lose-answer`: the server has done what was requested, and then the connection is closed
 * - a function: is called before the server sees the request; it may close the connection to the service
 */
export type Fault =
  | 'refuse'
  | 'hang'
  | 'busy'
  | 'another-200'
  | 'another-404'
  | 'half-request'
  | 'damage'
  | 'half-answer'
  | 'lose-answer'
  | ((closeConnection: () => void) => Promise<void>);

/** `PUT /bucket/key?query`. */
export type RequestLine = string;

export interface FaultProxy {
  readonly address: string;
  /** Requests that have arrived. */
  readonly seen: RequestLine[];
  /** @param times number of matching requests that this happens to, the next ones */
  fail(which: RegExp, fault: Fault, times?: number): void;
  /** All requests reach the server again. */
  heal(): void;
  close(): Promise<void>;
}

interface Rule {
  readonly which: RegExp;
  readonly fault: Fault;
  left: number;
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const rules: Rule[] = [];
  const seen: RequestLine[] = [];
  const server = createServer((incoming, outgoing) => {
    const line = `${incoming.method} ${incoming.url}`;
    seen.push(line);
    const rule = rules.find(({ which, left }) => left > 0 && which.test(line));
    if (rule !== undefined) rule.left -= 1;
    handle(target, incoming, outgoing, rule?.fault ?? null).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    seen,
    fail: (which, fault, times = Number.POSITIVE_INFINITY) => void rules.push({ which, fault, left: times }),
    heal: () => void rules.splice(0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function handle(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  fault: Fault | null,
): Promise<void> {
  const body = await buffer(incoming);
  if (typeof fault === 'function') await fault(() => outgoing.destroy());
  switch (fault) {
    case 'refuse':
      return void outgoing.destroy();
    case 'hang':
      return;
    case 'busy':
      return void outgoing.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
    case 'another-200':
    case 'another-404':
      outgoing.writeHead(fault === 'another-200' ? 200 : 404, { 'content-type': 'text/html' });
      return void outgoing.end('<html><body>Welcome</body></html>');
    case 'half-request':
      await forward(target, incoming, body.subarray(0, body.length / 2)).catch(() => undefined);
      return void outgoing.destroy();
    case 'damage':
      body.writeUInt8(body.readUInt8(body.length >> 1) ^ 1, body.length >> 1);
  }
  const answer = await forward(target, incoming, body);
  const content = await buffer(answer);
  if (fault === 'lose-answer') return void outgoing.destroy();
  if (outgoing.destroyed) return;
  outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
  if (fault !== 'half-answer') return void outgoing.end(content);
  outgoing.write(content.subarray(0, content.length / 2), () => outgoing.destroy());
}

/** With the headers as they are: the host is signed. A shorter body than announced ends with the connection. */
function forward(target: string, incoming: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { method, url = '/', headers } = incoming;
    const onward = request(`${target}${url}`, { method, headers, agent: false });
    onward.once('response', resolve).once('error', reject);
    const announced = Number(headers['content-length'] ?? 0);
    if (body.length === announced || headers['content-length'] === undefined) onward.end(body);
    else onward.write(body, () => onward.destroy());
  });
}
