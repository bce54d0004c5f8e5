/** The access token of an application, fetched when it is needed and a little before it ends. */

export interface FreshToken {
  readonly accessToken: string;
  readonly lifetimeMs: number;
}

/** A token that ends while its request is on the way would be refused. */
const EARLY_MS = 60_000;

export class Tokens {
  #current: { readonly accessToken: string; readonly until: number } | null = null;
  #flight: Promise<string> | null = null;
  readonly #fetchToken: () => Promise<FreshToken>;

  constructor(fetchToken: () => Promise<FreshToken>) {
    this.#fetchToken = fetchToken;
  }

  /** The token that is at hand; null where it must be fetched. */
  current(): string | null {
    // The process's own clock: nobody sets it, and it is right where the machine's is not.
    return this.#current !== null && performance.now() < this.#current.until
      ? this.#current.accessToken
      : null;
  }

  /** A new token; everybody who asks while one is being fetched gets that one. */
  fetch(): Promise<string> {
    this.#flight ??= this.#renew().finally(() => {
      this.#flight = null;
    });
    return this.#flight;
  }

  /** The service does not take this one any more; a newer one that came meanwhile is kept. */
  forget(accessToken: string): void {
    if (this.#current?.accessToken === accessToken) this.#current = null;
  }

  async #renew(): Promise<string> {
    const { accessToken, lifetimeMs } = await this.#fetchToken();
    this.#current = { accessToken, until: performance.now() + lifetimeMs - EARLY_MS };
    return accessToken;
  }
}
