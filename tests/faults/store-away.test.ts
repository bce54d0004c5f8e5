// @module-tag swift
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contractDownload, signContract } from '@cinnabar/api/operations/flows.js';
import { runCommandLine } from '@cinnabar/cli/command-line.js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  changedTables,
  type TableState,
  type TableWatch,
  watchTables,
} from '../conformance/support/table-state.js';
import { type RunningApp, startApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { type Fault, type FaultProxy, startFaultProxy } from '../support/fault-proxy.js';
import { inconsistencies } from '../support/flow-consistency.js';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  confirmByPassword,
  type FlowId,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  sealEverything,
  sign,
  startFlow,
} from '../support/given-flow.js';
import { jobsDone } from '../support/jobs-done.js';
import { signedFiles } from '../support/signed-files.js';
import { type SwiftServer, settingsOf, startSwift } from '../support/swift/swift-server.js';

let swift: SwiftServer;
let proxy: FaultProxy;
let database: FreshDatabase;
let dataDir: string;
let bucket: Record<string, string>;
/** Two processes of one service while its files are being moved: one writes to the bucket, one to the disk. */
let onBucket: RunningApp;
let onDisk: RunningApp;
let buyer: Enterprise;
let seller: Enterprise;
let template: GivenTemplate;
let tables: TableWatch;

beforeAll(async () => {
  swift = await startSwift();
  proxy = await startFaultProxy(swift.endpoint);
  bucket = settingsOf(await swift.newBucket(proxy.address));
  database = await freshDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-app-'));
  const start = (settings: Record<string, string>) =>
    startApp({ on: { database, dataDir }, settings: { ...bucket, ...settings } });
  onBucket = await start({ STORAGE: 's3', STORAGE_FALLBACK: 'disk' });
  onDisk = await start({ STORAGE: 'disk', STORAGE_FALLBACK: 's3', ROLE: 'web' });
  buyer = await givenEnterprise(onBucket);
  seller = await givenEnterprise(onBucket);
  await givenSeal(buyer);
  template = await givenTemplate(buyer.owner.client, {
    parties: [
      { flag: '甲方', mode: 3, signOrder: 1, area: true },
      { flag: '乙方', mode: 0, signOrder: 2, area: true },
    ],
    files: 2,
  });
  // The enterprise's certificate is issued with its first signature, whatever happens to that.
  await sign(buyer.owner, (await readyToSign()).flowId);
  tables = await watchTables(onBucket.app.database.pool);
});
afterEach(() => proxy.heal());
afterAll(async () => {
  tables.end();
  await onDisk.close();
  await onBucket.close();
  await database.drop();
  await proxy.close();
  await swift.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

const inProcess = ({ baseUrl }: RunningApp, person: Person): Person => ({
  ...person,
  client: new Client(baseUrl, person.client.headers),
});

async function settledState(): Promise<TableState> {
  await jobsDone(onBucket.app.database.pool);
  return tables.state();
}

async function readyToSign(): Promise<{ readonly flowId: FlowId; readonly body: object }> {
  const { flowId } = await startFlow(buyer.owner.client, template, {
    participantList: [as('乙方', seller.owner, seller)],
  });
  await confirmByPassword(buyer.owner, flowId);
  return { flowId, body: { flowId, signComponents: await sealEverything(buyer.owner, flowId) } };
}

async function pdfsOf(person: Person, flowId: FlowId): Promise<readonly Buffer[]> {
  return (await signedFiles(person, flowId)).map(({ pdf }) => Buffer.from(pdf));
}

/** Runs `cinnabar storage move` with the settings of a service. */
async function move(settings: Record<string, string>): Promise<unknown> {
  const printed: string[] = [];
  const code = await runCommandLine(['storage', 'move', '--json'], {
    environment: { DATA_DIR: dataDir, ...bucket, ...settings },
    stdout: (text) => printed.push(text),
    stderr: () => undefined,
  });
  expect(code).toBe(0);
  return JSON.parse(printed.join('\n'));
}

async function blobsOnDisk(): Promise<readonly string[]> {
  const entries = await readdir(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.endsWith('incoming'));
  return files.map((entry) => join(entry.parentPath, entry.name));
}

describe('an object store that fails during a signature', () => {
  test.each<[string, RegExp, Fault]>([
    ['cannot be reached', /./, 'refuse'],
    ['gets half of the second file', /^PUT .*blobs/, 'half-request'],
    ['answers reads by halves', /^GET .*blobs/, 'half-answer'],
  ])('%s: 503, nothing is changed, and the same request succeeds afterwards', async (_, which, fault) => {
    const { flowId, body } = await readyToSign();
    const headers = { 'idempotency-key': `store-${flowId}` };
    const before = await settledState();
    proxy.fail(which, fault);
    const failed = await buyer.owner.client.post(signContract.path, body, headers);
    expect(failed.status).toBe(503);
    expect(failed.headers.get('retry-after')).not.toBeNull();
    expect(changedTables(before, await tables.state())).toEqual([]);
    expect((await fetch(`${onBucket.baseUrl}/healthz`)).status).toBe(200);

    proxy.heal();
    const signed = await buyer.owner.client.post(signContract.path, body, headers);
    expect(signed.envelope).toMatchObject({ code: '0', data: { signStatus: 3 } });
    expect(await inconsistencies(onBucket.app.database.db, flowId)).toEqual([]);
    for (const pdf of await pdfsOf(buyer.owner, flowId))
      expect(pdf.toString('latin1')).toContain('/ByteRange');
  });

  test('for a moment: nobody notices, and the metrics count it', async () => {
    const { flowId, body } = await readyToSign();
    proxy.fail(/^PUT /, 'lose-answer', 1);
    proxy.fail(/^PUT /, 'busy', 1);
    proxy.fail(/^GET /, 'half-answer', 1);
    const signed = await buyer.owner.client.post(signContract.path, body);
    expect(signed.envelope).toMatchObject({ code: '0', data: { signStatus: 3 } });
    expect(await inconsistencies(onBucket.app.database.db, flowId)).toEqual([]);
    const metrics = await (await fetch(`${onBucket.baseUrl}/metrics`)).text();
    expect(metrics).toMatch(/storage_retries_total\{cause="connection"\} \d/);
    expect(metrics).toMatch(/storage_duration_seconds_count\{op="put",result="ok"\} \d/);
  });

  test('makes the process unready, and the download a 503 instead of part of a file', async () => {
    const { flowId } = await readyToSign();
    proxy.fail(/./, 'refuse');
    const { status, envelope } = await buyer.owner.client.post(contractDownload.path, { flowId });
    expect([status, envelope.data]).toEqual([503, null]);
    const ready = await fetch(`${onBucket.baseUrl}/readyz`);
    expect(await ready.json()).toMatchObject({
      checks: { storage: expect.stringMatching(/failed|timeout/) },
    });
  });
});

describe('files that are moved while two processes go on signing', () => {
  let flowId: FlowId;
  let before: readonly Buffer[];

  test('from the disk to the bucket are the same in both processes', async () => {
    flowId = (await readyToSign()).flowId;
    const another = await readyToSign();
    const diskBuyer = inProcess(onDisk, buyer.owner);
    // Its files were written to the bucket, and its signatures are written to the disk.
    await sign(diskBuyer, flowId);
    before = await pdfsOf(buyer.owner, flowId);
    expect((await blobsOnDisk()).length).toBeGreaterThan(0);
    const past = new Date(Date.now() - 7_200_000);
    for (const path of await blobsOnDisk()) await utimes(path, past, past);
    const [moved] = await Promise.all([
      move({ STORAGE: 's3', STORAGE_FALLBACK: 'disk' }),
      sign(buyer.owner, another.flowId),
    ]);
    expect(moved).toMatchObject({ from: 'disk', to: 's3', young: 0 });
    expect(await blobsOnDisk()).toEqual([]);
    expect(await pdfsOf(buyer.owner, flowId)).toEqual(before);
    expect(await pdfsOf(diskBuyer, flowId)).toEqual(before);
  });

  test('and back are on the disk, and the bucket is no longer needed', async () => {
    const another = await readyToSign();
    const diskBuyer = inProcess(onDisk, buyer.owner);
    await swift.advance(2);
    const [moved] = await Promise.all([
      move({ STORAGE: 'disk', STORAGE_FALLBACK: 's3' }),
      sign(diskBuyer, another.flowId),
    ]);
    expect(moved).toMatchObject({ from: 's3', to: 'disk' });
    proxy.fail(/./, 'refuse');
    expect(await pdfsOf(diskBuyer, flowId)).toEqual(before);
    expect(await pdfsOf(diskBuyer, another.flowId)).toHaveLength(2);
  });
});
