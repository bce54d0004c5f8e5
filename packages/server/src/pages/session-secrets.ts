/**
 * A session has two halves, and both are required. The cookie is inaccessible to scripts, and is not sent with requests
 * from other sites (SameSite=Strict); the key is in a header, which forms and links cannot set. The key is derived from
 * the cookie, so only the cookie's hash is stored.
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
/** Path below which only the pages' own endpoints lie. */
const COOKIE_PATH = '/pages';

type CookieServices = Pick<Services, 'config'>;
type SessionServices = Pick<Services, 'masterKey' | 'config'>;

const linkIds = id<'Link'>();

/** Value of the header: the link's id and the key. */
export function sessionKey({ masterKey }: SessionServices, linkId: LinkId, token: string): string {
  return `${linkId}.${blindIndex(masterKey.pepper, 'link session', `${linkId} ${token}`)}`;
}

/**
 * Attributes of a cookie in a frame of another site: partitioned by that site, so that it cannot be used for tracking.
 */
export function cookieAttributes({ config }: CookieServices, framed: boolean): string {
  if (framed) return 'HttpOnly; SameSite=None; Secure; Partitioned';
  return `HttpOnly; SameSite=Strict${config.baseUrl.startsWith('https:') ? '; Secure' : ''}`;
}

/** One cookie per link, so that two contracts can be open in one browser. */
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

/** Days for which a page can be reopened in the same browser without its link. */
const TOKEN_LIFE_S = 30 * 24 * 3600;

/**
 * The link's own secret, stored as a cookie that neither scripts nor the address bar reveal. In a frame the page itself
 * is requested with it too, because the permitted embedding origins depend on the link.
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
 * The cookie's half alone. It suffices for viewing pictures, which no script of another site can read, and for
 * returning the key to a reloaded page; that answer, too, only our own pages can read.
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

/** The session of a request whose two halves match; whether it is still valid is checked elsewhere. */
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
