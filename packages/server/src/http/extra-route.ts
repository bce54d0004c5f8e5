import type { HttpAnswer } from './answer.js';
import type { Exchange } from './exchange.js';

/** A path beside the operations. `answer` reads the body itself, once it knows that it wants it. */
export interface ExtraRoute {
  readonly method: 'GET' | 'POST';
  readonly path: `/${string}`;
  readonly answer: (exchange: Exchange) => Promise<HttpAnswer>;
}
