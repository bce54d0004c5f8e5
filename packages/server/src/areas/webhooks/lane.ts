import { performance } from 'node:perf_hooks';
import type { Claimed } from './store/claims.js';

/** Requests to one receiver at a time, in one process: a slow one holds up nobody but itself. */
const AT_ONCE = 8;
/** As much is held as this time has use for, and so much at most. */
const AHEAD_MS = 500;
const MAX_PENDING = 512;
/** Nothing to do for so long: what is known of it is forgotten. */
const IDLE_MS = 10_000;
/** What waited here for longer goes back: its claim must not end while it is being sent. */
const STALE_MS = 20_000;

/** What this process holds of one webhook. The quicker a receiver answers, the more is fetched for it at a time. */
export class Lane {
  readonly #waiting: { readonly claimed: Claimed; readonly since: number }[] = [];
  #running = 0;
  #most = AT_ONCE;
  #done = 0;
  #countedFrom = performance.now();

  get held(): number {
    return this.#waiting.length + this.#running;
  }

  /** How much may be held. */
  get most(): number {
    return this.#most;
  }

  get isIdle(): boolean {
    return this.held === 0 && performance.now() - this.#countedFrom > IDLE_MS;
  }

  add(claimed: Claimed): void {
    this.#waiting.push({ claimed, since: performance.now() });
  }

  /** The next to be sent, if there is room for one; `done` must be called when it is over. */
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

  /** Takes out what was not begun: all of it, or what has waited for too long. */
  giveBack(which: 'all' | 'stale'): readonly Claimed[] {
    const stale = performance.now() - STALE_MS;
    const kept = which === 'all' ? [] : this.#waiting.filter(({ since }) => since > stale);
    const back = this.#waiting.filter((each) => !kept.includes(each)).map(({ claimed }) => claimed);
    if (back.length > 0) this.#waiting.splice(0, this.#waiting.length, ...kept);
    return back;
  }
}
