import { performance } from 'node:perf_hooks';

/** Smaller corrections are those of a time service, which do not matter. */
const NOTICED_MS = 10_000;

/** Notices that the machine's clock was set, because the one that only counts was not. */
export class MachineClock {
  #difference: number;

  constructor(
    private readonly wall: () => number = Date.now,
    private readonly counting: () => number = () => performance.now(),
  ) {
    this.#difference = this.#measured();
  }

  #measured(): number {
    return this.wall() - this.counting();
  }

  /** @returns milliseconds by which it was set forward since the last time, negative if back; 0: it was not set */
  step(): number {
    const measured = this.#measured();
    const step = measured - this.#difference;
    this.#difference = measured;
    return Math.abs(step) < NOTICED_MS ? 0 : step;
  }
}
