// @module-tag haproxy
// @module-tag swift
/**
 * Two web processes behind HAProxy, a worker, and a bucket; each process has a folder of its own, as on a machine of its
 * own. They are started at once, drained, replaced and killed while they are used.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { baseInfo } from '@cinnabar/api/operations/enterprise.js';
import { getSignUrl, signComponentList, signWish } from '@cinnabar/api/operations/flows.js';
import { sendSmsVerifyCode } from '@cinnabar/api/operations/sms.js';
import { Cinnabar } from '@cinnabar/sdk';
import { newMasterKey } from '@cinnabar/server/custody/master-key.js';
import { migrateDatabase } from '@cinnabar/server/database/migrate.js';
import { migrations } from '@cinnabar/server/database/migrations/index.js';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, type RunningApp, startApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { enterLink } from '../support/enter-link.js';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { as, contractPdf, download, fillAll, sign, taskInfo } from '../support/given-flow.js';
import { flowToFill, flowToSign, givenParties, type Parties } from '../support/given-parties.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { type SwiftServer, settingsOf, startSwift } from '../support/swift/swift-server.js';
import { openProxy, type ReverseProxy } from './haproxy.js';

const CALLS = 6;

let database: FreshDatabase;
let folder: string;
let store: SwiftServer;
/** Of every process. */
let settings: Readonly<Record<string, string>>;
let proxy: ReverseProxy;
let ports: readonly [number, number];
let webs: ServerProcess[];
/** Through the proxy; what only tests do is done by the worker, which runs in this process. */
let service: RunningApp;
let parties: Parties;

beforeAll(async () => {
  database = await freshDatabase({ migrated: false });
  folder = await mkdtemp(join(tmpdir(), 'cinnabar-many-'));
  store = await startSwift();
  proxy = await openProxy(folder);
  settings = {
    BASE_URL: proxy.baseUrl,
    MASTER_KEY: newMasterKey(),
    STORAGE: 's3',
    ...settingsOf(await store.newBucket()),
  };
  ports = [await freePort(), await freePort()];
  const [first, second, worker] = await Promise.all([
    startWeb(ports[0]),
    startWeb(ports[1]),
    startApp({
      on: { database, dataDir: join(folder, 'worker') },
      settings: { ...settings, ROLE: 'worker' },
    }),
  ]);
  webs = [first, second];
  const client = new Client(proxy.baseUrl);
  service = { ...worker, baseUrl: proxy.baseUrl, client, post: client.post.bind(client) };
  await proxy.start(ports);
  parties = await givenParties(service);
});
afterAll(async () => {
  await proxy.stop();
  for (const each of webs) await each.killEverything();
  await service.close();
  await database.drop();
  await store.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

async function startWeb(port: number): Promise<ServerProcess> {
  const dataDir = join(folder, `web-${port}`);
  await mkdir(dataDir, { recursive: true });
  return startServerProcess({
    dataDir,
    port,
    settings: {
      ...settings,
      ROLE: 'web',
      // Longer than the test: a process that drains ends when the test kills it.
      DRAIN_SECONDS: '600',
      TRUST_PROXY: 'true',
      DATABASE_URL: database.connectionString,
    },
  });
}

test('a contract is signed by requests that alternate between two processes', async () => {
  const { buyer, seller } = parties;
  const flowId = await flowToFill(parties);
  await fillAll(seller.owner, flowId, '上海市');
  const key = { 'idempotency-key': 'seal-42' };
  const seal = { sealName: '公章', sealStyle: 1, categoryType: 'CONTRACT', sealHorizontalText: '公章' };
  const answers = [
    await seller.owner.client.post('/seal/createSealByTemplate', seal, key),
    await seller.owner.client.post('/seal/createSealByTemplate', seal, key),
  ];
  expect(answers.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
  expect(answers[1]?.envelope).toEqual(answers[0]?.envelope);
  await sign(buyer.owner, flowId);
  await sign(seller.owner, flowId);
  expect((await taskInfo(buyer.owner, flowId)).flowStatus).toBe(3);
  expect((await download(seller.owner, flowId)).length).toBeGreaterThan(10_000);
  for (const name of ['web1', 'web2']) expect((await proxy.server(name)).requests).toBeGreaterThan(5);
});

test('wrong passwords are counted together', async () => {
  const { owner } = parties.buyer;
  const flowId = await flowToSign(parties);
  const codes: string[] = [];
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const { envelope } = await owner.client.call(signWish, { flowId, authType: 'pwd', signPwd: '135790' });
    codes.push(envelope.code);
  }
  expect(codes).toEqual(['1402', '1402', '1402', '1402', '1402', '1404']);
});

test('a person who came in by a link at one process goes on at both, and waits for a second code at both', async () => {
  const { owner } = parties.seller;
  const flowId = await flowToSign(parties);
  const url = await owner.client.data(getSignUrl, { flowId });
  const session = await enterLink(service, url, owner);
  for (let call = 0; call < 4; call += 1) {
    expect(await session.client.data(signComponentList, { flowId })).not.toEqual([]);
  }
  const send = () => owner.client.call(sendSmsVerifyCode, { mobile: owner.mobile, smsType: 'sign' });
  expect((await send()).status).toBe(200);
  expect((await send()).envelope.reason).toBe('CODE_LIMITED');
});

test('an application that is disabled is refused by every process within seconds', async () => {
  const corp = parties.seller;
  const ask = async () => (await corp.owner.client.call(baseInfo, {})).status;
  expect([await ask(), await ask()]).toEqual([200, 200]);
  const { db } = service.app.database;
  const { appId } = corp;
  await db.updateTable('applications').set({ status: 'disabled' }).where('app_id', '=', appId).execute();
  await expect.poll(async () => [await ask(), await ask()], { timeout: 15_000 }).toEqual([401, 401]);
  await db.updateTable('applications').set({ status: 'enabled' }).where('app_id', '=', appId).execute();
  await expect.poll(async () => [await ask(), await ask()], { timeout: 15_000 }).toEqual([200, 200]);
});

test('a process is replaced during an upgrade of the schema, and no request fails', async () => {
  const { client } = parties.buyer.owner;
  const expand = {
    name: '9999-expand',
    migration: {
      up: async (db: Parameters<(typeof migrations)[number]['migration']['up']>[0]) => {
        await sql`alter table flows add column added_by_the_next_version integer default 1`.execute(db);
      },
    },
  };
  expect(await migrateDatabase(service.app.database, [...migrations, expand])).toEqual(['9999-expand']);
  const statuses = new Set<number>();
  const ask = async () => statuses.add((await client.call(baseInfo, {})).status);
  const [leaving] = webs;
  void leaving?.stop();
  while ((await proxy.server('web1')).isUp) await ask();
  for (let request = 0; request < 10; request += 1) await ask();
  expect([...statuses]).toEqual([200]);
  const ready = await fetch(`http://127.0.0.1:${ports[0]}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'stopping', checks: {} }]);
  const alive = await fetch(`http://127.0.0.1:${ports[0]}/healthz`);
  expect([alive.status, alive.headers.get('connection')]).toEqual([200, 'close']);
  await leaving?.killEverything();
  webs[0] = await startWeb(ports[0]);
  await proxy.inService('web1');
});

test('a process is killed in the middle: every call is answered, and carried out once', async () => {
  const { appId, appSecret, owner } = parties.buyer;
  let broken = 0;
  const cinnabar = new Cinnabar({
    baseUrl: proxy.baseUrl,
    appId,
    appSecret,
    userId: owner.userId,
    retries: 100,
    timeoutMs: 100_000,
    fetch: async (...request) => {
      const response = await fetch(...request);
      if (response.status === 502) broken += 1;
      return response;
    },
  });
  const before = await cinnabar.corp.baseInfo();
  const file = await cinnabar.template.uploadContractFile({
    file: await contractPdf(),
    fileName: '合同.pdf',
  });
  const titles = Array.from({ length: CALLS }, (_, index) => `只此一份 ${index}`);
  const start = (flowTitle: string) =>
    cinnabar.signTask.directSignFlow({
      flowTitle,
      contractFileList: [file],
      participantList: [{ ...as('甲方', owner, parties.buyer), participantType: 1 }],
    });
  const { db } = service.app.database;
  const calls = await db.transaction().execute(async (tx) => {
    await sql`lock table flows in exclusive mode`.execute(tx);
    const started = titles.map(start);
    const writing = sql`select from pg_locks where not granted and relation = 'flows'::regclass`;
    // A job may wait for the table, too.
    const count = async () => (await writing.execute(db)).rows.length;
    await expect.poll(count).toBeGreaterThanOrEqual(CALLS);
    await webs[0]?.killEverything();
    return { started };
  });
  // The keys of the killed process are free after their lease.
  await service.advance(11);
  const flowIds = (await Promise.all(calls.started)).map(({ flowId }) => flowId);
  expect(broken).toBeGreaterThan(0);
  const { items } = await cinnabar.signTask.contract.list({ flowTitle: '只此一份' });
  expect(items.map(({ flowId }) => flowId).toSorted()).toEqual(flowIds.toSorted());
  expect((await cinnabar.corp.baseInfo()).accountBalance).toBe(before.accountBalance - CALLS);
});
