/** Chains the entries of the audit, and checks the chains. */
import type { MessageLog } from '../../database/message-log.js';
import type { Db } from '../../database/schema.js';
import { defineJob, type JobDefinition, type Sweep } from '../../jobs/tasks.js';
import type { Services } from '../../operation/services.js';
import { chainEntries } from './chain-entries.js';
import { checkChains } from './check-chains.js';

declare module '../../jobs/tasks.js' {
  interface JobPayloads {
    'audit.chain': Record<never, never>;
    'audit.check': Record<never, never>;
  }
}

export const auditSweeps: readonly Sweep[] = [
  { name: 'audit.chain', everyMinutes: 1 },
  { name: 'audit.check', everyMinutes: 1 },
];

export function auditJobs(
  db: Db,
  { masterKey }: Pick<Services, 'masterKey'>,
  log: MessageLog,
): readonly JobDefinition[] {
  return [
    defineJob('audit.chain', (_payload, { signal }) => chainEntries(db, masterKey, signal)),
    defineJob('audit.check', (_payload, { now, signal }) => checkChains({ db, masterKey, log, now, signal })),
  ];
}
