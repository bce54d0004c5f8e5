import { join, resolve } from 'node:path';
import { type DatabaseAddress, type OpenDatabase, openDatabase } from '@cinnabar/server/database/connect.js';
import { DatabaseError } from '@cinnabar/server/database/database-error.js';
import { readPidFile, SERVICE_USER } from '@cinnabar/server/database/embedded/cluster.js';
import { startEmbedded } from '@cinnabar/server/database/embedded.js';
import type { Config } from '@cinnabar/server/settings/config.js';
import { type CliContext, CommandFailed } from './command.js';

export interface ReachedDatabase {
  readonly database: OpenDatabase;
  /**
   * server: from DATABASE_URL; started: the bundled one, started here; attached: the bundled one of the running
   * service.
   */
  readonly how: 'server' | 'started' | 'attached';
  close(): Promise<void>;
}

interface Reached {
  readonly address: DatabaseAddress;
  readonly how: ReachedDatabase['how'];
  readonly stop: () => Promise<void>;
}

/**
 * Connects to the service's database, whether or not the service is running.
 * @throws CommandFailed, DatabaseError
 */
export async function reachDatabase(
  config: Config,
  { stderr }: Pick<CliContext, 'stderr'>,
): Promise<ReachedDatabase> {
  const { address, how, stop } = await reach(config, stderr);
  const database = openDatabase({ address, max: 4, applicationName: 'cinnabar command line' });
  const close = async (): Promise<void> => {
    await database.close();
    await stop();
  };
  try {
    await database.pool.query('select 1');
  } catch (error) {
    await close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandFailed(`the database does not answer: ${reason}`);
  }
  return { database, how, close };
}

async function reach(config: Config, stderr: (text: string) => void): Promise<Reached> {
  if (config.databaseUrl !== null) {
    return { address: { connectionString: config.databaseUrl }, how: 'server', stop: async () => undefined };
  }
  const { dataDir } = config;
  try {
    const log = { info: () => undefined, warn: stderr, error: stderr };
    const embedded = await startEmbedded({ dataDir, log });
    return { address: embedded.address, how: 'started', stop: () => embedded.stop() };
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.reason !== 'embedded-in-use') throw error;
    return attach(dataDir, error);
  }
}

/** The running service holds the lock of the bundled server; its private socket folder accepts further connections. */
async function attach(dataDir: string, inUse: DatabaseError): Promise<Reached> {
  const note = await readPidFile(join(resolve(dataDir), 'database', 'cluster'));
  if (note === undefined) throw inUse;
  const address = { host: note.socketFolder, port: note.port, user: SERVICE_USER, database: 'postgres' };
  return { address, how: 'attached', stop: async () => undefined };
}
