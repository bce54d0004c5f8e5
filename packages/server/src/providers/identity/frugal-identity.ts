import { createHmac, randomBytes } from 'node:crypto';
import { BoundedCache } from '../../custody/bounded-cache.js';
import { isImpossibleCreditCode, isImpossibleIdentNumber } from './check-digits.js';
import type { IdentityProvider, IdentityVerdict } from './port.js';

const REMEMBERED_MS = 5 * 60_000;
const MAX_REMEMBERED = 10_000;

/**
 * Saves what registries charge for: an impossible number is not sent, and the same question is not asked twice within
 * five minutes, as when a person submits a form again. Questions are remembered by a keyed hash and for this process only.
 */
export function frugalIdentity(
  registry: IdentityProvider,
  now: () => number = () => performance.now(),
): IdentityProvider {
  const key = randomBytes(32);
  const remembered = new BoundedCache<IdentityVerdict>(MAX_REMEMBERED);
  const once = async (
    question: Readonly<Record<string, string>>,
    ask: () => Promise<IdentityVerdict>,
  ): Promise<IdentityVerdict> => {
    const period = Math.floor(now() / REMEMBERED_MS);
    const name = createHmac('sha256', key)
      .update(JSON.stringify([period, question]))
      .digest('base64');
    const verdict = await remembered.get(name, ask);
    // Nothing was charged, and a registry may soon have the record.
    if (verdict === 'unknown') remembered.delete(name);
    return verdict;
  };
  return {
    async checkPerson(person) {
      if (isImpossibleIdentNumber(person.identNum)) return 'mismatch';
      return once({ ...person }, () => registry.checkPerson(person));
    },
    async checkCorp(corp) {
      if (isImpossibleCreditCode(corp.corpCode)) return 'mismatch';
      if (isImpossibleIdentNumber(corp.legalRepIdentNo)) return 'mismatch';
      return once({ ...corp }, () => registry.checkCorp(corp));
    },
  };
}
