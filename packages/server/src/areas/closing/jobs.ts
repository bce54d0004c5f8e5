/** Removes the data of closed enterprises after their retention period. */
import { isDatabaseAway } from '../../database/database-away.js';
import type { MessageLog } from '../../database/message-log.js';
import type { Db } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import { defineJob, type JobDefinition, type Sweep } from '../../jobs/tasks.js';
import { recordRemoval } from '../retention/index.js';
import { removeCorp } from './remove-corp.js';
import { beginRemovals, noteRemoved } from './store/closures.js';
import { corpsWithIdleKeys, removeKeys } from './store/keys.js';

declare module '../../jobs/tasks.js' {
  interface JobPayloads {
    'closing.remove': Record<never, never>;
  }
}

export const closingSweeps: readonly Sweep[] = [{ name: 'closing.remove', everyMinutes: 30 }];

/**
 * An enterprise whose removal fails does not hold up the others. The job ends with the failures, so that it counts as failed
 * and is retried; each removal goes on where it was.
 */
export function closingJobs(db: Db, log: MessageLog): readonly JobDefinition[] {
  return [
    defineJob('closing.remove', async (_payload, { now, signal }) => {
      const failures: unknown[] = [];
      for (const corpId of await beginRemovals(db, now)) {
        try {
          const rows = await removeCorp(db, corpId, now, signal);
          await recordRemoval(db, 'closedCorps', new Map([[corpId, rows]]), now);
        } catch (error) {
          if (signal.aborted || isDatabaseAway(error)) throw error;
          log.error(
            `removing enterprise ${corpId}: ${error instanceof Error ? error.message : String(error)}`,
          );
          failures.push(error);
        }
      }
      for (const corpId of await corpsWithIdleKeys(db)) {
        await transact(db, async (tx) => noteRemoved(tx, corpId, 'data_keys', await removeKeys(tx, corpId)));
      }
      if (failures.length > 0) {
        throw new Error(`${failures.length} enterprises could not be removed`, { cause: failures[0] });
      }
    }),
  ];
}
