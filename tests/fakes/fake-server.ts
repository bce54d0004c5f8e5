import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** A request to a fake provider, as it was received. */
export interface FakeRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface FakeAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/**
 * What goes wrong with a request.
 * - `silent`: the provider does nothing and never answers
 * - `silent after`: it acts, and never answers
 * - `broken`: status 500, nothing is done
 * - `busy`: status 503, nothing is done
 * - `garbage`: it acts, and the answer is not its own
 * - `half`: it acts, and the connection is cut in the middle of the answer
 * - `endless`: it acts, and the answer does not end
 * - `redirect`: another host is named
 */
export type Fault =
  | 'silent'
  | 'silent after'
  | 'broken'
  | 'busy'
  | 'garbage'
  | 'half'
  | 'endless'
  | 'redirect';

export const FAULTS: readonly Fault[] = [
  'silent',
  'silent after',
  'broken',
  'busy',
  'garbage',
  'half',
  'endless',
  'redirect',
];

/** A provider's server, to be answered by a strict fake of that provider; faults are injected before it or after it. */
export class FakeServer {
  /** All requests so far, failed ones included. */
  readonly requests: FakeRequest[] = [];
  readonly #server: Server;
  readonly #faults: Fault[] = [];
  #constantFault: Fault | null = null;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(answer: (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>): Promise<FakeServer> {
    const server = createServer();
    const fake = new FakeServer(server);
    server.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
      fake.#serve(incoming, response, answer).catch((error: unknown) => {
        response.writeHead(500).end(String(error));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get url(): string {
    const address = this.#server.address();
    if (typeof address !== 'object' || address === null) throw new Error('the fake is closed');
    return `http://127.0.0.1:${address.port}`;
  }

  /** The next requests fail, each by one fault. */
  failNext(...faults: readonly Fault[]): void {
    this.#faults.push(...faults);
  }

  /** All requests fail, until it is null. */
  failAlways(fault: Fault | null): void {
    this.#constantFault = fault;
  }

  /** Nothing listens any more. */
  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #serve(
    incoming: IncomingMessage,
    response: ServerResponse,
    answer: (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>,
  ): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part);
    const request = {
      method: incoming.method ?? '',
      url: new URL(incoming.url ?? '/', `http://${incoming.headers.host}`),
      headers: incoming.headers,
      body: Buffer.concat(parts),
    };
    this.requests.push(request);
    const fault = this.#faults.shift() ?? this.#constantFault;
    if (fault === 'silent') return;
    if (fault === 'broken' || fault === 'busy') {
      response.writeHead(fault === 'broken' ? 500 : 503).end('{}');
      return;
    }
    if (fault === 'redirect') {
      response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end();
      return;
    }
    const { status, headers = {}, body } = await answer(request);
    const bytes = Buffer.from(body);
    switch (fault) {
      case 'silent after':
        return;
      case 'garbage':
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>welcome</html>');
        return;
      case 'half':
        response.writeHead(status, { ...headers, 'content-length': bytes.length + 1 });
        response.write(bytes.subarray(0, Math.max(1, bytes.length / 2)), () => response.destroy());
        return;
      case 'endless':
        response.writeHead(status, headers);
        pour(response);
        return;
      default:
        response.writeHead(status, headers).end(bytes);
    }
  }
}

/** Writes until the other side closes the connection. */
function pour(response: ServerResponse): void {
  if (response.destroyed) return;
  response.write(Buffer.alloc(64 * 1024, ' '), (error) => {
    if (error === null || error === undefined) pour(response);
  });
}
