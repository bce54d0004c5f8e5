/**
 * A session has two halves, and both are needed. The cookie is out of reach of scripts, and no other site's request
 * carries it (SameSite=Strict); the key is in a header, which no form and no link can set. The key is made from
 * the cookie, so that nothing of either is stored but the cookie's hash.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { id } from '@cinnabar/api/schema.js';
import { type LinkId, SESSION_LIFE_MS } from '../areas/links/index.js';
import { blindIndex, sameSecret } from '../custody/secrets.js';
import { headerText } from '../http/headers.js';
import type { Services } from '../operation/services.js';
import { cookieOf, cookieStart } from './cookies.js';

/** The header that carries the key. */
const SESSION_HEADER = 'linkSession';
/** Below which the pages' own endpoints lie, and nothing else. */
const COOKIE_PATH = '/pages';

type CookieServices = Pick<Services, 'config'>;
type SessionServices = Pick<Services, 'masterKey' | 'config'>;

const linkIds = id<'Link'>();

/** The value of the header: which link, and the key. */
export function sessionKey({ masterKey }: SessionServices, linkId: LinkId, token: string): string {
  return `${linkId}.${blindIndex(masterKey.pepper, 'link session', `${linkId} ${token}`)}`;
}

/** What a cookie needs to be there in a frame of another site: isolated by that site, so that nobody is followed. */
export function cookieAttributes({ config }: CookieServices, framed: boolean): string {
  if (framed) return 'HttpOnly; SameSite=None; Secure; Partitioned';
  return `HttpOnly; SameSite=Strict${config.baseUrl.startsWith('https:') ? '; Secure' : ''}`;
}

/** One cookie a link, so that two contracts can be open in one browser. */
export function sessionCookie(
  services: SessionServices,
  linkId: LinkId,
  token: string,
  framed: boolean,
): string {
  const age = SESSION_LIFE_MS / 1000;
  const start = cookieStart(services.config, `link_${linkId}`, token, COOKIE_PATH);
  return `${start}; Max-Age=${age}; ${cookieAttributes(services, framed)}`;
}

/** Days for which a page can be opened again in the same browser without its link. */
const TOKEN_LIFE_S = 30 * 24 * 3600;

/**
 * The link's own secret, kept by the browser where no script and no address bar shows it. In a frame the page itself
 * is asked for with it too: by whom it may be framed depends on the link.
 */
export function tokenCookie(
  services: CookieServices,
  linkId: LinkId,
  token: string,
  framed: boolean,
): string {
  const path = framed ? '/' : COOKIE_PATH;
  const start = cookieStart(services.config, `at_${linkId}`, token, path);
  return `${start}; Max-Age=${TOKEN_LIFE_S}; ${cookieAttributes(services, framed)}`;
}

/** The secret of a link that this browser has opened. */
export function keptToken(
  { config }: CookieServices,
  headers: IncomingHttpHeaders,
  linkId: LinkId,
): string | null {
  return cookieOf(config, headers, `at_${linkId}`);
}

/**
 * The cookie's half alone. Enough to look at pictures, which no script of another site can read, and to give the page
 * its own half again after a reload: that answer, too, only our own pages can read.
 */
export function keptSession(
  { config }: CookieServices,
  headers: IncomingHttpHeaders,
  linkId: LinkId,
): GivenSession | null {
  const token = cookieOf(config, headers, `link_${linkId}`);
  return token === null ? null : { linkId, token };
}

export interface GivenSession {
  readonly linkId: LinkId;
  readonly token: string;
}

/** The session that a request carries, where its two halves belong together; whether it lives is another question. */
export function givenSession(services: SessionServices, headers: IncomingHttpHeaders): GivenSession | null {
  const key = headerText(headers, SESSION_HEADER.toLowerCase());
  const number = /^(\d{1,16})\.[0-9a-f]{64}$/.exec(key ?? '')?.[1];
  if (key === null || number === undefined || !Number.isSafeInteger(Number(number)) || Number(number) < 1) {
    return null;
  }
  const linkId = linkIds.read(number, SESSION_HEADER, { zone: 'UTC' });
  const token = cookieOf(services.config, headers, `link_${linkId}`);
  if (token === null || !sameSecret(key, sessionKey(services, linkId, token))) return null;
  return { linkId, token };
}
