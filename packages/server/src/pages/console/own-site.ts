import type { IncomingHttpHeaders } from 'node:http';
import { refuseFor } from '../../operation/refusal.js';
import type { Config } from '../../settings/config.js';
import { isFramed } from '../framing.js';

/**
 * Refuses requests that a browser sends for another site, and those of our pages inside a frame. Browsers state the
 * origin of every POST; programs need not, and have no cookies of anybody else.
 * @throws Refusal PERMISSION_DENIED
 */
export function requireOwnSite({ baseUrl }: Pick<Config, 'baseUrl'>, headers: IncomingHttpHeaders): void {
  if (isFramed(headers) || !isOwnOrigin(baseUrl, headers)) throw refuseFor('PERMISSION_DENIED');
}

/** The address under which the browser has opened the page of a request: it keeps its cookies for that one. */
export function siteOf(config: Pick<Config, 'baseUrl'>, headers: IncomingHttpHeaders): string {
  const { origin } = headers;
  return origin !== undefined && isOwnOrigin(config.baseUrl, headers) ? origin : config.baseUrl;
}

/** The service may be reached under more names than BASE_URL, such as localhost. */
function isOwnOrigin(baseUrl: string, { origin, host, ...headers }: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin === undefined || origin === new URL(baseUrl).origin) return true;
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host;
}
