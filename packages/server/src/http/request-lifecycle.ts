/** Common handling of all requests as Fastify hooks: id, headers, refusals, log line, metric, and shutdown. */
import type { AnyOperation } from '@cinnabar/api/operation.js';
import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { Refusal, refuse, refuseFor } from '../operation/refusal.js';
import { type HttpAnswer, refusalAnswer } from './answer.js';
import { RequestAborted } from './body.js';
import { requireDeclared } from './declared-refusal.js';
import { type Bodies, type Exchange, exchangeOf } from './exchange.js';
import { IGNORED_FIELDS_HEADER } from './ignored-fields.js';
import type { RequestMetrics } from './metrics.js';
import type { RequestLog } from './request-log.js';
import { wrongMediaType } from './request-reader.js';
import type { RequestSpan, RequestTrace } from './request-trace.js';
import { bodyStream } from './streamed-body.js';
import { refusalOf } from './unexpected-error.js';
import { leavesMuchUnread, lingeringAnswer } from './unread-body.js';

/** The outcome of a request, for its log line and its metric. */
interface Outcome {
  readonly code: string;
  readonly seconds: number;
}

/** A request from its head until its connection is done with it. */
interface Progress {
  readonly began: number;
  /** Path of its route, if the route has set it; querying Fastify takes longer. */
  path: string | undefined;
  outcome: Outcome | undefined;
  /** No more of the answer will be sent. */
  isClosed: boolean;
  readonly span: RequestSpan | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    progress: Progress;
  }
  interface FastifyContextConfig {
    /** Name of a route's requests in the log and the metrics. */
    readonly path?: string;
    readonly operation?: AnyOperation;
    readonly isProbe?: boolean;
  }
}

/** Stages of the end of the service: see HttpServer.stop. */
export type Stage =
  | { readonly kind: 'serving' }
  | { readonly kind: 'draining' }
  | { readonly kind: 'stopping'; readonly graceMs: number };

export interface LifecycleOptions {
  readonly log: Logger;
  readonly requestLog: RequestLog;
  readonly metrics: RequestMetrics;
  /** null: none. */
  readonly trace: RequestTrace | null;
  readonly bodies: Bodies;
  /** HSTS, if the service is reached by https. */
  readonly https: boolean;
  /** Whether ignored fields are named in the log, for developers who try out the interface. */
  readonly sandbox: boolean;
  /** Refusals that their operation does not declare are errors: for tests. */
  readonly strictAnswers: boolean;
}

export interface RequestLifecycle {
  /** Adds the hooks to an instance that has no routes yet. */
  install(app: FastifyInstance): void;
  /** Answers a request for which no hook runs, because its address cannot be decoded. */
  refuseAddress(request: FastifyRequest, reply: FastifyReply): void;
  /** Passes the answer to Fastify. @returns the body to send */
  answer(request: FastifyRequest, reply: FastifyReply, answer: HttpAnswer): unknown;
}

export function createRequestLifecycle(options: LifecycleOptions, stage: () => Stage): RequestLifecycle {
  const { log, metrics, trace, requestLog, sandbox, strictAnswers } = options;
  const common = commonHeaders(options.https);
  let running = 0;
  let whenIdle: (() => void) | undefined;

  function begin(request: FastifyRequest, reply: FastifyReply): void {
    request.exchange = exchangeOf(request, options);
    request.progress = {
      began: performance.now(),
      path: undefined,
      outcome: undefined,
      isClosed: false,
      span: request.routeOptions.config.isProbe === true ? null : (trace?.begin(request.headers) ?? null),
    };
    reply.header('x-request-id', request.id);
    for (const [name, value] of common) reply.header(name, value);
    running += 1;
    // Not onResponse, which fires only for completely sent answers.
    reply.raw.on('close', () => {
      running -= 1;
      if (running === 0) whenIdle?.();
      request.progress.isClosed = true;
      logIfOver(request, reply);
    });
  }

  /** The decision counts, even if the client disconnected before it. */
  function decide(request: FastifyRequest, reply: FastifyReply, code: string): void {
    const { progress } = request;
    progress.outcome = { code, seconds: (performance.now() - progress.began) / 1000 };
    logIfOver(request, reply);
  }

  function logIfOver(request: FastifyRequest, reply: FastifyReply): void {
    const { exchange, progress } = request;
    if (!progress.isClosed || progress.outcome === undefined) return;
    const { code, seconds } = progress.outcome;
    const op = progress.path ?? pathOf(request);
    metrics.observe(op, code, seconds);
    const { method } = request;
    progress.span?.end({ method, op, code, status: reply.statusCode, requestId: request.id });
    const { requestId, address, appId, corpId, userId } = exchange;
    const ms = Math.round(seconds * 10_000) / 10;
    if (code === '200' && request.routeOptions.config.isProbe === true) {
      log.debug({ requestId, address, op, code, ms }, 'request');
      return;
    }
    // Names of fields are user input, so in production the log contains none of them.
    const ignored = sandbox ? exchange.ignored.names() : [];
    requestLog({ requestId, address, appId, corpId, userId, op, code, ms, ignored });
  }

  function answer(request: FastifyRequest, reply: FastifyReply, answered: HttpAnswer): unknown {
    const { code, status, headers, body } = answered;
    reply.code(status).headers(headers);
    if (typeof body === 'string' || body instanceof Uint8Array) {
      decide(request, reply, code);
      return body.length === 0 ? undefined : body;
    }
    return bodyStream(body, {
      sent: () => decide(request, reply, code),
      left: () => decide(request, reply, 'aborted'),
      failed(error) {
        // Before the first part is sent an error can still become a refusal.
        if (!reply.raw.headersSent) return;
        decide(request, reply, '500');
        log.error({ err: error, requestId: request.id }, 'answer not written');
      },
    });
  }

  function refusalFor({ language, requestId }: Exchange, error: unknown): HttpAnswer {
    const refusal = refusalOf(error);
    const answered = refusalAnswer(refusal ?? refuse('500'), language);
    const cause = error instanceof Refusal ? error.cause : error;
    const isCaused = error instanceof Refusal && cause !== undefined;
    const isFailure = answered.status >= 500 && refusal?.reason !== 'STOPPING';
    if (isFailure || isCaused) {
      const details = cause === undefined ? { requestId } : { requestId, err: cause };
      log.error(details, refusal?.message ?? 'unexpected error');
    }
    return answered;
  }

  function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): unknown {
    if (error instanceof RequestAborted) {
      decide(request, reply, 'aborted');
      reply.hijack();
      reply.raw.destroy();
      return undefined;
    }
    return answer(request, reply, refusalFor(request.exchange, errorOf(request, error)));
  }

  function errorOf({ routeOptions: { config } }: FastifyRequest, error: unknown): unknown {
    const { path, operation } = config;
    if (operation === undefined) return error;
    const told =
      error instanceof errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE ? wrongMediaType(operation) : error;
    // Session callers may be refused with codes that only sessions have.
    return strictAnswers && path === operation.path ? requireDeclared(operation, told) : told;
  }

  /** Sets the final headers of an answer, and decides whether the rest of its request is read. */
  function completeAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
    const ignored = request.exchange.ignored.header();
    if (ignored !== null) reply.header(IGNORED_FIELDS_HEADER, ignored);
    // The next request then comes over a new connection, which a load balancer opens elsewhere.
    if (stage().kind !== 'serving') reply.header('connection', 'close');
    const isWhole = typeof payload === 'string' || payload instanceof Uint8Array;
    if (!isWhole || !leavesMuchUnread(request.raw)) return payload;
    reply.headers({ connection: 'close', 'content-length': Buffer.byteLength(payload) });
    return lingeringAnswer(request.raw, reply.raw, payload);
  }

  function idle(): Promise<void> {
    if (running === 0) return Promise.resolve();
    return new Promise((resolve) => {
      whenIdle = resolve;
    });
  }

  return {
    answer,
    install(app) {
      app.decorateRequest('exchange');
      app.decorateRequest('progress');
      app.addHook('onRequest', (request, reply, done) => {
        begin(request, reply);
        const refusal = stage().kind === 'stopping' ? refuseFor('STOPPING', undefined, 1) : undefined;
        const { span } = request.progress;
        if (span === null) done(refusal);
        else span.run(() => done(refusal));
      });
      app.addHook('onSend', (request, reply, payload, done) => {
        done(null, completeAnswer(request, reply, payload));
      });
      app.setErrorHandler(handleError);
      // Until here the socket stays open, so that clients are informed and a load balancer notices.
      app.addHook('preClose', async () => {
        const now = stage();
        if (now.kind === 'stopping') await Promise.race([idle(), elapsed(now.graceMs)]);
      });
    },
    refuseAddress(request, reply) {
      begin(request, reply);
      reply.send(answer(request, reply, refusalFor(request.exchange, refuseFor('PATH_UNKNOWN'))));
    },
  };
}

/** Default headers of every answer. */
function commonHeaders(https: boolean): readonly (readonly [name: string, value: string])[] {
  const always = [
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'no-referrer'],
    ['x-frame-options', 'DENY'],
    ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
    ['cache-control', 'no-store'],
  ] as const;
  return https ? [...always, ['strict-transport-security', 'max-age=31536000']] : always;
}

/** Unknown addresses have no name in the log and the metrics. */
function pathOf({ routeOptions, is404 }: FastifyRequest): string {
  return is404 ? 'unknown' : (routeOptions.config.path ?? 'unknown');
}

function elapsed(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
