import { requireExamined, requireNoRestore } from '@cinnabar/server/backup/restore-mark.js';
import { AdjustableClock, type Clock, SystemClock } from '@cinnabar/server/clock.js';
import { type OpenKeyStores, openKeyStores } from '@cinnabar/server/composition/open-key-stores.js';
import { storedMasterKey } from '@cinnabar/server/composition/stored-master-key.js';
import { chooseChainHash } from '@cinnabar/server/custody/chain-hash.js';
import { Envelope } from '@cinnabar/server/custody/envelope.js';
import { unlockMasterKey } from '@cinnabar/server/custody/replaced-master-key.js';
import { loadClockSetting } from '@cinnabar/server/database/clock-offset.js';
import type { OpenDatabase } from '@cinnabar/server/database/connect.js';
import { createIdSource } from '@cinnabar/server/database/ids.js';
import { migrateDatabase, missingMigrations } from '@cinnabar/server/database/migrate.js';
import { migrations } from '@cinnabar/server/database/migrations/index.js';
import { installJobs } from '@cinnabar/server/jobs/worker-schema.js';
import type { Services } from '@cinnabar/server/operation/services.js';
import type { Config } from '@cinnabar/server/settings/config.js';
import { type CliContext, CommandFailed } from './command.js';
import { reachDatabase } from './open-database.js';

/** The parts of the service that commands with write access need. */
export interface Platform {
  readonly config: Config;
  readonly database: OpenDatabase;
  readonly services: Pick<Services, 'ids' | 'clock' | 'masterKey' | 'envelope'>;
  readonly keyStores: OpenKeyStores;
  close(): Promise<void>;
}

/**
 * @param options.isRestoring whether the command is the one that ends a restore
 * @throws CommandFailed, DatabaseError, CustodyError, InvalidSetting
 */
export async function openPlatform(
  config: Config,
  context: CliContext,
  { isRestoring = false } = {},
): Promise<Platform> {
  if (!isRestoring) await requireNoRestore(config.dataDir);
  const keyStores = openKeyStores(config);
  const { database, close: closeDatabase } = await reachDatabase(config, context);
  const close = async (): Promise<void> => {
    await keyStores.close();
    await closeDatabase();
  };
  try {
    if (!isRestoring) await requireExamined(database);
    await requireMigrated(database);
    const clock = await openClock(config, database);
    const masterKey = await unlockMasterKey(
      database.db,
      config.masterKey ?? (await storedMasterKey(config.dataDir)),
    );
    const { db, reserveDb: keysDb } = database;
    const envelope = new Envelope({ db, keysDb, masterKey, guarding: keyStores.guarding, clock });
    await envelope.unlock();
    chooseChainHash(database.db, config.eventChainHash);
    const ids = createIdSource(database);
    return { config, database, services: { ids, clock, masterKey, envelope }, keyStores, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * An empty database is migrated at once. An outdated one is migrated only by `migrate` or by the service, because
 * processes of the older version may still be using it.
 */
async function requireMigrated(database: OpenDatabase): Promise<void> {
  const missing = await missingMigrations(database);
  if (missing.length === 0) return;
  if (missing.length < migrations.length) {
    throw new CommandFailed(
      `the database lacks ${missing.join(', ')}: run "cinnabar migrate", or start the service, which does the same`,
    );
  }
  await migrateDatabase(database);
  await installJobs(database);
}

async function openClock(config: Config, { db }: OpenDatabase): Promise<Clock> {
  return config.mode === 'sandbox' ? new AdjustableClock(await loadClockSetting(db)) : new SystemClock();
}
