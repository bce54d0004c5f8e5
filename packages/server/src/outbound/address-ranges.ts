import { BlockList, isIP } from 'node:net';

/** A dual-stack socket reports an IPv4 peer as `::ffff:192.0.2.1`. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}

/** Addresses and CIDR ranges of both families. Invalid entries match nothing. */
export class AddressRanges {
  readonly #ranges = new BlockList();

  constructor(entries: readonly string[]) {
    for (const entry of entries) addEntry(this.#ranges, entry.trim());
  }

  has(address: string): boolean {
    const plain = plainAddress(address);
    const version = isIP(plain);
    return version !== 0 && this.#ranges.check(plain, version === 4 ? 'ipv4' : 'ipv6');
  }
}

/** Whether an entry is an address or a CIDR range. */
export function isAddressRange(entry: string): boolean {
  return addEntry(new BlockList(), entry);
}

function addEntry(ranges: BlockList, entry: string): boolean {
  const slash = entry.indexOf('/');
  const network = slash === -1 ? entry : entry.slice(0, slash);
  const version = isIP(network);
  if (version === 0) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  if (slash === -1) {
    ranges.addAddress(network, family);
    return true;
  }
  const bits = entry.slice(slash + 1);
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > (version === 4 ? 32 : 128)) return false;
  ranges.addSubnet(network, Number(bits), family);
  return true;
}
