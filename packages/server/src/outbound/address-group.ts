import { isIPv6 } from 'node:net';

/** Longer than any address; behind a proxy the text is forwarded input. */
const MAX_LENGTH = 64;

/**
 * Group under which an address is rate-limited: an IPv4 address by itself, an IPv6 address by its /64, within which one
 * machine can use any number of addresses (RFC 7421).
 */
export function addressGroup(address: string): string {
  const bare = address.split('%', 1)[0] ?? '';
  if (!isIPv6(bare)) return address.slice(0, MAX_LENGTH);
  const mapped = /^(?:0*:)*:?ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  const network = groupsOf(bare).slice(0, 4);
  return `${network.map((group) => group.toString(16)).join(':')}::/64`;
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): readonly number[] {
  const [before = '', after] = address.split('::');
  const first = numbersOf(before);
  if (after === undefined) return first;
  const last = numbersOf(after);
  return [...first, ...new Array<number>(8 - first.length - last.length).fill(0), ...last];
}

function numbersOf(part: string): readonly number[] {
  return part
    .split(':')
    .filter((group) => group !== '')
    .flatMap((group) => (group.includes('.') ? [0, 0] : [Number.parseInt(group, 16)]));
}
