/**
 * What somebody is answered who asks for a code before there is a session, and brings back with it: a code can be tried
 * only where it was asked for, so that nobody spends or ends what another waits for. Also a cookie, for a page that is
 * loaded again in between; where cookies are blocked in frames the page's own copy is enough.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { randomToken } from '../custody/secrets.js';
import type { Services } from '../operation/services.js';
import { cookieOf, cookieStart } from './cookies.js';
import { cookieAttributes } from './session-secrets.js';

/** Longer than a code lives, so that whoever asks again soon is known. */
const LIFE_S = 15 * 60;

/** What a code is asked for: a link by its number, or the person's own contracts. */
export type AskedFor = number | 'mine';

const nameOf = (what: AskedFor) => `asked_${what}`;

/** What the request brings back; null where nobody asked here. Of another form than ours it is none. */
export function askedIn(
  { config }: Pick<Services, 'config'>,
  headers: IncomingHttpHeaders,
  what: AskedFor,
  given: string | undefined,
): string | null {
  const asked = given ?? cookieOf(config, headers, nameOf(what)) ?? '';
  return /^[\w-]{43}$/.test(asked) ? asked : null;
}

/** The same for who asks again, so that the code before is replaced and its minute counts. */
export function askedAnew(
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
  const path = what === 'mine' ? '/pages/mine' : '/pages';
  const start = cookieStart(services.config, nameOf(what), asked, path);
  return `${start}; Max-Age=${LIFE_S}; ${cookieAttributes(services, framed)}`;
}
