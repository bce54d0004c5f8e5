/**
 * Routes that use the browser's own protocol and are not operations: pages and their files, the routes that lead to a
 * page, and resources that elements of a page load by themselves. The list is closed. Requests from scripts are always
 * operations; none of these routes returns JSON to a browser, except for a refusal.
 */
import { pagePaths, pages } from '@cinnabar/api/pages/addresses.js';
import { checkCopyPath, logoPath, picturePath } from '@cinnabar/api/pages/browser-addresses.js';
import { isSetupOpen } from '../areas/setup/index.js';
import type { Db } from '../database/schema.js';
import type { HttpAnswer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import type { ExtraRoute } from '../http/extra-route.js';
import type { OperationHandler } from '../http/operation-handler.js';
import type { Services } from '../operation/services.js';
import { checkCopy } from './check-copy.js';
import { oidcReturn } from './console/oidc-return.js';
import { corpLogo } from './corp-logo.js';
import { openFaceCheckRoute } from './face-page.js';
import { favicon } from './favicon.js';
import { hostsOf } from './framing.js';
import { openLinkRoute } from './link-page.js';
import { tokenIn, wayToPage } from './link-way.js';
import { pageHtml } from './page-html.js';
import { pagePicture } from './page-picture.js';
import { isPlatformNetwork } from './platform/require-network.js';
import { assetAnswer, type WebFiles } from './web-files.js';

/**
 * @param files null if the pages were not built
 * @param handler answers programs at the addresses of links and face checks, with the data that the page would request
 */
export function browserRoutes(
  services: Services,
  db: Db,
  files: WebFiles | null,
  handler: OperationHandler,
): readonly ExtraRoute[] {
  const { config } = services;

  async function page({ request }: Exchange, built: WebFiles): Promise<HttpAnswer> {
    const hosts = await hostsOf(db, services, request);
    return pageHtml(built, config, request.url ?? '/', { hosts });
  }

  /** It shows only what the designer around it hands over. */
  async function preview({ request }: Exchange, built: WebFiles): Promise<HttpAnswer> {
    return pageHtml(built, config, request.url ?? '/', { isFramedHere: true });
  }

  /** Once the service belongs to somebody, and in a sandbox, nothing is left of the setup. */
  async function setup(exchange: Exchange, built: WebFiles): Promise<HttpAnswer> {
    if (await isSetupOpen(db, services)) return page(exchange, built);
    return { status: 303, code: '303', headers: { location: pages.login.path }, body: '' };
  }

  /** Outside its networks there is no such page. */
  async function platform(exchange: Exchange, built: WebFiles): Promise<HttpAnswer> {
    if (isPlatformNetwork(config, exchange.address)) return page(exchange, built);
    return pageHtml(built, config, '/', { status: 404 });
  }

  /** The pages that exist for some visitors only. */
  const guarded = new Map<string, (exchange: Exchange, built: WebFiles) => Promise<HttpAnswer>>([
    [pages.setup.path, setup],
    [pages.platform.path, platform],
    [pages.preview.path, preview],
  ]);

  async function link(exchange: Exchange): Promise<HttpAnswer> {
    if (files !== null && wantsHtml(exchange)) return wayToPage(db, services, files, exchange);
    return handler.answerFor(openLinkRoute, exchange, { token: tokenIn(exchange) });
  }

  async function face(exchange: Exchange): Promise<HttpAnswer> {
    const { searchParams } = new URL(exchange.request.url ?? '/', config.baseUrl);
    const orderNo = searchParams.get('orderNo') ?? '';
    if (!wantsHtml(exchange)) return handler.answerFor(openFaceCheckRoute, exchange, { orderNo });
    const location = `/face/${encodeURIComponent(orderNo)}`;
    return { status: 303, code: '303', headers: { location }, body: '' };
  }

  const always: readonly ExtraRoute[] = [
    { method: 'GET', path: '/l/:token', answer: link },
    { method: 'GET', path: '/face', answer: face },
    { method: 'GET', path: picturePath, answer: pagePicture(services, db) },
    { method: 'GET', path: logoPath, answer: corpLogo(services, db) },
    { method: 'GET', path: checkCopyPath, answer: checkCopy(services, db) },
    { method: 'GET', path: '/favicon.ico', answer: favicon },
    oidcReturn(db, services),
  ];
  if (files === null) return always;
  return [
    ...always,
    ...pagePaths(config.mode).map(
      (path): ExtraRoute => ({
        method: 'GET',
        path,
        answer: (exchange) => (guarded.get(path) ?? page)(exchange, files),
      }),
    ),
    { method: 'GET', path: '/assets/:name', answer: async (exchange) => assetAnswer(files, exchange) },
  ];
}

/** For people whose address leads nowhere: mistyped, or a link to a file that has expired. null for programs. */
export function deadEndPage(
  { config }: Pick<Services, 'config'>,
  files: WebFiles,
  exchange: Exchange,
): HttpAnswer | null {
  const { method = '' } = exchange.request;
  if (!['GET', 'HEAD'].includes(method) || !wantsHtml(exchange)) return null;
  return pageHtml(files, config, '/', { status: 404 });
}

/** A browser navigating for a person states so; programs that accept JSON, or anything, get JSON. */
function wantsHtml({ request }: Exchange): boolean {
  return (request.headers.accept ?? '').includes('text/html');
}
