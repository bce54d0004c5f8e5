import { inOrder } from '../kit/in-order.js';
import { type IdentityProvider, IdentityUnavailable, type IdentityVerdict } from './port.js';

/**
 * Registries as one; null without any. The next one is asked if the previous one has no record, or could not be asked and
 * so cannot have charged for it. A mismatch is a result.
 */
export function identityInOrder([first, ...others]: readonly IdentityProvider[]): IdentityProvider | null {
  if (first === undefined) return null;
  const asked = async (
    ask: (each: IdentityProvider) => Promise<IdentityVerdict>,
  ): Promise<IdentityVerdict> => {
    try {
      return await inOrder([first, ...others], (each) => recorded(ask(each)), isUncharged);
    } catch (error) {
      if (error instanceof NoRecord) return 'unknown';
      throw error;
    }
  };
  return {
    checkPerson: (person) => asked((each) => each.checkPerson(person)),
    checkCorp: (corp) => asked((each) => each.checkCorp(corp)),
  };
}

class NoRecord extends Error {}

async function recorded(asking: Promise<IdentityVerdict>): Promise<IdentityVerdict> {
  const verdict = await asking;
  if (verdict === 'unknown') throw new NoRecord();
  return verdict;
}

function isUncharged(error: unknown): boolean {
  return error instanceof NoRecord || (error instanceof IdentityUnavailable && error.reached === 'no');
}
