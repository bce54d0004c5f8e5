import type { VisitorContext } from '../operation/context.js';
import type { HttpAnswer } from './answer.js';
import type { Exchange } from './exchange.js';

/**
 * Admission of anonymous callers to an operation: whether there is room for one more, and how their file is received.
 * `answer` reads the body itself if it is given no file.
 */
export type Door = (
  exchange: Exchange,
  answer: (file: VisitorContext['file'] | null) => Promise<HttpAnswer>,
) => Promise<HttpAnswer>;
