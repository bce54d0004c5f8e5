import { TimestampError } from './timestamp-error.js';
import type { Timestamp, TimestampSource } from './timestamp-source.js';

interface Options {
  /** In order of preference. */
  readonly sources: readonly TimestampSource[];
  /** Total time limit, ms. */
  readonly deadlineMs: number;
  readonly onFailure: (error: TimestampError) => void;
}

/** Time for which an authority that failed is tried last. */
const SET_BACK_MS = 30_000;
/**
 * Time for which an authority that did not respond is not tried at all, so that an outage does not delay every
 * signature.
 */
const SILENT_MS = 10_000;

/** Several authorities; the first valid token is used. */
export class TimestampFailover implements TimestampSource {
  readonly #options: Options;
  /** End of the time for which each is tried last, by the monotonic clock. */
  readonly #setBack = new Map<TimestampSource, number>();
  readonly #silent = new Map<TimestampSource, number>();

  constructor(options: Options) {
    this.#options = options;
  }

  get expectedLength(): number {
    return Math.max(0, ...this.#options.sources.map(({ expectedLength }) => expectedLength));
  }

  async stamp(digest: Uint8Array, now: Date): Promise<Timestamp> {
    const end = performance.now() + this.#options.deadlineMs;
    let last: TimestampError | null = null;
    for (const source of this.#inOrder()) {
      if (performance.now() >= end) break;
      try {
        const stamped = await source.stamp(digest, now);
        this.#setBack.delete(source);
        return stamped;
      } catch (error) {
        if (!(error instanceof TimestampError)) throw error;
        this.#setBack.set(source, performance.now() + SET_BACK_MS);
        if (error.reason === 'DEADLINE') this.#silent.set(source, performance.now() + SILENT_MS);
        this.#options.onFailure(error);
        last = error;
      }
    }
    throw last ?? new TimestampError('DEADLINE', 'no timestamp authority responds in time');
  }

  /** Working authorities first, each group in configured order. */
  #inOrder(): readonly TimestampSource[] {
    const isSetBack = (source: TimestampSource) => (this.#setBack.get(source) ?? 0) > performance.now();
    const sources = this.#options.sources.filter(
      (source) => (this.#silent.get(source) ?? 0) <= performance.now(),
    );
    return [...sources.filter((source) => !isSetBack(source)), ...sources.filter(isSetBack)];
  }
}
