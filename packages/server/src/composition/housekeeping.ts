/** Deletes expired data. */
import { removeEndedSubjects, removeOldOrders } from '../areas/faces/index.js';
import { removeOldLinks, removeOldPads, removeOldPersonSessions } from '../areas/links/index.js';
import { removeOldMails } from '../areas/notices/index.js';
import { removeOldLogins } from '../areas/sessions/index.js';
import { removeOldCodes, tidyMessages } from '../areas/sms/index.js';
import type { CertificateAuthority } from '../authority/certificate-authority.js';
import type { Db } from '../database/schema.js';
import { KEPT_MS } from '../http/idempotency.js';
import { removeOldKeys } from '../http/idempotency-store.js';
import { defineJob, type JobDefinition, type Sweep } from '../jobs/tasks.js';
import { sealEarlierNames } from '../storage/stored-files.js';
import { removeUnusedFiles, type UnusedFilesParts } from '../unused-files/remove-unused-files.js';

declare module '../jobs/tasks.js' {
  interface JobPayloads {
    'housekeeping.sweep': Record<never, never>;
  }
}

/** Attempts are counted in windows of at most a day. */
const COUNTERS_KEPT_MS = 2 * 24 * 3_600_000;
/** Retention of ended links: until then the page says that the link has ended, afterwards that it does not exist. */
const LINKS_KEPT_MS = 30 * 24 * 3_600_000;
/** Limit of keys destroyed in one run; the next run handles the rest. */
const MAX_KEYS = 500;
/** Limit of file names encrypted in one run. */
const MAX_NAMES = 10_000;

export const housekeepingSweep: Sweep = Object.freeze({ name: 'housekeeping.sweep', everyMinutes: 30 });

export function housekeepingJob(
  parts: UnusedFilesParts & { readonly db: Db; readonly authority: CertificateAuthority },
): JobDefinition {
  return defineJob('housekeeping.sweep', async (_payload, { now }) => {
    await removeOldKeys(parts.db, new Date(now.getTime() - KEPT_MS));
    await parts.db
      .deleteFrom('rate_counters')
      .where('window_start', '<', new Date(now.getTime() - COUNTERS_KEPT_MS))
      .execute();
    await removeOldLinks(parts.db, new Date(now.getTime() - LINKS_KEPT_MS));
    await removeOldPersonSessions(parts.db, now);
    await removeOldLogins(parts.db, now);
    await removeOldPads(parts.db, now);
    await removeOldCodes(parts.db, now);
    await tidyMessages(parts.db, now);
    await removeEndedSubjects(parts.db, now);
    await removeOldMails(parts.db, new Date(now.getTime() - LINKS_KEPT_MS));
    await removeOldOrders(parts.db, new Date(now.getTime() - LINKS_KEPT_MS));
    await parts.authority.destroyEndedKeys(now, MAX_KEYS);
    await removeUnusedFiles(parts, now);
    await sealEarlierNames(parts.db, MAX_NAMES);
  });
}
