/** What a browser asks for itself: the pages, their files, and pictures of contract pages. */
import { pagePaths } from '@cinnabar/api/pages/addresses.js';
import type { Db } from '../database/schema.js';
import type { Exchange } from '../http/exchange.js';
import type { ExtraRoute } from '../http/server.js';
import type { Services } from '../operation/services.js';
import { hostsOf } from './framing.js';
import { pageHtml } from './page-html.js';
import { assetAnswer, type WebFiles } from './web-files.js';

export function htmlEndpoints(services: Services, db: Db, files: WebFiles): readonly ExtraRoute[] {
  return [
    { method: 'GET', path: '/assets/:name', answer: async (exchange) => assetAnswer(files, exchange) },
    ...pagePaths(services.config.mode).map(
      (path): ExtraRoute => ({
        method: 'GET',
        path,
        async answer({ request }) {
          const hosts = await hostsOf(db, services, request);
          return pageHtml(files, services.config, request.url ?? '/', { hosts });
        },
      }),
    ),
  ];
}

/** A person's browser says so; programs that ask for JSON, or for anything, get the JSON. */
export function wantsHtml({ request }: Exchange): boolean {
  return (request.headers.accept ?? '').includes('text/html');
}
