import { SharedLookup } from '../database/shared-lookup.js';

interface Entry<Token> {
  readonly token: Token;
  /** Milliseconds of a monotonic clock. */
  readonly until: number;
}

/** Long enough to avoid the look-up in nearly every request, short enough for the documented 5 seconds. */
const KEEP_MS = 3_000;
const MAX_ENTRIES = 10_000;

/**
 * Caches valid access tokens for at most three seconds: a disabled application has no valid token on any node five
 * seconds later. Unknown tokens are not cached, so that a new token works everywhere at once. The age is measured by
 * the machine's clock, because the service's clock can be moved.
 */
export class TokenCache<Token> {
  readonly #entries = new Map<string, Entry<Token>>();
  readonly #lookup = new SharedLookup<Token | null>();
  readonly #load: (accessToken: string, now: Date) => Promise<Token | null>;
  readonly #monotonic: () => number;

  constructor(
    load: (accessToken: string, now: Date) => Promise<Token | null>,
    monotonic: () => number = () => performance.now(),
  ) {
    this.#load = load;
    this.#monotonic = monotonic;
  }

  /** Without a promise, because nearly every request finds its token here; null: look it up. */
  cached(accessToken: string): Token | null {
    const known = this.#entries.get(accessToken);
    return known !== undefined && known.until > this.#monotonic() ? known.token : null;
  }

  async find(accessToken: string, now: Date): Promise<Token | null> {
    const known = this.cached(accessToken);
    if (known !== null) return known;
    const asked = this.#monotonic();
    this.#entries.delete(accessToken);
    const token = await this.#lookup.get(accessToken, () => this.#load(accessToken, now));
    if (token === null) return null;
    if (this.#entries.size >= MAX_ENTRIES) this.#dropOldest();
    this.#entries.set(accessToken, { token, until: asked + KEEP_MS });
    return token;
  }

  #dropOldest(): void {
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      return;
    }
  }
}
