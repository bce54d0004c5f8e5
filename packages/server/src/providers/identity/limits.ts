import { withTimeLimit } from '../time-limit.js';
import { type IdentityProvider, IdentityUnavailable, type IdentityVerdict } from './port.js';

/** A person waits on a page, or an application for its request. */
const IDENTITY_LIMIT_MS = 15_000;

/** Applies the port's time limits to the adapter. Nothing is retried: the caller gets 503 and repeats the request. */
export function limitedIdentity(adapter: IdentityProvider): IdentityProvider {
  const limited = (work: Promise<IdentityVerdict>): Promise<IdentityVerdict> =>
    withTimeLimit(IDENTITY_LIMIT_MS, work, (detail) => new IdentityUnavailable(detail));
  return {
    checkPerson: (person) => limited(adapter.checkPerson(person)),
    checkCorp: (corp) => limited(adapter.checkCorp(corp)),
  };
}
