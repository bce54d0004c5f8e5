/** The two halves of an operator's session. A session of the console has others, so that neither opens the other. */
import type { IncomingHttpHeaders } from 'node:http';
import { PLATFORM_SESSION_HEADER } from '@cinnabar/api/pages/platform.js';
import { PLATFORM_SESSION_LIFE_MS } from '../../areas/platform/index.js';
import { blindIndex, sameSecret } from '../../custody/secrets.js';
import { headerText } from '../../http/headers.js';
import type { Services } from '../../operation/services.js';
import { cookieOf, cookieStart, isSecure } from '../cookies.js';

const COOKIE = 'platform';
const TOKEN = /^[\w-]{43}$/;

/** Value of the header. It is derived from the cookie, so only the cookie’s hash is stored. */
export function platformKey({ masterKey }: Pick<Services, 'masterKey'>, secret: string): string {
  return blindIndex(masterKey.pepper, 'platform session', secret);
}

/** @param secret "" deletes the cookie */
export function platformCookie({ config }: Pick<Services, 'config'>, secret: string): string {
  const age = secret === '' ? 0 : PLATFORM_SESSION_LIFE_MS / 1000;
  const secure = isSecure(config) ? '; Secure' : '';
  return `${cookieStart(config, COOKIE, secret, '/')}; Max-Age=${age}; HttpOnly; SameSite=Strict${secure}`;
}

/** The cookie’s half alone. */
export function keptPlatformSecret(
  { config }: Pick<Services, 'config'>,
  headers: IncomingHttpHeaders,
): string | null {
  const value = cookieOf(config, headers, COOKIE);
  return value !== null && TOKEN.test(value) ? value : null;
}

/** The secret of the session of a request; null unless both halves match. */
export function givenPlatformSecret(
  services: Pick<Services, 'masterKey' | 'config'>,
  headers: IncomingHttpHeaders,
): string | null {
  const key = headerText(headers, PLATFORM_SESSION_HEADER.toLowerCase());
  const secret = keptPlatformSecret(services, headers);
  if (key === null || secret === null || !sameSecret(key, platformKey(services, secret))) return null;
  return secret;
}
