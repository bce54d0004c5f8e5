import type { IncomingMessage } from 'node:http';

/** Tolerated length of a slow period: a train in a tunnel, a phone that changes its cell. */
export const RATE_WINDOW_MS = 10_000;

/** Whether what arrives in each window is at least what a rate asks for. */
export class ArrivalRate {
  readonly #perWindow: number;
  #before = 0;

  constructor(bytesPerSecond: number) {
    this.#perWindow = (bytesPerSecond * RATE_WINDOW_MS) / 1000;
  }

  /** Told the bytes that have arrived in all, at the end of each window. */
  isEnough(arrived: number): boolean {
    const within = arrived - this.#before;
    this.#before = arrived;
    return within >= this.#perWindow;
  }
}

/**
 * Cuts a request off when its body arrives more slowly than this, so that nobody holds a place by sending a byte now
 * and then. What came with the head, or over the same connection before it, counts for the first window.
 * @returns what ends the watch
 */
export function requireRate(request: IncomingMessage, bytesPerSecond: number): () => void {
  const { socket } = request;
  const rate = new ArrivalRate(bytesPerSecond);
  const timer = setInterval(() => {
    if (!rate.isEnough(socket.bytesRead)) request.destroy();
  }, RATE_WINDOW_MS);
  timer.unref();
  return () => clearInterval(timer);
}
