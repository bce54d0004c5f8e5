interface Asked<Key, Value> {
  readonly key: Key;
  resolve(value: Value): void;
  reject(error: unknown): void;
}

/** Turns of the event loop that a query waits for at most while each of them brings more to ask for. */
const MAX_TURNS = 4;
/** One query under way would make everybody wait for a slow one; more than a few would each carry too little. */
const MAX_CONCURRENT = 2;

/**
 * Many callers, few queries. What is asked for in one turn of the event loop, by all requests whose bytes it found,
 * goes into one query, with what the next turns bring while they bring more; what is asked for while two are under way
 * goes together into the next. As nothing is kept, and a query only answers who asked before it was sent, an answer
 * is never older than its question.
 */
export class BatchedLookup<Key, Value> {
  readonly #load: (keys: readonly Key[]) => Promise<readonly Value[]>;
  #asked: Asked<Key, Value>[] = [];
  #underWay = 0;
  #aboutToSend = false;

  /** @param load one value for each key, in the order of the keys, of which two may be equal */
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
      if (values.length !== batch.length) throw new Error('a batch came back with another number of values');
      // Both have the same length: every index has a value, which may itself be undefined.
      for (const [index, value] of values.entries()) batch[index]?.resolve(value);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    this.#underWay -= 1;
    this.#sendSoon();
  }
}
