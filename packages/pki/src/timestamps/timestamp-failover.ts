import { TimestampError } from './timestamp-error.js';
import type { Timestamp, TimestampSource } from './timestamp-source.js';

interface Options {
  /** In the order in which they are asked. */
  readonly sources: readonly TimestampSource[];
  /** ms for all of them together. */
  readonly deadlineMs: number;
  readonly onFailure: (error: TimestampError) => void;
}

/** How long an authority that failed is tried last. */
const SET_BACK_MS = 30_000;
/** And one that kept silent not at all: an outage must not make every signature wait for it. */
const SILENT_MS = 10_000;

/** Several authorities, of which the first that gives a good token counts. */
export class TimestampFailover implements TimestampSource {
  readonly #options: Options;
  /** Until when each is asked last, by a clock that nobody moves. */
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
    throw last ?? new TimestampError('DEADLINE', 'no timestamp authority answers in time at present');
  }

  /** Those that work first, each group in the order of the setting. */
  #inOrder(): readonly TimestampSource[] {
    const isSetBack = (source: TimestampSource) => (this.#setBack.get(source) ?? 0) > performance.now();
    const sources = this.#options.sources.filter(
      (source) => (this.#silent.get(source) ?? 0) <= performance.now(),
    );
    return [...sources.filter((source) => !isSetBack(source)), ...sources.filter(isSetBack)];
  }
}
