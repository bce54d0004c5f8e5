/** Renews revocation lists, whether or not anybody requests them. */

import type { RevocationLists } from '../authority/revocation.js';
import { defineJob, type JobDefinition, type Sweep } from '../jobs/tasks.js';

declare module '../jobs/tasks.js' {
  interface JobPayloads {
    'revocation.publish': Record<never, never>;
  }
}

export const revocationSweep: Sweep = Object.freeze({ name: 'revocation.publish', everyMinutes: 10 });

export function revocationJob(lists: RevocationLists): JobDefinition {
  return defineJob('revocation.publish', async (_payload, { now }) => {
    await lists.all(now);
  });
}
