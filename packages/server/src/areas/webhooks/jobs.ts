import { removedBefore } from '../../database/retention.js';
import type { Db } from '../../database/schema.js';
import { defineJob, type JobDefinition, type Sweep } from '../../jobs/tasks.js';
import type { Services } from '../../operation/services.js';
import { recordRemoval } from '../retention/index.js';
import { removeOldDeliveries } from './store/deliveries.js';

declare module '../../jobs/tasks.js' {
  interface JobPayloads {
    'webhooks.sweep': Record<never, never>;
  }
}

export const webhookSweeps: readonly Sweep[] = [{ name: 'webhooks.sweep', everyMinutes: 30 }];

/** Deletes old deliveries. */
export function webhookJobs(db: Db, { config }: Pick<Services, 'config'>): readonly JobDefinition[] {
  return [
    defineJob('webhooks.sweep', async (_payload, { now, signal }) => {
      const removed = await removeOldDeliveries(db, removedBefore('webhooks', config, now), signal);
      await recordRemoval(db, 'webhooks', removed, now);
    }),
  ];
}
