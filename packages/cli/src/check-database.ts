import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { inspectDatabase } from '@cinnabar/server/composition/checks/database.js';
import { error, type Finding, messageOf, ok } from '@cinnabar/server/composition/checks/finding.js';
import type { Config } from '@cinnabar/server/settings/config.js';
import { type ReachedDatabase, reachDatabase } from './open-database.js';

/** Checks the database and what depends on it. A missing bundled database is not created. */
export async function checkDatabase(config: Config): Promise<readonly Finding[]> {
  if (config.databaseUrl === null && !(await hasCluster(config.dataDir))) {
    return [ok('database', 'the bundled database will be made at the first start')];
  }
  let reached: ReachedDatabase;
  try {
    reached = await reachDatabase(config, { stderr: () => undefined });
  } catch (thrown) {
    const remedy =
      config.databaseUrl === null
        ? `look into ${join(config.dataDir, 'database', 'server.log')}`
        : 'check DATABASE_URL, and that the server runs and lets this machine in';
    return [error('database', messageOf(thrown), remedy)];
  }
  try {
    return await inspectDatabase(config, reached.database, reached.how);
  } finally {
    await reached.close();
  }
}

async function hasCluster(dataDir: string): Promise<boolean> {
  const cluster = join(resolve(dataDir), 'database', 'cluster');
  return (await stat(cluster).catch(() => undefined)) !== undefined;
}
