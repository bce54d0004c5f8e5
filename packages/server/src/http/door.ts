import type { VisitorContext } from '../operation/context.js';
import type { HttpAnswer } from './answer.js';
import type { Exchange } from './exchange.js';

/**
 * How an operation admits strangers: whether there is a place for one more, and how their file arrives. `answer` reads
 * the body itself where it is given no file.
 */
export type Door = (
  exchange: Exchange,
  answer: (file: VisitorContext['file'] | null) => Promise<HttpAnswer>,
) => Promise<HttpAnswer>;
