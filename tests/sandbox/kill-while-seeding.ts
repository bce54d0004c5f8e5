import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { openDatabase } from '@cinnabar/server/database/connect.js';
import type { FreshDatabase } from '../support/fresh-database.js';

const PROGRAM = createRequire(import.meta.url).resolve('@cinnabar/server/composition/main.js');

/**
 * Starts the service in a separate process and kills it once its transaction has written to a table: the lock is
 * visible to others before the rows are.
 */
export async function killWhileSeeding(
  { database, dataDir }: { readonly database: FreshDatabase; readonly dataDir: string },
  table: string,
): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM], {
    cwd: dataDir,
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: database.connectionString,
      DOCUMENT_THREADS: '1',
      LOG_LEVEL: 'silent',
    },
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
  });
  const looking = openDatabase({ address: database.address, max: 1 });
  try {
    while (child.exitCode === null) {
      const written = await looking.pool.query(
        "select from pg_locks where relation = to_regclass($1) and mode = 'RowExclusiveLock' and granted",
        [table],
      );
      if (written.rows.length > 0) break;
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  } finally {
    child.kill('SIGKILL');
    await ended;
    await looking.close();
  }
}
