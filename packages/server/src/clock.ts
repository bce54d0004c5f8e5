/**
 * The service's time. Rules never read the clock of the machine or the database, so that tests and the sandbox can move
 * it.
 */
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

/** Offset of the sandbox clock, and how often it was reset. */
export interface ClockSetting {
  readonly offsetMs: number;
  readonly resets: number;
}

/**
 * The sandbox clock. It moves only forward, because an expired token or code must not become valid again by accident,
 * until it is reset to the machine's time. Callers that move it also store the setting (`settings`, see
 * database/clock-offset.ts), so that it survives a restart.
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

  /** Applies a stored setting, unless it is older than the present one. */
  follow(stored: ClockSetting): void {
    const { offsetMs, resets } = this.#setting;
    if (stored.resets < resets || (stored.resets === resets && stored.offsetMs <= offsetMs)) return;
    this.#setting = stored;
  }
}
