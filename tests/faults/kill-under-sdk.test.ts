/** kill -9 of the service during an act: the SDK waits until the key is free, and the act is carried out once. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cinnabar, StillRunning } from '@cinnabar/sdk';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, type RunningApp, startApp } from '../support/app.js';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { as, contractPdf } from '../support/given-flow.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';

const KEY = 'order-42/contract';

let database: FreshDatabase;
let dataDir: string;
/** A service beside the killed one: reads the database and moves the clock of both. */
let beside: RunningApp;
let enterprise: Enterprise;
let port: number;
let service: ServerProcess;

beforeAll(async () => {
  database = await freshDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-kill-'));
  beside = await startApp({ on: { database, dataDir } });
  enterprise = await givenEnterprise(beside);
  port = await freePort();
  service = await start();
});
afterAll(async () => {
  await service.killEverything();
  await beside.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

const start = () =>
  startServerProcess({
    dataDir,
    port,
    settings: { ROLE: 'web', DATABASE_URL: database.connectionString },
  });

/** How often the service has reported the request as still running. */
let runs = 0;

function client(): Cinnabar {
  const { appId, appSecret, owner } = enterprise;
  return new Cinnabar({
    baseUrl: `http://127.0.0.1:${port}`,
    appId,
    appSecret,
    userId: owner.userId,
    // On a busy machine starting a process takes longer than the delays of four retries.
    retries: 100,
    timeoutMs: 100_000,
    fetch: async (...request) => {
      const response = await fetch(...request);
      if (response.status === 409) runs += 1;
      return response;
    },
  });
}

/** Kills the service while an act holds its key and waits for a lock. */
async function killWhileWriting(): Promise<void> {
  const { db } = beside.app.database;
  await db.transaction().execute(async (tx) => {
    await sql`lock table flows in exclusive mode`.execute(tx);
    const keys = db.selectFrom('idempotency_keys').select('state').where('key', '=', KEY);
    await expect.poll(() => keys.execute()).toEqual([{ state: 'running' }]);
    const writing = sql<{ pid: number }>`
      select pid from pg_locks where not granted and relation = 'flows'::regclass`;
    await expect.poll(async () => (await writing.execute(db)).rows.length).toBe(1);
    await service.killEverything();
  });
  // On a busy machine the restart may take longer than the dead process's lease of 10 seconds. One of over a minute is void.
  await db
    .updateTable('idempotency_keys')
    .set({ lease: sql<Date>`lease + interval '45 seconds'` })
    .where('key', '=', KEY)
    .execute();
}

test('a call survives the process that carried it out, and starts one contract', async () => {
  const cinnabar = client();
  const file = await cinnabar.template.uploadContractFile({
    file: await contractPdf(),
    fileName: '合同.pdf',
  });
  const before = await cinnabar.corp.baseInfo();
  const ask = (options: { readonly timeoutMs?: number } = {}) =>
    cinnabar.signTask.directSignFlow(
      {
        flowTitle: '只此一份',
        contractFileList: [file],
        participantList: [{ ...as('甲方', enterprise.owner, enterprise), participantType: 1 }],
      },
      { idempotencyKey: KEY, ...options },
    );
  const call = ask();
  await killWhileWriting();
  service = await start();
  await expect.poll(() => runs).toBeGreaterThan(3);

  const impatient: unknown = await ask({ timeoutMs: 3000 }).catch((error: unknown) => error);
  expect(impatient).toBeInstanceOf(StillRunning);
  expect(impatient).toMatchObject({ kind: 'still-running', idempotencyKey: KEY, timeoutMs: 3000 });

  await beside.advance(11 * 60);
  const { flowId } = await call;
  expect((await ask()).flowId).toBe(flowId);
  const { items } = await cinnabar.signTask.contract.list({ flowTitle: '只此一份' });
  expect(items.map((flow) => flow.flowId)).toEqual([flowId]);
  expect((await cinnabar.corp.baseInfo()).accountBalance).toBe(before.accountBalance - 1);
});
