/** The two halves of a session of a person, as those of links have them: a cookie, and a key made from it. */
import type { IncomingHttpHeaders } from 'node:http';
import { findPersonOfSession, SESSION_LIFE_MS } from '../areas/links/index.js';
import type { UserId } from '../context.js';
import type { Db } from '../database/schema.js';
import { headerText } from '../http/headers.js';
import { refuseFor } from '../refusal.js';
import type { Services } from '../services.js';
import { blindIndex, hashToken, sameSecret } from '../trust/secrets.js';
import { cookieOf, cookieStart, isSecure } from './cookies.js';

const COOKIE = 'person';
/** Carries the key. */
const HEADER = 'personsession';
const COOKIE_PATH = '/pages/mine';

type SessionServices = Pick<Services, 'masterKey' | 'config'>;

export function personSessionKey({ masterKey }: SessionServices, secret: string): string {
  return blindIndex(masterKey.pepper, 'person session', secret);
}

/** @param secret "" ends it in the browser */
export function personCookie({ config }: SessionServices, secret: string): string {
  const secure = isSecure(config) ? '; Secure' : '';
  const age = secret === '' ? 0 : SESSION_LIFE_MS / 1000;
  return `${cookieStart(config, COOKIE, secret, COOKIE_PATH)}; Max-Age=${age}; HttpOnly; SameSite=Strict${secure}`;
}

/** The cookie's half alone: after a reload the page gets the key again, and only our own pages can read that. */
export function keptPersonSecret(
  { config }: Pick<Services, 'config'>,
  headers: IncomingHttpHeaders,
): string | null {
  return cookieOf(config, headers, COOKIE) || null;
}

/** @throws Refusal TOKEN_INVALID where the halves do not belong together, or the session has ended */
export async function personOf(
  db: Db,
  services: SessionServices,
  headers: IncomingHttpHeaders,
  now: Date,
): Promise<UserId> {
  const key = headerText(headers, HEADER);
  const secret = keptPersonSecret(services, headers);
  if (key === null || secret === null || !sameSecret(key, personSessionKey(services, secret))) {
    throw refuseFor('TOKEN_INVALID');
  }
  const userId = await findPersonOfSession(db, hashToken(secret), now);
  if (userId === null) throw refuseFor('TOKEN_INVALID');
  return userId;
}
