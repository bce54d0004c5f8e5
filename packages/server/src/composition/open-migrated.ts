import { requireExamined, requireNoRestore } from '../backup/restore-mark.js';
import { judgeMasterKey } from '../custody/judge-master-key.js';
import { type DatabaseAddress, directly, type OpenDatabase, openDatabase } from '../database/connect.js';
import type { DatabaseError } from '../database/database-error.js';
import { startEmbedded } from '../database/embedded.js';
import { migrateDatabase, unknownMigrations } from '../database/migrate.js';
import { requireAnswer } from '../database/require-answer.js';
import type { ServiceLog } from '../http/log.js';
import { installJobs } from '../jobs/worker-schema.js';
import type { Config } from '../settings/config.js';
import type { ClosingStack } from './closing-stack.js';
import type { Tracing } from './open-tracing.js';

interface Opening {
  readonly givenKey: string;
  /** Called if the bundled database has been given up. */
  readonly onFatal: ((error: Error) => void) | undefined;
  readonly log: ServiceLog['log'];
  readonly stack: ClosingStack;
  readonly tracing: Tracing | null;
}

/** The database of the service, brought up to date. @throws DatabaseError, CustodyError */
export async function openMigrated(config: Config, opening: Opening): Promise<OpenDatabase> {
  const { givenKey, log, stack, tracing } = opening;
  await requireNoRestore(config.dataDir);
  const database = openDatabase({
    address: await addressOf(config, opening),
    prepared: config.databasePrepared,
    ...(config.databaseDirectUrl === null ? {} : { direct: { connectionString: config.databaseDirectUrl } }),
    max: config.databaseConnections,
    ...(tracing === null ? {} : { around: tracing.statement }),
    onConnectionLost: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
  stack.add('database connections', () => database.close());
  await requireAnswer(database);
  await requireExamined(database);
  await judgeMasterKey(database.db, givenKey);
  await bringUpToDate(database, log);
  return database;
}

/** Migrations wait for each other by a lock of their session, and set its timeouts. */
async function bringUpToDate(database: OpenDatabase, log: ServiceLog['log']): Promise<void> {
  const { options } = database;
  const direct = options.direct === undefined ? null : openDatabase({ ...directly(options), max: 2 });
  try {
    if (direct !== null) await requireAnswer(direct, 'DATABASE_DIRECT_URL');
    const steps = await migrateDatabase(direct ?? database);
    if (steps.length > 0) log.info({ steps }, 'the database was brought up to date');
    const unknown = await unknownMigrations(direct ?? database);
    if (unknown.length > 0)
      log.warn({ unknown }, 'the database belongs to a newer version, which this one can share');
    await installJobs(direct ?? database);
  } finally {
    await direct?.close();
  }
}

async function addressOf(config: Config, { onFatal, log, stack }: Opening): Promise<DatabaseAddress> {
  if (config.databaseUrl !== null) return { connectionString: config.databaseUrl };
  const onGivenUp = (error: DatabaseError) => onFatal?.(error);
  const embedded = await startEmbedded({ dataDir: config.dataDir, log, onGivenUp });
  stack.add('bundled database', () => embedded.stop());
  return embedded.address;
}
