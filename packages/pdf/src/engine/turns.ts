import { EngineBusy } from './engine.js';

/** Semaphore with a bounded FIFO queue. */
export class Turns {
  readonly #atOnce: number;
  readonly #mayWait: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limits: { readonly atOnce: number; readonly mayWait: number }) {
    this.#atOnce = limits.atOnce;
    this.#mayWait = limits.mayWait;
  }

  /** @throws EngineBusy if the queue is full; nothing was done then */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce) this.#running += 1;
    else if (this.#waiting.length >= this.#mayWait) throw new EngineBusy();
    // The turn is passed directly to the next waiter, so that the order is preserved.
    else await new Promise<void>((begin) => this.#waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
