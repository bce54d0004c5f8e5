import { addressGroup } from '../outbound/address-group.js';

const WINDOW_MS = 60_000;
/** Limit of addresses counted at a time: some megabytes. */
const MAX_ADDRESSES = 50_000;

interface Count {
  readonly windowStart: number;
  requests: number;
}

/**
 * Requests allowed per address and minute, IPv6 by /64, counted in this process alone because counting must be cheap.
 * At the limit of addresses the least recently seen one is dropped: a flood from many addresses gains a little, and
 * keeps no new client out.
 */
export class RequestBudget {
  readonly #perMinute: number;
  readonly #maxAddresses: number;
  /** Ordered by when they were last seen. */
  readonly #counts = new Map<string, Count>();

  constructor(perMinute: number, maxAddresses = MAX_ADDRESSES) {
    this.#perMinute = perMinute;
    this.#maxAddresses = maxAddresses;
  }

  /** Addresses that are counted now. */
  get size(): number {
    return this.#counts.size;
  }

  /** @returns whether one more is allowed; @param monotonicMs of a monotonic clock */
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
