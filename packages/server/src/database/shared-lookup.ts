/**
 * One query serves all callers that request the same data before it is sent. A caller that comes while a query is
 * running waits for the next one, because the running one may have read the database before: a result is never older
 * than its request. Unlike a cache it is exact, and it is as cheap under load.
 */
export class SharedLookup<Value> {
  readonly #running = new Map<string, Promise<Value>>();
  readonly #next = new Map<string, Promise<Value>>();

  get(key: string, load: () => Promise<Value>): Promise<Value> {
    const running = this.#running.get(key);
    if (running === undefined) return this.#start(key, load);
    const next = this.#next.get(key);
    if (next !== undefined) return next;
    const startNext = (): Promise<Value> => {
      this.#next.delete(key);
      return this.#start(key, load);
    };
    const queued = running.then(startNext, startNext);
    this.#next.set(key, queued);
    return queued;
  }

  #start(key: string, load: () => Promise<Value>): Promise<Value> {
    const loading = load().finally(() => {
      if (this.#running.get(key) === loading) this.#running.delete(key);
    });
    this.#running.set(key, loading);
    return loading;
  }
}
