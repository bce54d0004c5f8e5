import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { refuse, refuseFor } from '../operation/refusal.js';
import { type HttpAnswer, refusalAnswer } from './answer.js';
import { RequestAborted } from './body.js';
import type { BodyMemory } from './body-memory.js';
import { IGNORED_FIELDS_HEADER, IgnoredFields } from './ignored-fields.js';
import { type Language, languageOf } from './language.js';
import type { RequestMetrics } from './metrics.js';
import { requestIdOf } from './request-id.js';
import type { RequestLog } from './request-log.js';
import { refusalOf } from './unexpected-error.js';
import { answerAndCut, leavesMuchUnread } from './unread-body.js';

/** One request and its answer, with what the log line will say of it. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly requestId: string;
  readonly language: Language;
  /** Where the request came from. */
  readonly address: string;
  readonly log: Logger;
  /** How bodies are received, the same for all exchanges. */
  readonly bodies: Bodies;
  /** What the body has that its operation does not know. */
  readonly ignored: IgnoredFields;
  appId: string | undefined;
  corpId: number | undefined;
  userId: number | undefined;
}

export interface Bodies {
  /** For bodies that are read into memory. */
  readonly memory: BodyMemory;
  /** What arrives more slowly is cut off. */
  readonly bytesPerSecond: number;
}

export interface Exchanges {
  /** Answers with what `answer` returns, or with the refusal that it throws. `operation` names it in log and metrics. */
  serve(
    operation: string,
    answer: (exchange: Exchange) => Promise<HttpAnswer>,
  ): (request: FastifyRequest, reply: FastifyReply) => void;
  /** From now on new requests hear that the service is stopping. */
  stop(): void;
  /** Settles when every answer has been handed to the operating system. */
  idle(): Promise<void>;
}

interface ExchangeOptions {
  readonly log: Logger;
  readonly requestLog: RequestLog;
  readonly metrics: RequestMetrics;
  readonly bodies: Bodies;
  /** HSTS, where the service is reached by https. */
  readonly https: boolean;
  /** What was sent in vain is named in the log, for who is trying the interface out. */
  readonly sandbox: boolean;
}

/**
 * Everything between the router and an answer that all requests share. The router's own body parsing and
 * serialisation stay unused: credentials are looked at before the first byte of a body is read, and answers are
 * finished text.
 */
export function createExchanges({
  log,
  requestLog,
  metrics,
  bodies,
  https,
  sandbox,
}: ExchangeOptions): Exchanges {
  const common = commonHeaders(https);
  let stopping = false;
  let running = 0;
  let whenIdle: (() => void) | undefined;

  async function run(
    operation: string,
    exchange: Exchange,
    response: ServerResponse,
    answer: (exchange: Exchange) => Promise<HttpAnswer>,
  ): Promise<void> {
    const began = performance.now();
    running += 1;
    response.on('close', ended);
    let code: string;
    try {
      const answered = await answerOrRefusal(exchange, answer);
      code = answered.code;
      await write(exchange, response, answered);
    } catch (error) {
      // Nobody is left to answer, or the answer itself could not be written.
      code = error instanceof RequestAborted ? 'aborted' : '500';
      if (code === '500')
        exchange.log.error({ err: error, requestId: exchange.requestId }, 'answer not written');
      response.destroy();
    }
    const seconds = (performance.now() - began) / 1000;
    metrics.observe(operation, code, seconds);
    logLine(operation, code, exchange, seconds);
  }

  function ended(): void {
    running -= 1;
    if (running === 0) whenIdle?.();
  }

  async function answerOrRefusal(
    exchange: Exchange,
    answer: (exchange: Exchange) => Promise<HttpAnswer>,
  ): Promise<HttpAnswer> {
    const { language, log, requestId } = exchange;
    if (stopping)
      return refusalAnswer(refuseFor('STOPPING', undefined, 1), language, { connection: 'close' });
    try {
      return await answer(exchange);
    } catch (error) {
      if (error instanceof RequestAborted) throw error;
      const refusal = refusalOf(error);
      if (refusal?.cause !== undefined) log.error({ err: refusal.cause, requestId }, refusal.message);
      if (refusal !== null) return refusalAnswer(refusal, language);
      log.error({ err: error, requestId }, 'unexpected error');
      return refusalAnswer(refuse('500'), language);
    }
  }

  async function write(exchange: Exchange, response: ServerResponse, answer: HttpAnswer): Promise<void> {
    const { body } = answer;
    const inParts = typeof body !== 'string' && !(body instanceof Uint8Array);
    const length = typeof body === 'string' ? Buffer.byteLength(body) : inParts ? null : body.length;
    const ignored = exchange.ignored.header();
    const cut = !inParts && leavesMuchUnread(exchange.request);
    const ignoring =
      ignored === null ? answer.headers : { ...answer.headers, [IGNORED_FIELDS_HEADER]: ignored };
    const headers = cut ? { ...ignoring, connection: 'close' } : ignoring;
    response.writeHead(answer.status, headerList(common, exchange.requestId, length, headers));
    if (cut) {
      answerAndCut(exchange.request, response, body);
      return;
    }
    // Text goes out together with the headers, in one write; bytes would take two.
    if (exchange.request.method === 'HEAD') response.end();
    else if (inParts) await writeParts(response, body);
    else response.end(body);
  }

  function logLine(operation: string, code: string, exchange: Exchange, seconds: number): void {
    const { requestId, address, appId, corpId, userId } = exchange;
    const ms = Math.round(seconds * 10_000) / 10;
    // Names of fields are the caller's words: in production a log holds none of them.
    const ignored = sandbox ? exchange.ignored.names() : [];
    requestLog({ requestId, address, appId, corpId, userId, op: operation, code, ms, ignored });
  }

  return {
    serve(operation, answer) {
      return (request: FastifyRequest, reply: FastifyReply) => {
        reply.hijack();
        const { headers } = request.raw;
        void run(
          operation,
          {
            request: request.raw,
            requestId: requestIdOf(headers['x-request-id']),
            language: languageOf(headers['accept-language']),
            address: addressOf(request),
            log,
            bodies,
            ignored: new IgnoredFields(),
            appId: undefined,
            corpId: undefined,
            userId: undefined,
          },
          reply.raw,
          answer,
        );
      };
    },
    stop() {
      stopping = true;
    },
    idle() {
      if (running === 0) return Promise.resolve();
      return new Promise((resolve) => {
        whenIdle = resolve;
      });
    },
  };
}

type Header = readonly [name: string, value: string];

/** What every answer carries, unless it says otherwise itself. */
function commonHeaders(https: boolean): readonly Header[] {
  const always: readonly Header[] = [
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'no-referrer'],
    ['x-frame-options', 'DENY'],
    ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
    ['cache-control', 'no-store'],
  ];
  return https ? [...always, ['strict-transport-security', 'max-age=31536000']] : always;
}

/** Names and values in turn: an object with ten such names takes four times as long to make and to read. */
function headerList(
  common: readonly Header[],
  requestId: string,
  length: number | null,
  own: OutgoingHttpHeaders,
): OutgoingHttpHeader[] {
  const headers: OutgoingHttpHeader[] = ['x-request-id', requestId];
  if (length !== null) headers.push('content-length', length);
  for (const [name, value] of common) if (!Object.hasOwn(own, name)) headers.push(name, value);
  for (const name of Object.keys(own)) {
    const value = own[name];
    if (value !== undefined) headers.push(name, value);
  }
  return headers;
}

/**
 * Sends parts as fast as the client takes them. One who goes away ends the loop, and with it whatever makes the parts:
 * that is what frees the query behind an export.
 */
async function writeParts(response: ServerResponse, parts: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const part of parts) {
    if (response.destroyed) throw new RequestAborted();
    if (!response.write(part)) await drained(response);
  }
  response.end();
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      response.off('drain', go);
      response.off('close', go);
      resolve();
    };
    response.on('drain', go);
    response.on('close', go);
  });
}

/** IPv4 addresses of a dual-stack socket look like IPv6 ones. */
function addressOf(request: FastifyRequest): string {
  const address = request.ip;
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}
