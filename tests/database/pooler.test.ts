// @module-tag pgbouncer
/** A web and a worker process through PgBouncer, which gives server sessions to transactions. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { baseInfo } from '@cinnabar/api/operations/enterprise.js';
import { openDatabase } from '@cinnabar/server/database/connect.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, type RunningApp, startApp } from '../support/app.js';
import { commandLine, type Diagnosis } from '../support/cinnabar.js';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { download, sign, taskInfo } from '../support/given-flow.js';
import { flowToSign, givenParties } from '../support/given-parties.js';
import { jobsDone } from '../support/jobs-done.js';
import { type Pooler, startPgbouncer } from '../support/pgbouncer.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';

const OF_SESSIONS = 'options,statement_timeout,idle_in_transaction_session_timeout';
const OF_ACCOUNT = [
  "timezone = ''UTC''",
  'jit = off',
  "statement_timeout = ''30s''",
  "idle_in_transaction_session_timeout = ''60s''",
];

let database: FreshDatabase;
let folder: string;
let pooler: Pooler;
let settings: Readonly<Record<string, string>>;

beforeAll(async () => {
  database = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'cinnabar-pooled-'));
  pooler = await startPgbouncer(database, 'transaction', OF_SESSIONS);
  settings = {
    DATABASE_URL: pooler.connectionString,
    DATABASE_DIRECT_URL: database.connectionString,
    DATABASE_PREPARED: 'false',
  };
});
afterAll(async () => {
  await pooler.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

async function examine(given: Readonly<Record<string, string>>): Promise<Diagnosis> {
  const { out } = await commandLine({ DATA_DIR: folder, PORT: '0', ...given }, 'doctor', '--json');
  const diagnosis: Diagnosis = JSON.parse(out);
  return diagnosis;
}

const pooling = ({ findings }: Diagnosis) => findings.filter(({ check }) => check === 'pooler');

test('contracts are signed, many at once, and their events are sent', async () => {
  const web: RunningApp = await startApp({
    on: { database, dataDir: folder },
    settings: { ...settings, ROLE: 'web', DATABASE_CONNECTIONS: '12' },
  });
  let worker: ServerProcess | null = null;
  try {
    worker = await startServerProcess({
      dataDir: folder,
      port: await freePort(),
      settings: { ...settings, ROLE: 'worker' },
    });
    const parties = await givenParties(web);
    const { buyer, seller } = parties;
    const flows = await Promise.all([flowToSign(parties), flowToSign(parties)]);
    await Promise.all(
      flows.map(async (flowId) => {
        await sign(buyer.owner, flowId);
        await sign(seller.owner, flowId);
        expect((await taskInfo(seller.owner, flowId)).flowStatus).toBe(3);
      }),
    );
    expect((await download(seller.owner, flows[0])).length).toBeGreaterThan(10_000);
    // More requests than sessions, of which each statement gets any.
    const asked = Array.from({ length: 30 }, () => buyer.owner.client.call(baseInfo, {}));
    for (const { status } of await Promise.all(asked)) expect(status).toBe(200);
    await jobsDone(web.app.database.pool);
  } finally {
    await worker?.stop();
    await web.close();
  }
}, 180_000);

test('doctor notices prepared statements in a pooler of transactions', async () => {
  const { DATABASE_URL = '' } = settings;
  const [first] = pooling(await examine({ DATABASE_URL }));
  expect(first).toMatchObject({ status: 'error' });
  expect(first?.remedy).toContain('DATABASE_PREPARED=false');
  const direct = { ...settings, DATABASE_DIRECT_URL: DATABASE_URL };
  expect(pooling(await examine(direct)).map(({ status }) => status)).toEqual(['warn', 'error']);
});

test('doctor notices them in a pooler before the replica, too', async () => {
  const { DATABASE_URL: pooled = '' } = settings;
  const reading = { DATABASE_URL: database.connectionString, DATABASE_READ_URL: pooled };
  const [found, ...others] = pooling(await examine(reading));
  expect([found?.status, others]).toEqual(['error', []]);
  expect([found?.message, found?.remedy].join()).toMatch(/^DATABASE_READ_URL is .*set DATABASE_READ_URL to/);
  const unprepared = { ...settings, DATABASE_READ_URL: pooled };
  expect(pooling(await examine(unprepared)).map(({ status }) => status)).toEqual(['warn', 'warn']);
  // The check of the replica says so.
  const nobody = { ...reading, DATABASE_READ_URL: 'postgresql://cinnabar@127.0.0.1:1/cinnabar' };
  expect(pooling(await examine(nobody))).toEqual([]);
});

test('a pooler of sessions is as good as the server', async () => {
  const sessions = await startPgbouncer(database, 'session', OF_SESSIONS);
  try {
    expect(pooling(await examine({ DATABASE_URL: sessions.connectionString }))).toEqual([]);
    const app = await startApp({
      on: { database, dataDir: folder },
      settings: { DATABASE_URL: sessions.connectionString },
    });
    const parties = await givenParties(app);
    await flowToSign(parties);
    await jobsDone(app.app.database.pool);
    await app.close();
  } finally {
    await sessions.stop();
  }
}, 90_000);

test('a pooler that refuses settings of sessions is named in the error; the account can have them', async () => {
  expect(pooling(await examine(settings))).toMatchObject([{ status: 'warn' }]);
  const { pool, close } = openDatabase({ address: database.address, max: 1 });
  for (const setting of OF_ACCOUNT) {
    await pool.query(
      `do $$ begin execute format('alter role %I in database %I set ${setting}', current_user, current_database()); end $$`,
    );
  }
  await close();
  const strict = await startPgbouncer(database, 'transaction');
  try {
    const given = { ...settings, DATABASE_URL: strict.connectionString };
    expect(pooling(await examine(given))).toMatchObject([{ status: 'ok' }]);
    const { findings } = await examine({ DATABASE_URL: strict.connectionString });
    const found = findings.find(({ check }) => check === 'database');
    expect(found?.message).toContain('DATABASE_PREPARED=false and DATABASE_DIRECT_URL');
  } finally {
    await strict.stop();
  }
});
