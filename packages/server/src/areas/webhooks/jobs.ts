import type { Db } from '../../database/schema.js';
import { defineJob, type JobDefinition, type Sweep } from '../../jobs/tasks.js';
import type { Services } from '../../operation/services.js';
import { removeOldDeliveries } from './store/deliveries.js';

declare module '../../jobs/tasks.js' {
  interface JobPayloads {
    'webhooks.sweep': Record<never, never>;
  }
}

const DAY_MS = 24 * 3_600_000;

export const webhookSweeps: readonly Sweep[] = [{ name: 'webhooks.sweep', everyMinutes: 30 }];

/** Deletes old deliveries. */
export function webhookJobs(db: Db, { config }: Pick<Services, 'config'>): readonly JobDefinition[] {
  return [
    defineJob('webhooks.sweep', (_payload, { now, signal }) =>
      removeOldDeliveries(db, new Date(now.getTime() - config.webhookRetentionDays * DAY_MS), signal),
    ),
  ];
}
