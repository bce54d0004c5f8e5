/** Deletes expired data and reports the number of rows deleted. */
import { sql } from 'kysely';
import { removeOldPersonalData } from '../areas/audit/index.js';
import { removeEndedSubjects, removeOldOrders } from '../areas/faces/index.js';
import { removeOldPageDrafts } from '../areas/flows/index.js';
import { removeOldLinks, removeOldPads, removeOldPersonSessions } from '../areas/links/index.js';
import { removeOldMails } from '../areas/notices/index.js';
import { removeErasedBlobs } from '../areas/personal-data/index.js';
import { recordRemoval } from '../areas/retention/index.js';
import { removeOldDevices, removeOldLogins } from '../areas/sessions/index.js';
import { removeOldCodes, removeOldMessages, tidyMessages } from '../areas/sms/index.js';
import { removeOldDrafts } from '../areas/workspace/index.js';
import type { CertificateAuthority } from '../authority/certificate-authority.js';
import { retireRotatedKeys } from '../custody/rotate-key.js';
import { addRemoved, type Removed, removeCounted } from '../database/remove-counted.js';
import { type RetentionConfig, type RetentionKind, removedBefore } from '../database/retention.js';
import type { Db } from '../database/schema.js';
import { removeOldKeys } from '../http/idempotency-store.js';
import { removeDelivered } from '../jobs/outbox.js';
import { defineJob, type JobDefinition, type Sweep } from '../jobs/tasks.js';
import { sealEarlierNames } from '../storage/stored-files.js';
import { removeUnusedFiles, type UnusedFilesParts } from '../unused-files/remove-unused-files.js';

declare module '../jobs/tasks.js' {
  interface JobPayloads {
    'housekeeping.sweep': Record<never, never>;
  }
}

/** Limit of keys destroyed in one run; the next run handles the rest. */
const MAX_KEYS = 500;
/** Limit of file names encrypted in one run. */
const MAX_NAMES = 10_000;

export const housekeepingSweep: Sweep = Object.freeze({ name: 'housekeeping.sweep', everyMinutes: 30 });

interface Parts extends UnusedFilesParts {
  readonly db: Db;
  readonly authority: CertificateAuthority;
  readonly config: RetentionConfig;
}

/** Deletes what is older than the given time. */
type Remove = (db: Db, before: Date, now: Date) => Promise<Removed>;

/** By kind, except files, which take the store too, and deliveries of webhooks, which have a sweep of their own. */
const removals: readonly (readonly [RetentionKind, Remove])[] = [
  ['answers', removeOldKeys],
  [
    'counters',
    (db, before) => removeCounted(db, 'rate_counters', 'window_start', sql`window_start < ${before}`),
  ],
  ['links', removeOldLinks],
  [
    'sessions',
    async (db, before) =>
      addRemoved(
        await removeOldPersonSessions(db, before),
        await removeOldLogins(db, before),
        await removeOldPads(db, before),
      ),
  ],
  ['browsers', removeOldDevices],
  ['codes', removeOldCodes],
  ['smsLog', removeOldMessages],
  ['mails', removeOldMails],
  ['faceChecks', removeOldOrders],
  [
    'drafts',
    async (db, before, now) =>
      addRemoved(await removeOldDrafts(db, before, now), await removeOldPageDrafts(db, before, now)),
  ],
  ['events', removeDelivered],
  ['auditData', removeOldPersonalData],
  [
    'reports',
    (db, before) => removeCounted(db, 'retention_removals', 'removed_at', sql`removed_at < ${before}`),
  ],
];

export function housekeepingJob(parts: Parts): JobDefinition {
  const { db, backend, authority, config } = parts;
  return defineJob('housekeeping.sweep', async (_payload, { now, signal }) => {
    for (const [kind, remove] of removals) {
      signal.throwIfAborted();
      await recordRemoval(db, kind, await remove(db, removedBefore(kind, config, now), now), now);
    }
    signal.throwIfAborted();
    await tidyMessages(db, now);
    await removeEndedSubjects(db, now);
    await authority.destroyEndedKeys(now, MAX_KEYS);
    await retireRotatedKeys(db, now);
    await recordRemoval(db, 'uploads', await removeUnusedFiles(parts, { now, signal }), now);
    // Afterwards, when nothing refers to the uploads of erased persons any more.
    await recordRemoval(db, 'erasedFiles', await removeErasedBlobs(db, backend, signal), now);
    signal.throwIfAborted();
    await sealEarlierNames(db, MAX_NAMES);
  });
}
