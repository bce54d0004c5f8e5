import type { HttpAnswer } from './answer.js';
import type { Exchange } from './exchange.js';

/** A path other than an operation's. `answer` reads the body itself if it needs it. */
export interface ExtraRoute {
  readonly method: 'GET' | 'POST';
  readonly path: `/${string}`;
  /** Requested by monitoring every few seconds: successful requests are logged at level debug. */
  readonly isProbe?: true;
  readonly answer: (exchange: Exchange) => Promise<HttpAnswer>;
}
