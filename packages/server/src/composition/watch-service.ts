import type { OpenDatabase } from '../database/connect.js';
import type { Metrics } from '../http/metrics.js';
import type { Uploads } from '../http/uploads.js';
import type { Services } from '../operation/services.js';

interface Watched {
  readonly services: Pick<Services, 'documents' | 'clock'>;
  readonly database: Pick<OpenDatabase, 'db' | 'pool'>;
  readonly uploads: Uploads;
  readonly version: string;
}

const UNDECIDED_MS = 10 * 60_000;
/** A failed attempt is repeated within this time. */
const OVERDUE_MS = 60 * 60_000;
/** A backlog is counted at every scrape, so counting ends here. */
const MAX_BACKLOG = 100_000;

/** Metrics of the service, except those of requests. */
export function watchService(metrics: Metrics, { services, database, uploads, version }: Watched): void {
  const { documents, clock } = services;
  const { db, pool } = database;
  const build = new Map([[version, 1]]);
  metrics.gauges('cinnabar_build_info', 'Version of the program; always 1', 'version', () => build);
  const pools = (count: 'waiting' | 'running') => () =>
    new Map(documents.pools.map((pool) => [pool.name, pool[count]]));
  metrics.gauges('document_queue_depth', 'Documents that wait in a pool', 'pool', pools('waiting'));
  metrics.gauges('documents_running', 'Documents that are being worked on', 'pool', pools('running'));
  metrics.gauge('uploads_arriving', 'Bodies with files that are being received', () => uploads.arriving);
  metrics.gauge('uploads_spooled_bytes', 'Bytes on the disk of such bodies', () => uploads.spooledBytes);
  metrics.gauge('db_pool_in_use', 'Database connections in use', () => pool.totalCount - pool.idleCount);
  metrics.gauge('db_pool_waiting', 'Requests that wait for a connection', () => pool.waitingCount);
  metrics.gauge('db_pool_max', 'Database connections that the process may open', () => pool.options.max);
  metrics.gauge('sms_undecided', 'Text messages whose outcome has been unknown for ten minutes', async () => {
    const row = await db
      .selectFrom('sms_messages')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('state', '=', 'sending')
      .where('created_at', '<', new Date(clock.now().getTime() - UNDECIDED_MS))
      .executeTakeFirst();
    return Number(row?.count ?? 0);
  });
  metrics.gauge('archives_overdue', 'Documents whose archiving is overdue by an hour', async () => {
    const row = await db
      .selectFrom('flow_archives')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('due_at', '<', new Date(clock.now().getTime() - OVERDUE_MS))
      .executeTakeFirst();
    return Number(row?.count ?? 0);
  });
  metrics.gauge('audit_chains_broken', 'Chains of the audit whose last check found a break', async () => {
    const row = await db
      .selectFrom('audit_chains')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('broken_at', 'is not', null)
      .executeTakeFirst();
    return Number(row?.count ?? 0);
  });
  metrics.gauge('outbox_pending', 'Events that are not delivered, counted up to 100000', async () => {
    const { count } = await db
      .selectFrom(
        db
          .selectFrom('outbox')
          .select('id')
          .where('delivered_at', 'is', null)
          .limit(MAX_BACKLOG)
          .as('undelivered'),
      )
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  });
  metrics.gauge('outbox_lag_seconds', 'Age of the oldest event that is not delivered', async () => {
    const row = await db
      .selectFrom('outbox')
      .select(({ fn }) => fn.min('created_at').as('oldest'))
      .where('delivered_at', 'is', null)
      .executeTakeFirst();
    return row?.oldest ? Math.max(0, (clock.now().getTime() - row.oldest.getTime()) / 1000) : 0;
  });
}
