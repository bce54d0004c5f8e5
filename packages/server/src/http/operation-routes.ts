import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AnyRoute } from '../operation/handler.js';
import type { Known, OperationHandler } from './operation-handler.js';
import type { RequestLifecycle } from './request-lifecycle.js';
import { type RequestBody, readRequest } from './request-reader.js';
import type { Uploads } from './uploads.js';

/** An operation at a path: its own, or the one under which the pages call it. */
export interface OperationRoute {
  readonly path: `/${string}`;
  readonly route: AnyRoute;
  readonly handler: OperationHandler;
}

/** Fastify finds a parser faster by name than by the wildcard, which serves requests that will be refused. */
const MEDIA_TYPES = ['application/json', 'multipart/form-data', '*'];

/** Returned by a parser instead of an error, because Fastify would close the connection of every malformed body. */
interface RefusedBody {
  readonly refused: unknown;
}

declare module 'fastify' {
  interface FastifyRequest {
    known: Known;
  }
}

/**
 * Registers operations in Fastify's phases: the caller is identified before the first byte of the body is read, then
 * the body is read, then the request is answered. Each operation defines its own body, so one parser reads them all.
 */
export function registerOperations(
  app: FastifyInstance,
  routes: readonly OperationRoute[],
  { uploads, lifecycle }: { readonly uploads: Uploads; readonly lifecycle: RequestLifecycle },
): void {
  for (const { path, route, handler } of routes) {
    const door = handler.doorOf(route);
    if (door === undefined) continue;
    app.post(path, {
      config: { path, operation: route.operation },
      handler: async (request, reply) => lifecycle.answer(request, reply, await door(request.exchange)),
    });
  }
  app.register((scope, _options, done) => {
    scope.decorateRequest('known');
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(MEDIA_TYPES, ({ known, exchange }: FastifyRequest) =>
      readRequest(known.route.operation, exchange, uploads, known.sender).catch(refusedBody),
    );
    for (const { path, route, handler } of routes) {
      if (handler.doorOf(route) !== undefined) continue;
      const { operation } = route;
      scope.post<{ Body: RequestBody | RefusedBody | undefined }>(path, {
        config: { path, operation },
        async onRequest(request) {
          request.progress.path = path;
          request.known = await handler.identify(route, request.exchange);
        },
        async handler(request, reply) {
          const { exchange, known } = request;
          // Fastify calls no parser without a body and a content type.
          const body = request.body ?? (await readRequest(operation, exchange, uploads, known.sender));
          if ('refused' in body) throw body.refused;
          return lifecycle.answer(request, reply, await handler.carryOut(exchange, known, body));
        },
      });
    }
    done();
  });
}

function refusedBody(refused: unknown): RefusedBody {
  return { refused };
}
