/** Machine-readable descriptions of the interface: OpenAPI and Postman. */
import { gzipSync } from 'node:zlib';
import { openApi } from '@cinnabar/api/openapi/openapi.js';
import { postmanCollection } from '@cinnabar/api/openapi/postman.js';
import type { Operation } from '@cinnabar/api/operation.js';
import type { ExtraRoute } from './extra-route.js';
import { recordedCalls } from './recorded-calls.js';

/** Built and compressed once: they do not change during the lifetime of the process. */
export function descriptionRoutes(
  registry: readonly Operation[],
  about: { readonly baseUrl: string; readonly version: string },
): readonly ExtraRoute[] {
  const options = { ...about, calls: recordedCalls() };
  return [
    jsonRoute('/openapi.json', openApi(registry, options)),
    jsonRoute('/postman.json', postmanCollection(registry, options)),
  ];
}

function jsonRoute(path: `/${string}`, value: unknown): ExtraRoute {
  const plain = Buffer.from(JSON.stringify(value));
  const packed = gzipSync(plain);
  const headers = { 'content-type': 'application/json; charset=utf-8', vary: 'accept-encoding' };
  return {
    method: 'GET',
    path,
    async answer({ request }) {
      const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
      return {
        status: 200,
        code: '200',
        headers: takesGzip ? { ...headers, 'content-encoding': 'gzip' } : headers,
        body: takesGzip ? packed : plain,
      };
    },
  };
}
