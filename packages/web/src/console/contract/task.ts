import type { contractInfo, contractTaskInfo } from '@cinnabar/api/operations/flow-read.js';
import type { DataOf } from '../../api/wire.js';

/** A contract, with its parties and whom it waits for. */
export type Task = DataOf<typeof contractTaskInfo>;
export type Party = Task['participantList'][number];
export type Waiting = Task['waiting'][number];
export type FileDetail = DataOf<typeof contractInfo>[number];
