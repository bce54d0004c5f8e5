interface Asked<Key, Value> {
  readonly key: Key;
  resolve(value: Value): void;
  reject(error: unknown): void;
}

/** Turns of the event loop for which a query is delayed while each of them adds keys. */
const MAX_TURNS = 4;
/** With one concurrent query all callers would wait for a slow one; with many, each would carry too few keys. */
const MAX_CONCURRENT = 2;

/**
 * Batches look-ups of many callers into few queries. Keys requested in one turn of the event loop go into one query,
 * together with those of the next turns while they add more; keys requested while two queries are running go into the
 * next. Nothing is cached, and a query serves only callers that came before it was sent, so a result is never older
 * than its request.
 */
export class BatchedLookup<Key, Value> {
  readonly #load: (keys: readonly Key[]) => Promise<readonly Value[]>;
  #asked: Asked<Key, Value>[] = [];
  #underWay = 0;
  #aboutToSend = false;

  /** @param load returns one value for each key, in the order of the keys, two of which may be equal */
  constructor(load: (keys: readonly Key[]) => Promise<readonly Value[]>) {
    this.#load = load;
  }

  get(key: Key): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#asked.push({ key, resolve, reject });
      this.#sendSoon();
    });
  }

  #sendSoon(): void {
    if (this.#aboutToSend || this.#underWay >= MAX_CONCURRENT || this.#asked.length === 0) return;
    this.#aboutToSend = true;
    this.#sendAfter(MAX_TURNS);
  }

  #sendAfter(turns: number): void {
    const count = this.#asked.length;
    setImmediate(() => {
      if (turns > 1 && this.#asked.length > count) this.#sendAfter(turns - 1);
      else this.#send();
    });
  }

  #send(): void {
    this.#aboutToSend = false;
    const batch = this.#asked;
    this.#asked = [];
    void this.#answer(batch);
  }

  async #answer(batch: readonly Asked<Key, Value>[]): Promise<void> {
    this.#underWay += 1;
    try {
      const values = await this.#load(batch.map(({ key }) => key));
      if (values.length !== batch.length) throw new Error('the batch returned a different number of values');
      // Both have the same length: every index has a value, which may itself be undefined.
      for (const [index, value] of values.entries()) batch[index]?.resolve(value);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    this.#underWay -= 1;
    this.#sendSoon();
  }
}
