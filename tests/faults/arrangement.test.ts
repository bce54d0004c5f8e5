// @module-tag postgresql-15
// @module-tag haproxy
// @module-tag patroni
// @module-tag swift
/**
 * `npm run failover`: a contract goes its whole way through the arrangement of docs/scale.md, and what the arrangement
 * carries is printed beside what one process with the bundled database and a disk carries.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { baseInfo } from '@cinnabar/api/operations/enterprise.js';
import { contractDownload, contractEvidence, directSignFlow } from '@cinnabar/api/operations/flows.js';
import { uploadContractFile } from '@cinnabar/api/operations/templates.js';
import { verifyDocument } from '@cinnabar/api/operations/verification.js';
import type { DataOf } from '@cinnabar/api/wire.js';
import { startEmbedded } from '@cinnabar/server/database/embedded.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Journal } from '../campaign/support/journal.js';
import { givenLane, type Lane, signed } from '../campaign/support/lane.js';
import { freePort, type RunningApp, startApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { inconsistencies, ledgerProblems } from '../support/flow-consistency.js';
import type { Enterprise } from '../support/given-enterprise.js';
import { as, contractPdf, download, type FlowId, fillAll, sign, taskInfo } from '../support/given-flow.js';
import { flowToFill, givenParties, type Parties } from '../support/given-parties.js';
import { jobsDone } from '../support/jobs-done.js';
import { seededRandom } from '../support/seeded-random.js';
import { startServerProcess } from '../support/server-process.js';
import { toConnectionString } from '../support/test-database.js';
import { type Arrangement, startArrangement } from './arrangement.js';

/** Concurrent contracts of two people each. */
const LANES = 4;
const SECONDS = 20;
/** Signed files receive an archive timestamp once no further revision is to be expected. */
const ARCHIVE_AFTER_SECONDS = 301;

let arrangement: Arrangement;
let parties: Parties;

beforeAll(async () => {
  arrangement = await startArrangement();
  parties = await givenParties(arrangement.service);
}, 400_000);
afterAll(async () => {
  await arrangement?.close();
}, 120_000);

test('a contract is filled, signed, archived, downloaded and verified through it', async () => {
  const { service } = arrangement;
  const { buyer, seller } = parties;
  const flowId = await flowToFill(parties);
  await fillAll(seller.owner, flowId, '上海市');
  await sign(buyer.owner, flowId);
  await sign(seller.owner, flowId);
  expect((await taskInfo(buyer.owner, flowId)).flowStatus).toBe(3);
  await jobsDone(service.app.database.pool);
  await service.advance(ARCHIVE_AFTER_SECONDS);
  await jobsDone(service.app.database.pool);
  const archive = await service.app.database.db
    .selectFrom('flow_archives')
    .select(['archived', 'complete'])
    .where('flow_id', '=', flowId)
    .executeTakeFirstOrThrow();
  expect(archive).toEqual({ archived: true, complete: true });
  const bytes = await download(seller.owner, flowId);
  const file = { name: '合同.pdf', bytes };
  const { envelope } = await buyer.owner.client.upload<DataOf<typeof verifyDocument>>(
    verifyDocument.path,
    file,
  );
  expect(envelope.data).toMatchObject({ valid: true, record: { matches: true, flowId } });
  // Of both parties, and the archive timestamp.
  expect(envelope.data.signatures).toHaveLength(3);
  const evidence = await fetched(buyer, contractEvidence, { flowId, format: 'zip' });
  expect(evidence.byteLength).toBeGreaterThan(bytes.length);
});

test('a file that was uploaded is part of a contract, and downloaded as it was', async () => {
  const { buyer } = parties;
  const { client } = buyer.owner;
  const bytes = await contractPdf();
  const file = { name: '合同.pdf', bytes };
  const { envelope } = await client.upload<DataOf<typeof uploadContractFile>>(uploadContractFile.path, file);
  const { flowId } = await client.data(directSignFlow, {
    flowTitle: '直接发起',
    contractFileList: [envelope.data],
    participantList: [{ ...as('甲方', buyer.owner, buyer), participantType: 1 }],
  });
  const original = await fetched(buyer, contractDownload, { flowId, original: 1 });
  expect(Buffer.from(original).equals(bytes)).toBe(true);
});

test('what it carries, beside one process', async () => {
  const { service } = arrangement;
  const through = await carried(await lanesOf(service), service.baseUrl);
  await jobsDone(service.app.database.pool);
  const { db } = service.app.database;
  for (const flowId of through.flowIds) expect(await inconsistencies(db, flowId)).toEqual([]);
  expect(await ledgerProblems(db)).toEqual([]);
  const alone = await carriedByOne();
  const told = ({ requests, flowIds }: Carried) => ({
    'requests a second': (requests / SECONDS).toFixed(0),
    'contracts a second': (flowIds.length / SECONDS).toFixed(1),
  });
  console.log(`${LANES} lanes for ${SECONDS} s each, load ${loadavg()[0]?.toFixed(1)}`);
  console.table({ 'the arrangement': told(through), 'one process': told(alone) });
  expect(through.flowIds.length).toBeGreaterThan(0);
}, 400_000);

async function fetched(
  { owner: { client } }: Enterprise,
  { path }: typeof contractEvidence | typeof contractDownload,
  body: object,
): Promise<ArrayBuffer> {
  const response = await fetch(client.baseUrl + path, {
    method: 'POST',
    headers: { ...client.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return response.arrayBuffer();
}

interface Carried {
  /** Plain calls. */
  readonly requests: number;
  /** Contracts of two files that two people have signed by text message, and one has downloaded. */
  readonly flowIds: readonly FlowId[];
}

/** @param baseUrl where it is asked */
async function carried(lanes: readonly Lane[], baseUrl: string): Promise<Carried> {
  const asking = lanes[0]?.buyer.owner.client;
  if (asking === undefined) throw new Error('nobody to ask');
  const client = new Client(baseUrl, asking.headers);
  const requests = await forAWhile(4 * LANES, async () => {
    await client.data(baseInfo, {});
  });
  const journal = new Journal();
  await forAWhile(LANES, async (index) => {
    const lane = lanes[index];
    if (lane !== undefined) await signed(lane, { webs: [baseUrl], journal, random: seededRandom(index + 1) });
  });
  expect(journal.problems).toEqual([]);
  const flowIds = journal.acts.flatMap((act) => (act.kind === 'downloaded' ? [act.flowId] : []));
  return { requests, flowIds };
}

/** @returns how often it was done before the time was over, by this number at once */
async function forAWhile(atOnce: number, work: (index: number) => Promise<void>): Promise<number> {
  const end = performance.now() + SECONDS * 1000;
  let count = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async (_, index) => {
      while (performance.now() < end) {
        await work(index);
        count += 1;
      }
    }),
  );
  return count;
}

const lanesOf = (app: RunningApp) => Promise.all(Array.from({ length: LANES }, () => givenLane(app)));

/** The same of one process with the bundled, durable database and a disk. */
async function carriedByOne(): Promise<Carried> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-alone-'));
  const log = { info: () => undefined, warn: () => undefined, error: console.error };
  const embedded = await startEmbedded({ dataDir, log });
  try {
    const { address } = embedded;
    const connectionString = toConnectionString(address);
    const app = await startApp({
      on: { database: { address, connectionString, drop: async () => undefined }, dataDir },
      settings: { ROLE: 'web' },
    });
    const lanes = await lanesOf(app);
    await app.close();
    const port = await freePort();
    const process = await startServerProcess({
      dataDir,
      port,
      settings: { DATABASE_URL: connectionString },
    });
    try {
      return await carried(lanes, `http://127.0.0.1:${port}`);
    } finally {
      await process.stop();
    }
  } finally {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
