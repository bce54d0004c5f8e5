/**
 * One query answers everybody who asks for the same thing before it is sent. Who asks while a query is under way
 * waits for the next one, because the running one may have read the database before they asked: an answer is never
 * older than its question. That makes it exact where a cache is not, and as cheap under load.
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
