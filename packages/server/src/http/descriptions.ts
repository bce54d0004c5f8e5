/** Machine-readable descriptions of the interface: OpenAPI and Postman. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { openApi } from '@cinnabar/api/openapi/openapi.js';
import { postmanCollection } from '@cinnabar/api/openapi/postman.js';
import type { Operation } from '@cinnabar/api/operation.js';
import type { ExtraRoute } from './extra-route.js';
import { recordedCalls } from './recorded-calls.js';

export function descriptionRoutes(
  registry: readonly Operation[],
  about: { readonly baseUrl: string; readonly version: string },
): readonly ExtraRoute[] {
  const options = () => ({ ...about, calls: recordedCalls() });
  return [
    jsonRoute('/openapi.json', () => openApi(registry, options())),
    jsonRoute('/postman.json', () => postmanCollection(registry, options())),
  ];
}

/** Built and compressed by its first request, because most processes never serve it; it does not change afterwards. */
function jsonRoute(path: `/${string}`, describe: () => unknown): ExtraRoute {
  let built: Promise<{ readonly plain: Buffer; readonly packed: Buffer }> | undefined;
  const build = async () => {
    const plain = Buffer.from(JSON.stringify(describe()));
    return { plain, packed: await promisify(gzip)(plain) };
  };
  const headers = { 'content-type': 'application/json; charset=utf-8', vary: 'accept-encoding' };
  return {
    method: 'GET',
    path,
    async answer({ request }) {
      built ??= build();
      const { plain, packed } = await built;
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
