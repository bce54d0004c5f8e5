const MAX_SKEW_MS = 300_000;

/** Rejects what a real provider rejects: a nonce that was used, and a time that is not its own. */
export class ReplayGuard {
  readonly #used = new Set<string>();
  readonly #now: () => Date;

  constructor(now: () => Date = () => new Date()) {
    this.#now = now;
  }

  /** Whether the nonce is new; it is used from now on. */
  isNew(nonce: string): boolean {
    if (nonce === '' || this.#used.has(nonce)) return false;
    this.#used.add(nonce);
    return true;
  }

  isTimely(time: Date): boolean {
    return Math.abs(this.#now().getTime() - time.getTime()) <= MAX_SKEW_MS;
  }
}
