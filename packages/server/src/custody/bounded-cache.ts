/**
 * LRU cache of at most `limit` values. Concurrent requests for the same missing value share one load; a failed load is
 * not cached.
 */
export class BoundedCache<Value> {
  readonly #entries = new Map<string, Promise<Value>>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string, load: () => Promise<Value>): Promise<Value> {
    const known = this.#entries.get(key);
    if (known !== undefined) {
      // A Map iterates in insertion order: reinserted values move to the end, so the first entry is the least recently
      // used.
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known;
    }
    const loading = load();
    this.#entries.set(key, loading);
    loading.catch(() => this.#forget(key, loading));
    for (const stalest of this.#entries.keys()) {
      if (this.#entries.size <= this.#limit) break;
      this.#entries.delete(stalest);
    }
    return loading;
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  get size(): number {
    return this.#entries.size;
  }

  #forget(key: string, loading: Promise<Value>): void {
    if (this.#entries.get(key) === loading) this.#entries.delete(key);
  }
}
