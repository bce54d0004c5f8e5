/**
 * Token returned with a code that is requested before a session exists, and sent back with the code. A code can be
 * tried only where it was requested, so that nobody can use up another person's attempts. It is also set as a cookie,
 * for a page that is reloaded in between; in frames without cookies the page's own copy suffices.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { randomToken } from '../custody/secrets.js';
import type { Services } from '../operation/services.js';
import { cookieOf, cookieStart } from './cookies.js';
import { cookieAttributes } from './session-secrets.js';

/** Longer than the lifetime of a code, so that a repeated request is recognised. */
const LIFE_S = 15 * 60;

/** Subject of a requested code: a link by its id, the person's own contracts, or a log-in to the console. */
export type AskedFor = number | 'mine' | 'login';

const nameOf = (what: AskedFor) => `asked_${what}`;

/** The token sent with the request; null if there is none or it is malformed. */
export function askedIn(
  { config }: Pick<Services, 'config'>,
  headers: IncomingHttpHeaders,
  what: AskedFor,
  given: string | undefined,
): string | null {
  const asked = given ?? cookieOf(config, headers, nameOf(what)) ?? '';
  return /^[\w-]{43}$/.test(asked) ? asked : null;
}

/** The existing token for a repeated request, so that the previous code is replaced and the interval is enforced. */
export function reusedAskToken(
  services: Pick<Services, 'config'>,
  headers: IncomingHttpHeaders,
  what: AskedFor,
  given: string | undefined,
): string {
  return askedIn(services, headers, what, given) ?? randomToken();
}

export function askedCookie(
  services: Pick<Services, 'config'>,
  what: AskedFor,
  asked: string,
  framed: boolean,
): string {
  const path = typeof what === 'number' ? '/pages' : `/pages/${what}`;
  const start = cookieStart(services.config, nameOf(what), asked, path);
  return `${start}; Max-Age=${LIFE_S}; ${cookieAttributes(services, framed)}`;
}
