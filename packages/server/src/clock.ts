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

/** How far the sandbox's clock was moved, and how often it was put back before. */
export interface ClockSetting {
  readonly offsetMs: number;
  readonly resets: number;
}

/**
 * The sandbox's clock. It only ever moves forward, because a token or a code that has run out must not come back to
 * life by accident, until somebody puts it back to the machine's time. Who moves it also stores the setting (`settings`,
 * see database/clock-offset.ts), so that it survives a restart.
 */
export class AdjustableClock implements Clock {
  #setting: ClockSetting;

  constructor(setting: ClockSetting = { offsetMs: 0, resets: 0 }) {
    this.#setting = setting;
  }

  get offsetMs(): number {
    return this.#setting.offsetMs;
  }

  now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }

  /** Takes over a stored setting; one from before the present is left alone. */
  follow(stored: ClockSetting): void {
    const { offsetMs, resets } = this.#setting;
    if (stored.resets < resets || (stored.resets === resets && stored.offsetMs <= offsetMs)) return;
    this.#setting = stored;
  }
}
