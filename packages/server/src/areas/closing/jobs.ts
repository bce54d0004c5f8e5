/** Removes the data of closed enterprises after their retention period. */
import type { Db } from '../../database/schema.js';
import { defineJob, type JobDefinition, type Sweep } from '../../jobs/tasks.js';
import { recordRemoval } from '../retention/index.js';
import { removeCorp } from './remove-corp.js';
import { beginRemovals } from './store/closures.js';

declare module '../../jobs/tasks.js' {
  interface JobPayloads {
    'closing.remove': Record<never, never>;
  }
}

export const closingSweeps: readonly Sweep[] = [{ name: 'closing.remove', everyMinutes: 30 }];

export function closingJobs(db: Db): readonly JobDefinition[] {
  return [
    defineJob('closing.remove', async (_payload, { now, signal }) => {
      for (const corpId of await beginRemovals(db, now)) {
        const rows = await removeCorp(db, corpId, now, signal);
        await recordRemoval(db, 'closedCorps', new Map([[corpId, rows]]), now);
      }
    }),
  ];
}
