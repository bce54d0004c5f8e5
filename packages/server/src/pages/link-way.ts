/** Redirects the address of a link to its page. */
import { findLink } from '../areas/links/index.js';
import { hashToken } from '../custody/secrets.js';
import type { Db } from '../database/schema.js';
import type { HttpAnswer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import type { Services } from '../operation/services.js';
import { frameKey, isFramed } from './framing.js';
import { pageHtml } from './page-html.js';
import { pageOfLink } from './rules/page-of-link.js';
import { tokenCookie } from './session-secrets.js';
import type { WebFiles } from './web-files.js';

/** The secret of a link, in its address. */
export function tokenIn({ request }: Exchange): string {
  const [path = ''] = (request.url ?? '').split('?', 1);
  return path.slice('/l/'.length);
}

/** Chat programs fetch links for previews, so a GET request must not change anything. */
export async function wayToPage(
  db: Db,
  services: Services,
  files: WebFiles,
  exchange: Exchange,
): Promise<HttpAnswer> {
  const token = tokenIn(exchange);
  const link = await findLink(db, hashToken(token));
  if (link === null) return pageHtml(files, services.config, '/', { status: 404 });
  const framed = isFramed(exchange.request.headers);
  // The fragment after # stays in the browser, so a frame without cookies can still open a window of its own.
  const way = framed ? `&f=${frameKey(services, link.linkId)}#${token}` : '';
  const cookie = tokenCookie(services, link.linkId, token, framed);
  const headers = { location: `${pageOfLink(link)}${way}`, 'set-cookie': cookie };
  return { status: 303, code: '303', headers, body: '' };
}
