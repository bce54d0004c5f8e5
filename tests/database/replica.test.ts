// @module-tag postgresql-15
/** Lists are read from a streaming replica, and never miss what was answered before; over TLS, whose server is verified. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditExport } from '@cinnabar/api/operations/audit.js';
import { memberList } from '@cinnabar/api/operations/members.js';
import { createSealByTemplate } from '@cinnabar/api/operations/seals.js';
import { templateList } from '@cinnabar/api/operations/templates.js';
import { type OpenDatabase, openDatabase } from '@cinnabar/server/database/connect.js';
import { isDatabaseAway } from '@cinnabar/server/database/database-away.js';
import { type ReadOutcome, ReplicaReads } from '@cinnabar/server/database/reads.js';
import { requireAnswer } from '@cinnabar/server/database/require-answer.js';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { commandLine, type Diagnosis } from '../support/cinnabar.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { type Cluster, type Clusters, openClusters } from '../support/postgresql-15.js';
import { makeTlsCertificate } from '../support/tls-certificate.js';

let clusters: Clusters;
let primary: Cluster;
let standby: OpenDatabase;
let replicaAddress: string;
let dataDir: string;
let app: RunningApp;
let corp: Enterprise;

beforeAll(async () => {
  clusters = await openClusters();
  dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-replica-'));
  await chmod(dataDir, 0o755);
  const own = await makeTlsCertificate('127.0.0.1');
  const other = await makeTlsCertificate('127.0.0.1');
  await writeFile(join(dataDir, 'ca.pem'), own.cert);
  await writeFile(join(dataDir, 'other.pem'), other.cert);
  await clusters.create('primary');
  await clusters.append('primary', 'server.crt', [own.cert]);
  await clusters.append('primary', 'server.key', [own.key]);
  await clusters.append('primary', 'postgresql.conf', ['ssl = on']);
  primary = await clusters.start('primary');
  await clusters.follow('standby', primary);
  const { connectionString } = await clusters.start('standby');
  replicaAddress = connectionString;
  standby = openDatabase({ address: { connectionString }, max: 2 });
  app = await startApp({
    on: {
      dataDir,
      database: {
        address: { connectionString: primary.connectionString },
        connectionString: primary.connectionString,
        drop: async () => undefined,
      },
    },
    settings: { DATABASE_READ_URL: connectionString },
  });
  corp = await givenEnterprise(app);
}, 120_000);
afterAll(async () => {
  await app.close();
  await standby.close();
  await clusters.close();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

async function readsBy(outcome: ReadOutcome): Promise<number> {
  const text = await (await fetch(`${app.baseUrl}/metrics`)).text();
  return Number(
    new RegExp(`^replica_reads_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0,
  );
}

async function memberIds(): Promise<readonly number[]> {
  const listed = await corp.owner.client.data(memberList, { listPageSize: 100 });
  return listed.map(({ userId }) => userId);
}

/** Adds members, each of whom the next list must have. */
async function addAndList(count: number): Promise<void> {
  for (let added = 0; added < count; added += 1) {
    const { userId } = await corp.member();
    expect(await memberIds()).toContain(userId);
  }
}

/** What doctor says of a DATABASE_READ_URL. */
async function saidOf(address: string): Promise<readonly string[]> {
  const settings = { DATABASE_URL: primary.connectionString, DATABASE_READ_URL: address };
  const { out } = await commandLine({ DATA_DIR: dataDir, PORT: '0', ...settings }, 'doctor', '--json');
  const { findings }: Diagnosis = JSON.parse(out);
  return findings
    .filter(({ check }) => check === 'replica')
    .map(({ status, message }) => `${status}: ${message}`);
}

describe('a replica', () => {
  test('is examined by doctor', async () => {
    expect(await saidOf(replicaAddress)).toEqual([
      expect.stringMatching(/^ok: the replica answers, \d+ bytes/),
    ]);
    expect(await saidOf(primary.connectionString)).toEqual([expect.stringMatching(/^warn: .*is no replica/)]);
    const nobody = 'postgresql://cinnabar@127.0.0.1:1/cinnabar';
    expect(await saidOf(nobody)).toEqual([expect.stringMatching(/^warn: .*cannot be used/)]);
  });

  test('has what was answered before, or the primary is asked', async () => {
    await addAndList(8);
    await expect.poll(async () => (await memberIds()).length && readsBy('replica')).toBeGreaterThan(0);
  });

  test('serves the rows of exports', async () => {
    await corp.owner.client.data(createSealByTemplate, {
      ...{ sealName: '公章', sealStyle: 1, categoryType: 'CONTRACT' },
    });
    const before = (await readsBy('behind')) + (await readsBy('replica'));
    const { headers } = corp.owner.client;
    const answer = await fetch(app.baseUrl + auditExport.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{}',
    });
    expect([answer.status, (await answer.arrayBuffer()).byteLength > 1000]).toEqual([200, true]);
    // One that was not ready in time was read from the primary.
    const others = (await readsBy('behind')) + (await readsBy('replica'));
    expect(others).toBeGreaterThan(before);
  });

  test('that lags is not read until it has caught up', async () => {
    await sql`select pg_wal_replay_pause()`.execute(standby.db);
    const [behind, before] = [await readsBy('behind'), await readsBy('replica')];
    await addAndList(2);
    expect([await readsBy('behind'), await readsBy('replica')]).toEqual([behind + 2, before]);
    const text = await (await fetch(`${app.baseUrl}/metrics`)).text();
    expect(Number(/^replica_lag_bytes (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(0);
    await sql`select pg_wal_replay_resume()`.execute(standby.db);
    await expect
      .poll(async () => {
        await memberIds();
        return readsBy('replica');
      })
      .toBeGreaterThan(before);
  });

  test('that cancels a list in order to replay costs an attempt, and no list', async () => {
    await sql`alter system set max_standby_streaming_delay = 0`.execute(standby.db);
    await sql`select pg_reload_conf()`.execute(standby.db);
    const { pool } = app.app.database;
    const [templates, corps] = [await pool.connect(), await pool.connect()];
    const conflicts = await readsBy('conflict');
    try {
      await templates.query('begin; lock table templates in access exclusive mode');
      await pool.query('select pg_switch_wal()');
      const locksOf = (isGranted: boolean) => async () => {
        const { rows } = await sql`
          select from pg_locks where relation = 'templates'::regclass and granted = ${isGranted}
        `.execute(standby.db);
        return rows.length;
      };
      await expect.poll(locksOf(true)).toBe(1);
      const listing = corp.owner.client.data(templateList, {});
      // It has read its enterprise, and waits for the templates.
      await expect.poll(locksOf(false)).toBe(1);
      await corps.query('begin; lock table corps in access exclusive mode');
      await pool.query('select pg_switch_wal()');
      await expect.poll(() => readsBy('conflict')).toBe(conflicts + 1);
      for (const session of [corps, templates]) await session.query('rollback');
      expect(await listing).toEqual([]);
    } finally {
      for (const session of [corps, templates]) session.release(true);
    }
  });

  test.each([
    ['the primary', 'pg_current_wal_flush_lsn'],
    ['the replica', 'pg_last_wal_replay_lsn'],
  ])('is not read if %s does not tell its position, as some managed ones', async (_server, told) => {
    const { db } = app.app.database;
    const role = `without_${told}`;
    await sql`create role ${sql.id(role)} login`.execute(db);
    await sql`revoke execute on function ${sql.id(told)}() from public`.execute(db);
    await sql`select pg_switch_wal()`.execute(db);
    const roles = sql`select from pg_roles where rolname = ${role}`;
    await expect.poll(async () => (await roles.execute(standby.db)).rows.length).toBe(1);
    const [onPrimary, onReplica] = [primary.connectionString, replicaAddress].map((address) =>
      openDatabase({ address: { connectionString: address.replace('cinnabar@', `${role}@`) }, max: 1 }),
    );
    if (onPrimary === undefined || onReplica === undefined) throw new Error('two were opened');
    const outcomes: ReadOutcome[] = [];
    const count = (outcome: ReadOutcome) => outcomes.push(outcome);
    const reads = new ReplicaReads({ primary: onPrimary.db, replica: onReplica, count });
    try {
      const { rows } = await reads.read((reading) =>
        sql`select pg_is_in_recovery() as standby`.execute(reading),
      );
      expect([rows, outcomes]).toEqual([[{ standby: false }], ['behind']]);
      expect(await reads.lag()).toBeNaN();
    } finally {
      await sql`grant execute on function ${sql.id(told)}() to public`.execute(db);
      await onPrimary.close();
      await onReplica.close();
    }
  });

  test('is not read for a primary that was demoted: the list is asked for again, on another connection', async () => {
    const demoted = openDatabase({ address: { connectionString: replicaAddress }, max: 1 });
    const count = () => expect.unreachable();
    const reads = new ReplicaReads({ primary: demoted.db, replica: standby, count });
    const session = async () =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(demoted.db)).rows;
    try {
      const before = await session();
      const refused: unknown = await reads.read(session).catch((error: unknown) => error);
      expect(isDatabaseAway(refused)).toBe(true);
      expect(await session()).not.toEqual(before);
    } finally {
      await demoted.close();
    }
  });

  test('that has been promoted is none: it may not have what the primary has', async () => {
    const { database } = app.app;
    const outcomes: ReadOutcome[] = [];
    const reads = new ReplicaReads({
      primary: database.db,
      replica: database,
      count: (outcome) => outcomes.push(outcome),
    });
    expect(await reads.read(async (db) => (await sql`select 1 as one`.execute(db)).rows)).toEqual([
      { one: 1 },
    ]);
    await expect(reads.read(() => Promise.reject(new RangeError('of the list')))).rejects.toThrow(
      'of the list',
    );
    expect(outcomes).toEqual(['behind', 'behind']);
  });

  test('that is gone costs an attempt, and no list', async () => {
    await clusters.stop('standby');
    const away = await readsBy('away');
    await addAndList(3);
    expect(await readsBy('away')).toBe(away + 3);
    expect(await (await fetch(`${app.baseUrl}/metrics`)).text()).toMatch(/^replica_lag_bytes Nan$/m);
  });
});

describe('TLS', () => {
  const address = (host: string, ca: string) =>
    `postgresql://cinnabar@${host}:${primary.port}/postgres?sslmode=verify-full&sslrootcert=${join(dataDir, ca)}`;

  async function connected(connectionString: string): Promise<boolean | null> {
    const database = openDatabase({ address: { connectionString }, max: 1 });
    try {
      await requireAnswer(database);
      const { rows } = await sql<{ ssl: boolean }>`
        select ssl from pg_stat_ssl where pid = pg_backend_pid()
      `.execute(database.db);
      return rows[0]?.ssl ?? null;
    } finally {
      await database.close();
    }
  }

  test('is used with a certificate of the named authority', async () => {
    expect(await connected(address('127.0.0.1', 'ca.pem'))).toBe(true);
  });

  test('refuses a certificate of another authority, and one of another host', async () => {
    await expect(connected(address('127.0.0.1', 'other.pem'))).rejects.toThrow(
      /does not answer: .*certificate/,
    );
    await expect(connected(address('localhost', 'ca.pem'))).rejects.toThrow(/does not answer: .*altnames/);
  });
});
