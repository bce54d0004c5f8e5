/** Suspends requests to a provider that fails repeatedly, so that callers learn of it at once instead of waiting. */

/** `half-open`: a single request finds out whether the provider works again. */
export type BreakerState = 'closed' | 'half-open' | 'open';

/** A request that may be sent; exactly one of its results is reported. */
export interface Permit {
  /** The provider has answered, whatever the answer was. */
  answered(): void;
  failed(): void;
}

const MAX_FAILURES = 5;
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 60_000;

export class CircuitBreaker {
  readonly #now: () => number;
  readonly #onChange: (state: BreakerState) => void;
  #state: BreakerState = 'closed';
  /** Consecutive failures. */
  #failures = 0;
  #pauseMs = FIRST_PAUSE_MS;
  #openUntil = 0;

  /** @param options.now milliseconds of a clock that only moves forward */
  constructor(options: { readonly now: () => number; readonly onChange?: (state: BreakerState) => void }) {
    this.#now = options.now;
    this.#onChange = options.onChange ?? (() => undefined);
  }

  get state(): BreakerState {
    return this.#state;
  }

  /** @returns null while requests are suspended */
  admit(): Permit | null {
    if (this.#state === 'half-open') return null;
    if (this.#state === 'open') {
      if (this.#now() < this.#openUntil) return null;
      this.#become('half-open');
      return { answered: () => this.#close(), failed: () => this.#open() };
    }
    return { answered: () => this.#close(), failed: () => this.#count() };
  }

  #count(): void {
    // A request that was sent before the breaker opened says nothing new.
    if (this.#state !== 'closed') return;
    this.#failures += 1;
    if (this.#failures >= MAX_FAILURES) this.#open();
  }

  #open(): void {
    this.#pauseMs = this.#state === 'half-open' ? Math.min(this.#pauseMs * 2, MAX_PAUSE_MS) : FIRST_PAUSE_MS;
    this.#openUntil = this.#now() + this.#pauseMs;
    this.#become('open');
  }

  #close(): void {
    this.#failures = 0;
    this.#become('closed');
  }

  #become(state: BreakerState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#onChange(state);
  }
}
