import type { Context } from '../../../operation/context.js';

/** Context needed to carry out an act, whoever requested it. */
export type SigningContext = Pick<Context, 'services' | 'db' | 'now'>;
