import type { Context } from '../../../operation/context.js';

/** What an act takes to be carried out, whoever asked for it. */
export type SigningContext = Pick<Context, 'services' | 'db' | 'now'>;
