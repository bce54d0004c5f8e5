/** Names and paths of the pages' cookies. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../settings/config.js';

type Address = Pick<Config, 'baseUrl'>;

/** Whether cookies are only sent over https. */
export function isSecure({ baseUrl }: Address): boolean {
  return baseUrl.startsWith('https:');
}

/**
 * Name, value and path of a cookie. Over https its name has the prefix `__Host-` (RFC 6265bis section 4.1.3.2):
 * browsers then accept it from this host alone, so that no other host of the domain can plant a session here. Such a
 * cookie has the path `/`; a narrower path applies only without the prefix.
 */
export function cookieStart(address: Address, name: string, value: string, path: string): string {
  const secure = isSecure(address);
  return `${nameOf(address, name)}=${value}; Path=${secure ? '/' : path}`;
}

/** The value of a cookie under its name in this deployment; null if there is none. */
export function cookieOf(address: Address, headers: IncomingHttpHeaders, name: string): string | null {
  const start = `${nameOf(address, name)}=`;
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const found = pairs.find((pair) => pair.startsWith(start));
  return found === undefined ? null : found.slice(start.length);
}

function nameOf(address: Address, name: string): string {
  return isSecure(address) ? `__Host-${name}` : name;
}
