import { performance } from 'node:perf_hooks';
import type { Claimed } from './store/claims.js';

/** Deliveries to one receiver, sent by one process: a slow receiver delays only itself. */
const AT_ONCE = 8;
/** Number of deliveries held: enough for this period, and never more than the maximum. */
const AHEAD_MS = 500;
const MAX_PENDING = 512;
/** Idle time after which a lane is dropped. */
const IDLE_MS = 10_000;
/** Waiting time after which a delivery is given back: its claim must not expire while it is being sent. */
const STALE_MS = 20_000;

/** Deliveries of one webhook held by this process. The faster a receiver responds, the more are fetched at a time. */
export class Lane {
  readonly #waiting: { readonly claimed: Claimed; readonly since: number }[] = [];
  #running = 0;
  #most = AT_ONCE;
  #done = 0;
  #countedFrom = performance.now();

  get held(): number {
    return this.#waiting.length + this.#running;
  }

  /** Limit of held deliveries. */
  get most(): number {
    return this.#most;
  }

  get isIdle(): boolean {
    return this.held === 0 && performance.now() - this.#countedFrom > IDLE_MS;
  }

  add(claimed: Claimed): void {
    this.#waiting.push({ claimed, since: performance.now() });
  }

  /** The next delivery to send, if a request is allowed; `done` must be called at its end. */
  next(): Claimed | undefined {
    if (this.#running >= AT_ONCE) return undefined;
    const first = this.#waiting.shift();
    if (first === undefined) return undefined;
    this.#running += 1;
    return first.claimed;
  }

  done(): void {
    this.#running -= 1;
    this.#done += 1;
    const now = performance.now();
    const span = now - this.#countedFrom;
    if (span < AHEAD_MS) return;
    this.#most = Math.min(MAX_PENDING, Math.max(AT_ONCE, Math.round((this.#done * AHEAD_MS) / span)));
    this.#done = 0;
    this.#countedFrom = now;
  }

  /** Removes deliveries that were not started: all of them, or those that have waited too long. */
  giveBack(which: 'all' | 'stale'): readonly Claimed[] {
    const stale = performance.now() - STALE_MS;
    const kept = which === 'all' ? [] : this.#waiting.filter(({ since }) => since > stale);
    const back = this.#waiting.filter((each) => !kept.includes(each)).map(({ claimed }) => claimed);
    if (back.length > 0) this.#waiting.splice(0, this.#waiting.length, ...kept);
    return back;
  }
}
