import type { contractList } from '@cinnabar/api/operations/flow-lists.js';
import type { DataOf } from '../../api/wire.js';

/** A contract in the list. */
export type Row = DataOf<typeof contractList>[number];
