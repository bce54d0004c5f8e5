/** PgBouncer in front of a database, with fewer server sessions than the service has connections. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './app.js';
import { type DatabaseProxy, proxyTo } from './database-proxy.js';
import type { FreshDatabase } from './fresh-database.js';

export interface Pooler {
  /** In the form of DATABASE_URL. */
  readonly connectionString: string;
  stop(): Promise<void>;
}

/** @param ignored startup parameters that it does not refuse */
export async function startPgbouncer(
  database: FreshDatabase,
  mode: 'session' | 'transaction',
  ignored = '',
): Promise<Pooler> {
  // Its account may not enter the folder of the server's socket.
  const server: DatabaseProxy = await proxyTo(database);
  const target = new URL(server.connectionString);
  const folder = await mkdtemp(join(tmpdir(), 'cinnabar-pooler-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const [name, user] = [target.pathname.slice(1), decodeURIComponent(target.username)];
  const lines = [
    '[databases]',
    `${name} = host=127.0.0.1 port=${target.port} user=${user}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    `default_pool_size = ${mode === 'session' ? 30 : 4}`,
    `ignore_startup_parameters = extra_float_digits${ignored === '' ? '' : `,${ignored}`}`,
  ];
  const config = join(folder, 'pgbouncer.ini');
  await writeFile(config, `${lines.join('\n')}\n`, { mode: 0o644 });
  const asRoot = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn('pgbouncer', ['-q', ...asRoot, config], {
    env: { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  const connectionString = `postgresql://${user}@127.0.0.1:${port}/${name}`;
  await untilItAnswers(connectionString);
  return {
    connectionString,
    async stop() {
      child.kill('SIGKILL');
      await exited;
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilItAnswers(connectionString: string): Promise<void> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const client = new pg.Client({ connectionString });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select 1');
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await pause(50);
    } finally {
      await client.end();
    }
  }
}
