import { choice, type Infer, list, object, text } from '../schema.js';
import { agreementNames } from './agreements.js';

/** Acceptance of an agreement in the version that was displayed. */
export const acceptance = object({ name: choice(agreementNames), version: text(1, 20) });
export type Acceptance = Infer<typeof acceptance>;

/** The field `accepted` of a request. */
export const acceptances = list(acceptance, { max: 10 });
