/**
 * How many bytes may come through in a second, with a reserve for who comes after a quiet time. Anyone who is told to
 * wait has had the bytes counted already, so that those who wait get through one after the other.
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

  /** Counts bytes that have come. @returns ms to wait before more are taken; @param now of a clock that nobody moves */
  take(bytes: number, now = performance.now()): number {
    this.#throughAt = Math.max(this.#throughAt, now - this.#reserveMs) + bytes / this.#bytesPerMs;
    return Math.max(0, this.#throughAt - now);
  }
}
