import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { inspectDatabase } from '@cinnabar/server/composition/checks/database.js';
import { error, type Finding, messageOf, ok } from '@cinnabar/server/composition/checks/finding.js';
import type { Config } from '@cinnabar/server/settings/config.js';
import { type ReachedDatabase, reachDatabase } from './open-database.js';

/** Checks the database and what depends on it. A missing bundled database is not created. */
export async function checkDatabase(config: Config): Promise<readonly Finding[]> {
  if (config.databaseUrl === null && !(await hasCluster(config.dataDir))) {
    const message = {
      zh: '内置数据库将在首次启动时创建',
      en: 'the bundled database will be made at the first start',
    };
    return [ok('database', message)];
  }
  let reached: ReachedDatabase;
  try {
    reached = await reachDatabase(config, { stderr: () => undefined });
  } catch (thrown) {
    const cause = messageOf(thrown);
    const log = join(config.dataDir, 'database', 'server.log');
    const remedy =
      config.databaseUrl === null
        ? { zh: `查看 ${log}`, en: `look into ${log}` }
        : {
            zh: '检查 DATABASE_URL，并确认数据库正在运行、允许本机连接',
            en: 'check DATABASE_URL, and that the server runs and lets this machine in',
          };
    return [error('database', { zh: `无法连接数据库：${cause}`, en: cause }, remedy)];
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
