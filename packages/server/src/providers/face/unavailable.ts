import { ProviderOutage, ProviderRefused } from '../kit/provider-failure.js';
import { FaceUnavailable } from './port.js';

/** The failure of a request to a provider, as the port states it. */
export function faceUnavailable(error: unknown): unknown {
  const isOfProvider = error instanceof ProviderOutage || error instanceof ProviderRefused;
  return isOfProvider ? new FaceUnavailable(error.message, { cause: error }) : error;
}
