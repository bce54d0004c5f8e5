import { withTimeLimit } from '../time-limit.js';
import { type IdentityProvider, IdentityUnavailable } from './port.js';

/** A person waits on a page, or an application for its request. */
const IDENTITY_LIMIT_MS = 15_000;

/** The adapter with the limits of the port. Nothing is repeated: the caller hears 503 and asks again. */
export function limitedIdentity(adapter: IdentityProvider): IdentityProvider {
  const limited = (work: Promise<boolean>): Promise<boolean> =>
    withTimeLimit(IDENTITY_LIMIT_MS, work, (detail) => new IdentityUnavailable(detail));
  return {
    checkPerson: (person) => limited(adapter.checkPerson(person)),
    checkCorp: (corp) => limited(adapter.checkCorp(corp)),
  };
}
