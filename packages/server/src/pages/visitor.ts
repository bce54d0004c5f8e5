import type { Exchange } from '../http/exchange.js';

/** Where a request came from, as it is kept with what somebody agrees to. */
export function visitorOf({ request, address }: Exchange): {
  readonly address: string;
  readonly device: string | null;
} {
  return { address, device: (request.headers['user-agent'] ?? '').slice(0, 300) || null };
}
