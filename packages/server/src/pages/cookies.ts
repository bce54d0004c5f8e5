/** Names and paths of the pages' cookies. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../settings/config.js';

type Address = Pick<Config, 'baseUrl'>;

/** Whether cookies cross the network encrypted. */
export function isSecure({ baseUrl }: Address): boolean {
  return baseUrl.startsWith('https:');
}

/**
 * Name, value and path of a cookie. Over https its name begins with `__Host-` (RFC 6265bis section 4.1.3.2): browsers
 * then take it from this host alone, so that no other host of the domain can plant a session here. Such a cookie has
 * the path `/`; a narrower one holds only where the prefix does not.
 */
export function cookieStart(address: Address, name: string, value: string, path: string): string {
  const secure = isSecure(address);
  return `${nameOf(address, name)}=${value}; Path=${secure ? '/' : path}`;
}

/** The value of a cookie that bears the name that we give it here; null where there is none. */
export function cookieOf(address: Address, headers: IncomingHttpHeaders, name: string): string | null {
  const start = `${nameOf(address, name)}=`;
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const found = pairs.find((pair) => pair.startsWith(start));
  return found === undefined ? null : found.slice(start.length);
}

function nameOf(address: Address, name: string): string {
  return isSecure(address) ? `__Host-${name}` : name;
}
