import { refuse } from '../../operation/refusal.js';
import { AddressRanges } from '../../outbound/address-ranges.js';
import type { Config } from '../../settings/config.js';

type Networks = Pick<Config, 'platformNetworks'>;

/** Whether the platform's console exists for that address. */
export function isPlatformNetwork({ platformNetworks }: Networks, address: string): boolean {
  return new AddressRanges(platformNetworks).has(address);
}

/** @throws Refusal 404, as if there were no such address */
export function requirePlatformNetwork(config: Networks, address: string): void {
  if (!isPlatformNetwork(config, address)) throw refuse('404');
}
