import { choice, type Infer, list, object, text } from '../schema.js';
import { agreementNames } from './agreements.js';

/** One agreement that somebody accepts: the version that they were shown. */
export const acceptance = object({ name: choice(agreementNames), version: text(1, 20) });
export type Acceptance = Infer<typeof acceptance>;

/** `accepted` in a request: by name and version. */
export const acceptances = list(acceptance, { max: 10 });
