/** The service does not use the superuser of the bundled database, also if an earlier version did. */
import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type DatabaseAddress, type OpenDatabase, openDatabase } from '@cinnabar/server/database/connect.js';
import { chooseAccount } from '@cinnabar/server/database/embedded/account.js';
import { prepareBinaries } from '@cinnabar/server/database/embedded/binaries.js';
import { BOOTSTRAP_USER, ensureCluster, SERVICE_USER } from '@cinnabar/server/database/embedded/cluster.js';
import { launchServer } from '@cinnabar/server/database/embedded/server-process.js';
import { startEmbedded } from '@cinnabar/server/database/embedded.js';
import { migrateDatabase } from '@cinnabar/server/database/migrate.js';
import { installJobs } from '@cinnabar/server/jobs/worker-schema.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cleanUp, clusterOf, temporaryFolder } from '../support/embedded-fixture.js';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

let folder: string;
let dataDir: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  dataDir = join(folder, 'data');
});
afterEach(() => cleanUp(folder, dataDir, []));

async function within<T>(address: DatabaseAddress, work: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const database = openDatabase({ address, max: 2 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

test('the service connects as a role that owns the database and has no further privileges', async () => {
  const server = await startEmbedded({ dataDir, log, durable: false });
  try {
    await within(server.address, async (database) => {
      const { rows } = await database.pool.query(
        `select current_user as role, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls
           from pg_roles where rolname = current_user`,
      );
      const none = { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false };
      expect(rows).toEqual([{ role: SERVICE_USER, ...none }]);
      await migrateDatabase(database);
      await installJobs(database);
      for (const forbidden of [
        `copy (select 1) to program 'true'`,
        `select pg_read_file('/etc/passwd')`,
        'alter system set fsync = off',
        'create role another superuser',
        `set session_replication_role = 'replica'`,
        `set role ${BOOTSTRAP_USER}`,
      ]) {
        await expect(database.pool.query(forbidden), forbidden).rejects.toThrow(/permission denied|must be/);
      }
    });
    if (!('host' in server.address)) throw new Error('it has a socket');
    const asSuperuser = { ...server.address, user: BOOTSTRAP_USER };
    await expect(within(asSuperuser, ({ pool }) => pool.query('select 1'))).rejects.toThrow(
      `role "${BOOTSTRAP_USER}" is not permitted to log in`,
    );
  } finally {
    await server.stop();
  }
});

/** A data folder of a version that connected as the superuser; `fill` gets the database. */
async function givenOldFolder(fill: (database: OpenDatabase) => Promise<void>): Promise<void> {
  const cluster = clusterOf(dataDir);
  await mkdir(join(dataDir, 'database'), { recursive: true, mode: 0o700 });
  const account = chooseAccount(cluster);
  const copies = await temporaryFolder();
  await chmod(copies, 0o755);
  const binaries = await prepareBinaries(account, [copies]);
  await ensureCluster(cluster, binaries, account);
  const socketFolder = await temporaryFolder(account.switched ? account.uid : undefined);
  const logFile = join(dataDir, 'database', 'server.log');
  const server = launchServer({ cluster, account, binaries, socketFolder, logFile, durable: false });
  try {
    const address = { host: socketFolder, port: 5432, user: BOOTSTRAP_USER, database: 'postgres' };
    for (let waits = 0; ; waits += 1) {
      const up = await within(address, ({ pool }) => pool.query('select 1')).then(
        () => true,
        () => false,
      );
      if (up) break;
      if (waits > 600) throw new Error(server.logged());
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await within(address, fill);
  } finally {
    if (server.pid !== undefined) process.kill(server.pid, 'SIGINT');
    await server.ended;
    for (const made of [socketFolder, copies]) await rm(made, { recursive: true, force: true });
  }
}

test('a folder of an earlier version is converted with all its data', async () => {
  await givenOldFolder(async (database) => {
    await migrateDatabase(database);
    await installJobs(database);
    await database.pool.query(`
      create schema more;
      create type more.colour as enum ('red');
      create domain more.positive as integer check (value > 0);
      create table more.note (id serial, number more.positive, colour more.colour);
      create sequence more.counter;
      create view more.notes as select * from more.note;
      insert into more.note (number, colour) values (7, 'red');
    `);
  });
  const server = await startEmbedded({ dataDir, log, durable: false });
  try {
    await within(server.address, async (database) => {
      expect(await migrateDatabase(database)).toEqual([]);
      const { rows } = await database.pool.query(`
        select c.oid::regclass::text as name
          from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where pg_get_userbyid(c.relowner) <> current_user
           and n.nspname !~ '^(pg_|information_schema$)'`);
      expect(rows).toEqual([]);
      await database.pool.query('alter table flows add column wider text');
      await database.pool.query('create or replace view more.notes as select * from more.note where true');
      await database.pool.query(`alter type more.colour add value 'blue'`);
      await database.pool.query(`insert into more.note (number, colour) values (8, 'red')`);
      const notes = await database.pool.query('select id, number from more.notes order by id');
      expect(notes.rows).toEqual([
        { id: 1, number: 7 },
        { id: 2, number: 8 },
      ]);
      await database.pool.query('drop schema more cascade');
    });
  } finally {
    await server.stop();
  }
  const again = await startEmbedded({ dataDir, log, durable: false });
  await again.stop();
});
