/** The two halves of a session of the console, and what else a browser keeps of log-ins. */
import type { IncomingHttpHeaders } from 'node:http';
import { CONSOLE_SESSION_HEADER } from '@cinnabar/api/console-door.js';
import { SESSION_LIFE_MS } from '../../areas/sessions/index.js';
import { blindIndex, sameSecret } from '../../custody/secrets.js';
import { headerText } from '../../http/headers.js';
import type { Services } from '../../operation/services.js';
import { cookieOf, cookieStart, isSecure } from '../cookies.js';

type CookieServices = Pick<Services, 'config'>;
type SessionServices = Pick<Services, 'masterKey' | 'config'>;

const SESSION_COOKIE = 'console';
const DEVICE_COOKIE = 'device';
const OIDC_COOKIE = 'oidc';
const TOKEN = /^[\w-]{43}$/;
/** The longest time for which browsers keep a cookie. */
const DEVICE_LIFE_S = 400 * 24 * 3600;
const OIDC_LIFE_S = 10 * 60;

/** Value of the header. It is derived from the cookie, so only the cookie’s hash is stored. */
export function consoleKey({ masterKey }: SessionServices, secret: string): string {
  return blindIndex(masterKey.pepper, 'console session', secret);
}

/** @param secret "" deletes the cookie */
export function consoleCookie(services: CookieServices, secret: string): string {
  const age = secret === '' ? 0 : SESSION_LIFE_MS / 1000;
  return cookieLine(services, SESSION_COOKIE, secret, age, 'Strict');
}

/** The cookie’s half alone: after a reload it suffices to obtain the key, which only our own pages can read. */
export function keptConsoleSecret({ config }: CookieServices, headers: IncomingHttpHeaders): string | null {
  return tokenOf(config, headers, SESSION_COOKIE);
}

/** The secret of the session of a request; null unless both halves match. */
export function givenConsoleSecret(services: SessionServices, headers: IncomingHttpHeaders): string | null {
  const key = headerText(headers, CONSOLE_SESSION_HEADER.toLowerCase());
  const secret = keptConsoleSecret(services, headers);
  if (key === null || secret === null || !sameSecret(key, consoleKey(services, secret))) return null;
  return secret;
}

/** Identifies the browser to later log-ins; it opens nothing. */
export function deviceCookie(services: CookieServices, token: string): string {
  return cookieLine(services, DEVICE_COOKIE, token, DEVICE_LIFE_S, 'Strict');
}

export function keptDevice({ config }: CookieServices, headers: IncomingHttpHeaders): string | null {
  return tokenOf(config, headers, DEVICE_COOKIE);
}

/** Lax, because the provider of an enterprise redirects the browser back from another site. "" deletes it. */
export function oidcCookie(services: CookieServices, ticket: string): string {
  return cookieLine(services, OIDC_COOKIE, ticket, ticket === '' ? 0 : OIDC_LIFE_S, 'Lax');
}

export function keptOidcTicket({ config }: CookieServices, headers: IncomingHttpHeaders): string | null {
  return tokenOf(config, headers, OIDC_COOKIE);
}

function cookieLine(
  { config }: CookieServices,
  name: string,
  value: string,
  age: number,
  sameSite: 'Strict' | 'Lax',
): string {
  const secure = isSecure(config) ? '; Secure' : '';
  return `${cookieStart(config, name, value, '/')}; Max-Age=${age}; HttpOnly; SameSite=${sameSite}${secure}`;
}

function tokenOf(config: Services['config'], headers: IncomingHttpHeaders, name: string): string | null {
  const value = cookieOf(config, headers, name);
  return value !== null && TOKEN.test(value) ? value : null;
}
