import type { getSealAuthorList } from '@cinnabar/api/operations/seals.js';
import type { DataOf } from '../../api/wire.js';

/** An authorisation to use a seal, or to examine its use. */
export type Authorisation = DataOf<typeof getSealAuthorList>[number];
