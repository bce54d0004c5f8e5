import { isAddressRange } from '../../outbound/address-ranges.js';
import type { Corp } from './corp.js';

const SETTING = 'consoleNetworks';

/** Addresses and CIDR ranges from which the console of the enterprise may be used; none: from everywhere. */
export function consoleNetworksOf({ settings }: Pick<Corp, 'settings'>): readonly string[] {
  const stored = settings[SETTING];
  return typeof stored === 'string' ? stored.split(' ').filter((each) => isAddressRange(each)) : [];
}
