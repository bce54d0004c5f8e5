import { invalidField } from '../../operation/refusal.js';
import { isAllowListEntry } from './rules.js';

/**
 * The entries without blanks and repetitions.
 * @throws Refusal 400 naming the entry that is neither an address nor a range, which would match nothing
 */
export function checkedAllowList(given: readonly string[]): readonly string[] {
  const entries = given.map((entry) => entry.trim());
  const wrong = entries.findIndex((entry) => !isAllowListEntry(entry));
  if (wrong >= 0) {
    throw invalidField(`allowList[${wrong}]`, {
      zh: '须为 IP 地址或 CIDR 网段',
      en: 'must be an address or a CIDR range',
    });
  }
  return [...new Set(entries)];
}
