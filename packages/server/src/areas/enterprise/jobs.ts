/** Expires contract packages. */
import { isDatabaseAway } from '../../database/database-away.js';
import type { MessageLog } from '../../database/message-log.js';
import type { Db } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import { defineJob, type JobDefinition, type Sweep } from '../../jobs/tasks.js';
import type { Services } from '../../operation/services.js';
import { expirePackages } from './charge.js';
import { accountsWithExpired } from './package-store.js';

declare module '../../jobs/tasks.js' {
  interface JobPayloads {
    'enterprise.expirePackages': Record<never, never>;
  }
}

export const enterpriseSweeps: readonly Sweep[] = [{ name: 'enterprise.expirePackages', everyMinutes: 1 }];

export function enterpriseJobs(
  { db, services }: { readonly db: Db; readonly services: Pick<Services, 'ids'> },
  log: MessageLog,
): readonly JobDefinition[] {
  return [
    defineJob('enterprise.expirePackages', async (_payload, { now, signal }) => {
      const failures: unknown[] = [];
      for (const account of await accountsWithExpired(db, now)) {
        signal.throwIfAborted();
        try {
          await transact(db, (tx) => expirePackages(tx, services.ids, account, now));
        } catch (error) {
          // One failing account does not hold up the others; the job fails at the end and is retried.
          if (isDatabaseAway(error)) throw error;
          const { corpId, ledger } = account;
          const said = error instanceof Error ? error.message : String(error);
          log.error(`packages of enterprise ${corpId} (${ledger}): ${said}`);
          failures.push(error);
        }
      }
      if (failures.length > 0) {
        throw new Error(`${failures.length} accounts failed`, { cause: failures[0] });
      }
    }),
  ];
}
