/**
 * Token bucket: bytes per second, with a reserve after quiet periods. The bytes of a delayed caller are already
 * counted, so that waiting callers proceed one after the other.
 */
export class ByteRate {
  readonly #bytesPerMs: number;
  readonly #reserveMs: number;
  /** When everything counted so far conforms to the rate. */
  #throughAt = Number.NEGATIVE_INFINITY;

  constructor(bytesPerSecond: number, reserve: number) {
    this.#bytesPerMs = bytesPerSecond / 1000;
    this.#reserveMs = reserve / this.#bytesPerMs;
  }

  /** Counts received bytes. @returns ms to wait before reading more; @param now of a monotonic clock */
  take(bytes: number, now = performance.now()): number {
    this.#throughAt = Math.max(this.#throughAt, now - this.#reserveMs) + bytes / this.#bytesPerMs;
    return Math.max(0, this.#throughAt - now);
  }
}
