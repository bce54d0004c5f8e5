/**
 * The result of a query that is too expensive for every scrape. Once it is older than its lifetime, the next reader
 * starts the query again and gets the previous result without waiting.
 */
export class KeptValue<Value> {
  #kept: { readonly value: Value; readonly at: number } | null = null;
  #loading: Promise<Value> | null = null;

  /** @param now monotonic, ms: the sandbox's clock can be moved */
  constructor(
    private readonly load: () => Promise<Value>,
    private readonly lifeMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  async get(): Promise<Value> {
    const kept = this.#kept;
    if (kept === null) return this.#renew();
    // The previous value stands, and its age tells that the query fails.
    if (this.now() - kept.at >= this.lifeMs) this.#renew().catch(() => undefined);
    return kept.value;
  }

  /** NaN before the first result. */
  get ageSeconds(): number {
    return this.#kept === null ? Number.NaN : (this.now() - this.#kept.at) / 1000;
  }

  #renew(): Promise<Value> {
    this.#loading ??= this.#load().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  async #load(): Promise<Value> {
    const value = await this.load();
    this.#kept = { value, at: this.now() };
    return value;
  }
}
