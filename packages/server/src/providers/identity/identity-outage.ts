import { ProviderOutage } from '../kit/provider-failure.js';
import { IdentityUnavailable } from './port.js';

/** Tells an outage as the port does. */
export function identityOutage(error: unknown): unknown {
  return error instanceof ProviderOutage ? new IdentityUnavailable(error.message, error.reached) : error;
}
