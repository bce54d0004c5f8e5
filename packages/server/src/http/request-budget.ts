import { addressGroup } from '../outbound/address-group.js';

const WINDOW_MS = 60_000;
/** Addresses that are counted at a time: some megabytes. */
const MAX_ADDRESSES = 50_000;

interface Count {
  readonly windowStart: number;
  requests: number;
}

/**
 * How many requests an address may make in a minute, IPv6 by /64: counted in this process alone, since counting must
 * cost nothing. When there are more addresses than are counted, the one that was not seen for the longest time is
 * forgotten: a flood from many addresses gets itself a little more, and keeps no newcomer out.
 */
export class RequestBudget {
  readonly #perMinute: number;
  readonly #maxAddresses: number;
  /** In the order in which they were last seen. */
  readonly #counts = new Map<string, Count>();

  constructor(perMinute: number, maxAddresses = MAX_ADDRESSES) {
    this.#perMinute = perMinute;
    this.#maxAddresses = maxAddresses;
  }

  /** Addresses that are counted now. */
  get size(): number {
    return this.#counts.size;
  }

  /** @returns whether one more is allowed; @param monotonicMs of a clock that nobody moves */
  take(address: string, monotonicMs = performance.now()): boolean {
    const group = addressGroup(address);
    const known = this.#counts.get(group);
    const isOver = known === undefined || monotonicMs - known.windowStart >= WINDOW_MS;
    const count = isOver ? { windowStart: monotonicMs, requests: 0 } : known;
    count.requests += 1;
    this.#counts.delete(group);
    this.#counts.set(group, count);
    if (this.#counts.size > this.#maxAddresses) this.#forgetOldest();
    return count.requests <= this.#perMinute;
  }

  #forgetOldest(): void {
    const [oldest] = this.#counts.keys();
    if (oldest !== undefined) this.#counts.delete(oldest);
  }
}
