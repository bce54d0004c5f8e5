import { Refusal, refuse } from '../operation/refusal.js';
import type { Exchange } from './exchange.js';
import type { Places } from './places.js';

/**
 * Runs a function in one of the places. Refuses with 429 if all places of the caller's address are taken, and with 503
 * if all are; `retryAfter` in seconds.
 */
export async function withinPlaces<T>(
  places: Places,
  { address }: Pick<Exchange, 'address'>,
  retryAfter: number,
  work: () => Promise<T>,
): Promise<T> {
  const leave = places.enter(address);
  if (leave === 'address') throw noPlace('429', retryAfter);
  if (leave === 'all') throw noPlace('503', retryAfter);
  try {
    return await work();
  } finally {
    leave();
  }
}

export function noPlace(code: '429' | '503', retryAfter: number): Refusal {
  return new Refusal(code, refuse(code).words, null, retryAfter);
}
