import { mkdtemp, rm, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { baseInfo } from '@cinnabar/api/operations/enterprise.js';
import { contractList } from '@cinnabar/api/operations/flows.js';
import { createCorp, prepareCorp } from '@cinnabar/server/areas/enterprise/index.js';
import { openDatabase } from '@cinnabar/server/database/connect.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type StartOptions, startApp } from '../support/app.js';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { actAs, demoText, readDemo } from './demo-json.js';
import { killWhileSeeding } from './kill-while-seeding.js';

// Every test starts several processes.
vi.setConfig({ testTimeout: 180_000 });

let database: FreshDatabase;
let dataDir: string;

async function prepare(): Promise<void> {
  database = await freshDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-seeding-'));
}

async function remove(): Promise<void> {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
}

function start(options: StartOptions = {}) {
  const settings = { BASE_URL: 'http://127.0.0.1:3000', ...options.settings };
  return startApp({ demoData: true, on: { database, dataDir }, ...options, settings });
}

/** Rows of every table to which a plain start does not write. */
async function countRows(): Promise<Record<string, number>> {
  const opened = openDatabase({ address: database.address, max: 1 });
  try {
    const tables = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public' order by tablename
    `.execute(opened.db);
    const counts: Record<string, number> = {};
    for (const { name } of tables.rows) {
      const result = await sql<{ total: number }>`select count(*) as total from ${sql.table(name)}`.execute(
        opened.db,
      );
      counts[name] = result.rows[0]?.total ?? 0;
    }
    // Notices of the unfinished flow are sent, and flows listed for the search, when jobs run; tokens are created by the
    // test itself.
    const { outbox, sandbox_messages, access_tokens, ...lasting } = counts;
    return Object.fromEntries(Object.entries(lasting).filter(([name]) => !name.startsWith('flow_search_')));
  } finally {
    await opened.close();
  }
}

/** Whether all the data exists, judged by what the last step creates. */
async function expectWhole(): Promise<void> {
  const running = await start();
  try {
    const demo = await readDemo(dataDir);
    const [first, second] = demo.enterprises;
    const owner = await actAs(running, first, first.owner);
    expect((await owner.data(baseInfo, {})).accountBalance).toBe(9_999);
    const counterparty = await actAs(running, second, second.owner);
    const flows = await counterparty.data(contractList, { docQueryType: 4 });
    expect(flows.map(({ flowStatus }) => flowStatus)).toEqual([2]);
  } finally {
    await running.close();
  }
}

describe('demo data that is complete', () => {
  beforeAll(async () => {
    await prepare();
    await (await start()).close();
  });
  afterAll(remove);

  it('is not changed by a second start', async () => {
    const before = [await demoText(dataDir), await countRows()];
    await (await start()).close();
    expect([await demoText(dataDir), await countRows()]).toEqual(before);
  });

  it('has demo.json written again with the same contents if it was lost', async () => {
    const before = await demoText(dataDir);
    await unlink(join(dataDir, 'demo.json'));
    await (await start()).close();
    expect(await demoText(dataDir)).toBe(before);
  });

  it('follows the address of the service', async () => {
    await (await start({ settings: { BASE_URL: 'https://sign.example.com' } })).close();
    expect((await readDemo(dataDir)).baseUrl).toBe('https://sign.example.com');
  });

  it('contains neither secrets nor passwords in plain text', async () => {
    const running = await start();
    const { enterprises, person } = await readDemo(dataDir);
    const { db } = running.app.database;
    const [settings, applications, members] = await Promise.all([
      db.selectFrom('settings').selectAll().execute(),
      db.selectFrom('applications').selectAll().execute(),
      db.selectFrom('members').selectAll().execute(),
    ]);
    await running.close();
    const stored = JSON.stringify([settings, applications, members]);
    for (const { appSecret, owner } of enterprises) {
      expect(stored).not.toContain(appSecret);
      expect(stored).not.toContain(`"${owner.signPwd}"`);
    }
    expect(stored).not.toContain(`"${person.signPwd}"`);
  });
});

describe('demo data that is missing', () => {
  beforeEach(prepare);
  afterEach(remove);

  it('is not created in a database that had enterprises before its first start', async () => {
    const running = await start({ demoData: false });
    const { services, database: opened } = running.app;
    const corp = await prepareCorp(services, { corpName: '先来的公司' });
    await transact(opened.db, (tx) =>
      createCorp(tx, services, corp, { contracts: 0, collections: 0 }, services.clock.now()),
    );
    await running.close();
    await (await start()).close();
    expect((await countRows())['corps']).toBe(1);
    await expect(demoText(dataDir)).rejects.toThrow('ENOENT');
  });

  it('is created once by two services starting concurrently on one database', async () => {
    const both = await Promise.all([start(), start()]);
    const counts = await countRows();
    await Promise.all(both.map((running) => running.close()));
    expect(counts).toMatchObject({ corps: 2, users: 5, templates: 1, flows: 1 });
    await expectWhole();
  });

  it.each(['corps', 'seals', 'templates', 'flows'])(
    'is complete after a restart if the service was killed while it wrote to %s',
    async (table) => {
      await killWhileSeeding({ database, dataDir }, table);
      const { corps, templates, flows } = await countRows();
      const nothing = [0, 0, 0];
      // The process may have finished before the kill.
      const everything = [2, 1, 1];
      expect([nothing, everything]).toContainEqual([corps, templates, flows]);
      await expectWhole();
    },
  );
});
