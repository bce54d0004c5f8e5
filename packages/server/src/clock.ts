/** The service's time. Rules never ask the machine or the database for it, so that tests and the sandbox can move it. */
export interface Clock {
  now(): Date;
  /** Milliseconds by which this clock runs ahead of the machine's. */
  readonly offsetMs: number;
}

export class SystemClock implements Clock {
  readonly offsetMs = 0;

  now(): Date {
    return new Date();
  }
}

/**
 * The sandbox's clock, which only ever moves forward: a token or a code that has run out must not come back to life.
 * Who moves it also stores the new offset (`settings`, see database/clock-offset.ts), so that it survives a restart.
 */
export class AdjustableClock implements Clock {
  #offsetMs: number;

  constructor(offsetMs = 0) {
    this.#offsetMs = offsetMs;
  }

  get offsetMs(): number {
    return this.#offsetMs;
  }

  now(): Date {
    return new Date(Date.now() + this.#offsetMs);
  }

  /** Takes over a stored offset; a smaller one than the present is left alone. */
  moveTo(offsetMs: number): void {
    this.#offsetMs = Math.max(this.#offsetMs, offsetMs);
  }
}
