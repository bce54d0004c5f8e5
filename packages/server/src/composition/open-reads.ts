import { type OpenDatabase, openDatabase } from '../database/connect.js';
import { primaryReads, type Reads, ReplicaReads } from '../database/reads.js';
import type { ServiceLog } from '../http/log.js';
import type { Metrics } from '../http/metrics.js';
import type { Config } from '../settings/config.js';
import type { ClosingStack } from './closing-stack.js';
import type { Tracing } from './open-tracing.js';

/** A replica that does not answer must not keep a list waiting that the primary can answer. */
const CONNECT_MS = 1_000;

interface Parts {
  readonly database: OpenDatabase;
  readonly metrics: Metrics;
  readonly log: ServiceLog['log'];
  readonly stack: ClosingStack;
  readonly tracing: Tracing | null;
}

/** Where lists and exports are read. */
export function openReads(config: Config, { database, metrics, log, stack, tracing }: Parts): Reads {
  if (config.databaseReadUrl === null) return primaryReads(database.db);
  const replica = openDatabase({
    address: { connectionString: config.databaseReadUrl },
    prepared: config.databasePrepared,
    max: config.databaseConnections,
    connectTimeoutMs: CONNECT_MS,
    applicationName: 'cinnabar reads',
    ...(tracing === null ? {} : { around: tracing.statement }),
    onConnectionLost: (error) => log.warn({ err: error }, 'a connection to the replica was lost'),
  });
  stack.add('connections to the replica', () => replica.close());
  const count = metrics.counter(
    'replica_reads_total',
    'Lists and exports, by where they were read',
    'outcome',
  );
  const reads = new ReplicaReads({ primary: database.db, replica, count });
  metrics.gauge('replica_lag_bytes', 'Log that the replica has not replayed; NaN: it is away', () =>
    reads.lag(),
  );
  return reads;
}
