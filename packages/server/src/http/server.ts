import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Operation } from '@cinnabar/api/operation.js';
import { isSm2Sound } from '@cinnabar/pki/certificates/sm2.js';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Db } from '../database/schema.js';
import type { AnyRoute } from '../operation/handler.js';
import { Refusal, refuse, refuseFor } from '../operation/refusal.js';
import type { Services } from '../operation/services.js';
import { type HttpAnswer, jsonAnswer } from './answer.js';
import { BodyMemory } from './body-memory.js';
import { limitConnections } from './connection-limits.js';
import { descriptionRoutes } from './descriptions.js';
import { errorText } from './envelope.js';
import type { Exchange } from './exchange.js';
import type { ExtraRoute } from './extra-route.js';
import { healthAnswer, type ReadinessChecks, readinessAnswer, stoppingAnswer } from './health.js';
import { createIdentify, type Directory } from './identify.js';
import { listenError } from './listen-error.js';
import type { Metrics } from './metrics.js';
import { createMetricsServer } from './metrics-server.js';
import { createOperationHandler } from './operation-handler.js';
import { type OperationRoute, registerOperations } from './operation-routes.js';
import { PagePictures } from './page-pictures.js';
import { requestIdOf } from './request-id.js';
import { createRequestLifecycle, type Stage } from './request-lifecycle.js';
import type { RequestLog } from './request-log.js';
import type { RequestTrace } from './request-trace.js';
import { routeTable } from './route-table.js';
import { storedLinkAnswer } from './stored-links.js';
import { noticeUnreadForwarding } from './unread-forwarding.js';
import type { Uploads } from './uploads.js';

/** What a request has to match for its method to be the only thing wrong. */
interface Address {
  readonly method: string;
  readonly pattern: RegExp;
}

export interface HttpServerOptions {
  readonly services: Services;
  readonly db: Db;
  readonly registry: readonly Operation[];
  readonly routes: readonly AnyRoute[];
  readonly extraRoutes: readonly ExtraRoute[];
  /** Operations called by pages, which `registry` does not contain. */
  readonly pageOperations: readonly OperationRoute[];
  /** The page for people whose browser requests an address that leads nowhere; null for programs, which get the refusal. */
  readonly deadEndPage: (exchange: Exchange) => HttpAnswer | null;
  readonly directory: Directory;
  readonly uploads: Uploads;
  readonly readiness: ReadinessChecks;
  /** Mechanism of the parser sandbox, for the operator. */
  readonly parsers: string;
  readonly metrics: Metrics;
  /** null: requests are not traced. */
  readonly trace: RequestTrace | null;
  readonly log: Logger;
  readonly requestLog: RequestLog;
  /** Responses that do not match their operation are errors: for tests. */
  readonly strictAnswers: boolean;
  /** Version of the program, for the description of the interface. */
  readonly version: string;
}

export interface HttpServer {
  /** Its address, as `http://host:port`. */
  listen(): Promise<string>;
  /**
   * For `drainMs`, requests are still served while `/readyz` refuses, so that load balancers send the following ones
   * elsewhere. Then new requests are refused, and running ones are finished within `graceMs`.
   */
  stop(times: { readonly drainMs: number; readonly graceMs: number }): Promise<void>;
}

/** Longer than the idle timeout of common load balancers, so that we never close a connection that they reuse. */
const KEEP_ALIVE_MS = 72_000;
/** Timeout of a whole request: 50 MiB over a slow line. */
const REQUEST_MS = 300_000;
/** Timeout for the head of a request and for the first byte of a connection. */
const HEADERS_MS = 15_000;
/** Interval of checking connections for timeouts. */
const CHECKING_MS = 5_000;
/** Links contain file names, which exceed the router's default limit of 100 characters. */
const MAX_PARAMETER_LENGTH = 8_000;

export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { config } = options.services;
  const memory = new BodyMemory(config.limits.bodyMemory);
  options.metrics.gauge(
    'body_memory_bytes',
    'Memory of bodies that have not arrived in full',
    () => memory.held,
  );
  let stage: Stage = { kind: 'serving' };
  const lifecycle = createRequestLifecycle(
    {
      log: options.log,
      requestLog: options.requestLog,
      metrics: options.metrics,
      trace: options.trace,
      bodies: { memory, bytesPerSecond: config.limits.uploadBytesPerSecond },
      https: config.baseUrl.startsWith('https:'),
      sandbox: config.mode === 'sandbox',
      strictAnswers: options.strictAnswers,
    },
    () => stage,
  );
  const app = fastify({
    logger: false,
    // One proxy: the address that it saw itself. Earlier entries of the header can be forged.
    trustProxy: config.trustProxy ? (_address, hop) => hop < 1 : false,
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']),
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: REQUEST_MS,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECKING_MS },
    // The service's own answer has an envelope.
    return503OnClosing: false,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    frameworkErrors: (_error, request, reply) => lifecycle.refuseAddress(request, reply),
    clientErrorHandler: (_error, socket) => refuseBrokenRequest(socket),
  });
  limitConnections(app.server, config.limits, config.trustProxy);
  const operations = [...operationRoutes(options), ...options.pageOperations];
  const others = [...ownRoutes(options, () => stage), ...options.extraRoutes];
  const addresses = [...operations.map(({ path }) => ({ method: 'POST', path })), ...others].map(patternOf);
  lifecycle.install(app);
  const noticeForwarding = noticeUnreadForwarding(config, options.log);
  app.addHook('onRequest', (request, reply, done) => {
    noticeForwarding(request.headers);
    // Registered here, because Fastify calls the handler for unknown paths only after it has read the body.
    if (!request.is404) {
      done();
      return;
    }
    const refusal = unknownPath(request, reply, addresses);
    const page = refusal.code === '404' ? options.deadEndPage(request.exchange) : null;
    if (page === null) done(refusal);
    else reply.send(lifecycle.answer(request, reply, page));
  });
  // The handler reads the body after it has checked the head.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  registerOperations(app, operations, { uploads: options.uploads, lifecycle });
  for (const { method, path, isProbe = false, answer } of others) {
    app.route({
      method,
      url: path,
      config: { path, isProbe },
      handler: async (request, reply) => lifecycle.answer(request, reply, await answer(request.exchange)),
    });
  }
  const { host, metricsPort } = config;
  const metricsServer =
    metricsPort === null ? null : createMetricsServer(options.metrics, { host, metricsPort });
  return {
    async listen() {
      await metricsServer?.listen();
      try {
        return await app.listen({ host: config.host, port: config.port });
      } catch (error) {
        throw listenError(error, config);
      }
    },
    async stop({ drainMs, graceMs }) {
      stage = { kind: 'draining' };
      if (app.server.listening && drainMs > 0) await setTimeout(drainMs);
      stage = { kind: 'stopping', graceMs };
      await app.close();
      await metricsServer?.close();
    },
  };
}

function operationRoutes(options: HttpServerOptions): readonly OperationRoute[] {
  const { services, db, uploads, strictAnswers } = options;
  const handler = createOperationHandler({
    services,
    db,
    uploads,
    strictAnswers,
    identify: createIdentify(options.directory),
  });
  return routeTable(options.registry, options.routes).map((route) => ({
    path: route.operation.path,
    route,
    handler,
  }));
}

/** Routes other than operations: health, metrics, descriptions, and the links in answers. */
function ownRoutes(options: HttpServerOptions, stage: () => Stage): readonly ExtraRoute[] {
  const { config, clock, blobs, documents, rotatedKeys } = options.services;
  const { metrics, registry, version, db, log } = options;
  const links = {
    rotatedKeys,
    clock,
    blobs,
    pictures: new PagePictures({ db, blobs, documents, clock }),
  };
  return [
    { method: 'GET', path: '/healthz', isProbe: true, answer: healthAnswer },
    {
      method: 'GET',
      path: '/readyz',
      isProbe: true,
      answer: ({ requestId }) =>
        stage().kind === 'serving'
          ? readinessAnswer(options.readiness, {
              details: { parsers: options.parsers, sm2: isSm2Sound() ? 'available' : 'unavailable' },
              onFailed: (check, err) => log.error({ err, check, requestId }, 'not ready'),
            })
          : stoppingAnswer(),
    },
    ...(config.metricsPort === null ? [metricsRoute(metrics)] : []),
    ...descriptionRoutes(registry, { baseUrl: config.baseUrl, version }),
    {
      method: 'GET',
      path: '/files/:token',
      answer: (exchange) =>
        storedLinkAnswer(links, pathOf(exchange.request.url).slice('/files/'.length)).catch((error) =>
          deadEnd(options, exchange, error),
        ),
    },
  ];
}

function metricsRoute(metrics: Metrics): ExtraRoute {
  return {
    method: 'GET',
    path: '/metrics',
    isProbe: true,
    answer: async () => jsonAnswer(200, '200', await metrics.text(), { 'content-type': metrics.contentType }),
  };
}

/** A page instead of the refusal of an expired or invalid download link, for people. */
function deadEnd({ deadEndPage }: HttpServerOptions, exchange: Exchange, error: unknown): HttpAnswer {
  const isOver = error instanceof Refusal && (error.code === '404' || error.code === '410');
  const page = isOver ? deadEndPage(exchange) : null;
  if (page === null || !isOver) throw error;
  return { ...page, status: Number(error.code), code: error.code };
}

/** @param route with path parameters that begin with a colon */
function patternOf({ method, path }: { readonly method: string; readonly path: string }): Address {
  const pattern = path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+');
  return { method, pattern: new RegExp(`^${pattern}$`) };
}

/** The methods of a path, as listed by the header Allow; null if there is no such path. */
function methodsAt(path: string, addresses: readonly Address[]): string | null {
  const found = addresses.find(({ pattern }) => pattern.test(path));
  if (found === undefined) return null;
  return found.method === 'GET' ? 'GET, HEAD' : found.method;
}

/** 404; 405 if another method would be allowed. */
function unknownPath(request: FastifyRequest, reply: FastifyReply, addresses: readonly Address[]): Refusal {
  const allow = methodsAt(pathOf(request.url), addresses);
  if (allow === null) return refuseFor('PATH_UNKNOWN');
  reply.header('allow', allow);
  return new Refusal('405', { zh: `请使用 ${allow} 方法`, en: `Use the method ${allow}` });
}

/** The path of a request's address; a link's token counts as one path. */
function pathOf(url: string | undefined): string {
  const [path = '/'] = (url ?? '/').split('?', 1);
  return path;
}

/** A malformed HTTP request still gets an envelope; there are no headers to determine its language. */
function refuseBrokenRequest(socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status, text } = errorText(refuse('400'), 'zh');
  const head = [
    `HTTP/1.1 ${status} Bad Request`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
}
