/** Caches the access token of an application, and fetches a new one shortly before it expires. */

export interface FreshToken {
  readonly accessToken: string;
  readonly lifetimeMs: number;
}

/** A token that expires while its request is in transit would be refused. */
const EARLY_MS = 60_000;

export class Tokens {
  #current: { readonly accessToken: string; readonly until: number } | null = null;
  #flight: Promise<string> | null = null;
  readonly #fetchToken: () => Promise<FreshToken>;

  constructor(fetchToken: () => Promise<FreshToken>) {
    this.#fetchToken = fetchToken;
  }

  /** The cached token; null if one must be fetched. */
  current(): string | null {
    // A monotonic clock: changes of the system time do not affect it.
    return this.#current !== null && performance.now() < this.#current.until
      ? this.#current.accessToken
      : null;
  }

  /** Fetches a new token; concurrent callers share the request. */
  fetch(): Promise<string> {
    this.#flight ??= this.#renew().finally(() => {
      this.#flight = null;
    });
    return this.#flight;
  }

  /** The service no longer accepts this token. A newer one obtained in the meantime is kept. */
  forget(accessToken: string): void {
    if (this.#current?.accessToken === accessToken) this.#current = null;
  }

  async #renew(): Promise<string> {
    const { accessToken, lifetimeMs } = await this.#fetchToken();
    this.#current = { accessToken, until: performance.now() + lifetimeMs - EARLY_MS };
    return accessToken;
  }
}
