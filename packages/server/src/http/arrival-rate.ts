import type { IncomingMessage } from 'node:http';

/** Tolerated duration of a slow period, for example a train in a tunnel or a phone that changes its cell. */
export const RATE_WINDOW_MS = 10_000;

/** Checks that the bytes arriving in each window reach a minimum rate. */
export class ArrivalRate {
  readonly #perWindow: number;
  #before = 0;

  constructor(bytesPerSecond: number) {
    this.#perWindow = (bytesPerSecond * RATE_WINDOW_MS) / 1000;
  }

  /** Called with the total of arrived bytes at the end of each window. */
  isEnough(arrived: number): boolean {
    const within = arrived - this.#before;
    this.#before = arrived;
    return within >= this.#perWindow;
  }
}

/**
 * Aborts a request whose body arrives more slowly than this, so that a client cannot hold a place by sending single
 * bytes (slowloris). Bytes that arrived with the head, or earlier on the same connection, count for the first window.
 * @returns a function that ends the watch
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
