import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { DatabaseAccess } from '@cinnabar/server/composition/checks/database.js';
import { type DatabaseAddress, type OpenDatabase, openDatabase } from '@cinnabar/server/database/connect.js';
import { isDatabaseAway, isRoleMissing } from '@cinnabar/server/database/database-away.js';
import { DatabaseError } from '@cinnabar/server/database/database-error.js';
import { readPidFile, SERVICE_USER } from '@cinnabar/server/database/embedded/cluster.js';
import { type EmbeddedDatabase, startEmbedded } from '@cinnabar/server/database/embedded.js';
import { requireAnswer } from '@cinnabar/server/database/require-answer.js';
import type { Config } from '@cinnabar/server/settings/config.js';
import type { CliContext } from './command.js';
import { announceUse, waitForOthers } from './shared-use.js';

export interface ReachedDatabase {
  readonly database: OpenDatabase;
  readonly how: DatabaseAccess;
  close(): Promise<void>;
}

const ATTACH_MS = 30_000;
const RETRY_MS = 100;

/**
 * Connects to the service's database, whether or not the service is running.
 * @throws DatabaseError
 */
export async function reachDatabase(
  config: Config,
  { stderr }: Pick<CliContext, 'stderr'>,
): Promise<ReachedDatabase> {
  if (config.databaseUrl === null) return reachBundled(config.dataDir, stderr);
  // Commands use locks and settings of their session.
  const { databaseUrl, databaseDirectUrl } = config;
  const database = open({ connectionString: databaseDirectUrl ?? databaseUrl });
  try {
    await requireAnswer(database, databaseDirectUrl === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL');
  } catch (error) {
    await database.close();
    throw error;
  }
  return { database, how: 'server', close: () => database.close() };
}

/** Starts the server, or uses that of another process; starts anew if that process has just stopped it. */
async function reachBundled(dataDir: string, stderr: (text: string) => void): Promise<ReachedDatabase> {
  const log = { info: () => undefined, warn: stderr, error: stderr };
  const deadline = performance.now() + ATTACH_MS;
  for (;;) {
    try {
      return started(await startEmbedded({ dataDir, log }));
    } catch (error) {
      const isInUse = error instanceof DatabaseError && error.reason === 'embedded-in-use';
      if (!isInUse) throw error;
      const attached = await attach(dataDir);
      if (attached !== null) return attached;
      if (performance.now() > deadline) throw error;
    }
    await setTimeout(RETRY_MS);
  }
}

function started(embedded: EmbeddedDatabase): ReachedDatabase {
  const database = open(embedded.address);
  return {
    database,
    how: 'started',
    async close() {
      await waitForOthers(database.pool);
      // Its sessions end with it, so that no command that waits for them gets a server that is about to end.
      await embedded.stop();
      await database.close();
    },
  };
}

/**
 * The process that started the server holds its lock; the private socket folder accepts further connections.
 * @returns null if the server is being stopped, or is not set up yet
 */
async function attach(dataDir: string): Promise<ReachedDatabase | null> {
  const note = await readPidFile(join(resolve(dataDir), 'database', 'cluster'));
  if (note === undefined) return null;
  const database = open({
    host: note.socketFolder,
    port: note.port,
    user: SERVICE_USER,
    database: 'postgres',
  });
  try {
    const endUse = await announceUse(database.pool);
    return {
      database,
      how: 'attached',
      async close() {
        endUse();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    // Whoever starts the server for the first time has yet to make its role.
    if (isDatabaseAway(error) || isRoleMissing(error)) return null;
    throw error;
  }
}

function open(address: DatabaseAddress): OpenDatabase {
  return openDatabase({ address, max: 4, applicationName: 'cinnabar command line' });
}
