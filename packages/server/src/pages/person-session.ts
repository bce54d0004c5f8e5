/** The two halves of a person's session, like those of links: a cookie, and a key derived from it. */
import type { IncomingHttpHeaders } from 'node:http';
import type { EnteredMine } from '@cinnabar/api/pages/mine.js';
import {
  findPersonSession,
  insertPersonSession,
  type PersonSession,
  SESSION_LIFE_MS,
} from '../areas/links/index.js';
import { findUser } from '../areas/members/index.js';
import { maskMobile, maskName } from '../custody/masking.js';
import { blindIndex, hashToken, randomToken, sameSecret } from '../custody/secrets.js';
import type { Db, Tx } from '../database/schema.js';
import { headerText } from '../http/headers.js';
import type { PersonContext } from '../operation/context.js';
import { refuseFor } from '../operation/refusal.js';
import type { Services } from '../operation/services.js';
import { cookieOf, cookieStart, isSecure } from './cookies.js';

const COOKIE = 'person';
/** Header of the key. */
const HEADER = 'personsession';
const COOKIE_PATH = '/pages/mine';

type SessionServices = Pick<Services, 'masterKey' | 'config'>;

export function personSessionKey({ masterKey }: SessionServices, secret: string): string {
  return blindIndex(masterKey.pepper, 'person session', secret);
}

/** @param secret "" deletes the cookie */
export function personCookie({ config }: SessionServices, secret: string): string {
  const secure = isSecure(config) ? '; Secure' : '';
  const age = secret === '' ? 0 : SESSION_LIFE_MS / 1000;
  return `${cookieStart(config, COOKIE, secret, COOKIE_PATH)}; Max-Age=${age}; HttpOnly; SameSite=Strict${secure}`;
}

/** The cookie's half alone: after a reload it suffices to obtain the key, which only our own pages can read. */
export function keptPersonSecret(
  { config }: Pick<Services, 'config'>,
  headers: IncomingHttpHeaders,
): string | null {
  return cookieOf(config, headers, COOKIE) || null;
}

/**
 * The session of a request, including one that requires a face check.
 * @throws Refusal TOKEN_INVALID if the halves do not match, or the session has ended
 */
export async function personOfSession(
  db: Db,
  services: SessionServices,
  headers: IncomingHttpHeaders,
  now: Date,
): Promise<PersonContext['person']> {
  const key = headerText(headers, HEADER);
  const secret = keptPersonSecret(services, headers);
  if (key === null || secret === null || !sameSecret(key, personSessionKey(services, secret))) {
    throw refuseFor('TOKEN_INVALID');
  }
  const sessionHash = hashToken(secret);
  const session = await findPersonSession(db, sessionHash, now);
  if (session === null) throw refuseFor('TOKEN_INVALID');
  return { ...session, sessionHash };
}

/**
 * Creates a session.
 * @returns its secret, for the cookie
 */
export async function beginSession(tx: Tx, session: PersonSession, now: Date): Promise<string> {
  const secret = randomToken();
  const expireTime = new Date(now.getTime() + SESSION_LIFE_MS);
  await insertPersonSession(tx, session, { sessionHash: hashToken(secret), createdAt: now, expireTime });
  return secret;
}

/** The person's data that the page needs; null if the session has no person (any more). */
export async function enteredView(
  db: Db,
  services: SessionServices & Pick<Services, 'faces'>,
  secret: string,
  { userId, needsFace }: PersonSession,
): Promise<EnteredMine | null> {
  const person = await findUser(db, userId);
  if (person === null) return null;
  return {
    session: personSessionKey(services, secret),
    mobile: maskMobile(person.mobile),
    realName: person.realName === null ? null : maskName(person.realName),
    needsFace,
    canShowFace: services.faces !== null,
  };
}
