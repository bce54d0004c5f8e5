/** Addresses that are counted at most; whoever has more of them than that is not kept out by counting. */
const MOST_ADDRESSES = 50_000;

/** How many requests an address may make in a minute: counted in this process alone, since counting must cost nothing. */
export class RequestBudget {
  readonly #perMinute: number;
  #windowStart = Number.NEGATIVE_INFINITY;
  #counts = new Map<string, number>();

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  /** @returns whether one more is allowed; @param monotonicMs of a clock that nobody moves */
  take(address: string, monotonicMs = performance.now()): boolean {
    if (monotonicMs - this.#windowStart >= 60_000) {
      this.#windowStart = monotonicMs;
      this.#counts = new Map();
    }
    if (this.#counts.size >= MOST_ADDRESSES && !this.#counts.has(address)) return false;
    const count = (this.#counts.get(address) ?? 0) + 1;
    this.#counts.set(address, count);
    return count <= this.#perMinute;
  }
}
