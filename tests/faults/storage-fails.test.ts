import { setTimeout } from 'node:timers/promises';
import { contractDownload, signContract, startSignFlow } from '@cinnabar/api/operations/flows.js';
import { SpooledFile } from '@cinnabar/server/storage/spooled-file.js';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  changedTables,
  type TableState,
  type TableWatch,
  watchTables,
} from '../conformance/support/table-state.js';
import { type RunningApp, startApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { inconsistencies } from '../support/flow-consistency.js';
import { freshDatabase } from '../support/fresh-database.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import {
  as,
  confirmByPassword,
  contractPdf,
  type FlowId,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  sealEverything,
  sign,
  startFlow,
} from '../support/given-flow.js';
import { givenParties } from '../support/given-parties.js';
import { jobsDone } from '../support/jobs-done.js';
import { pemOf, signatureProblems, signedFiles } from '../support/signed-files.js';
import { CrowdedService } from './crowded-service.js';
import { SmallDisk } from './full-disk.js';

let app: RunningApp;
let buyer: Enterprise;
let seller: Enterprise;
let template: GivenTemplate;
let tables: TableWatch;

beforeAll(async () => {
  app = await startApp();
  buyer = await givenEnterprise(app);
  seller = await givenEnterprise(app);
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
  tables = await watchTables(app.app.database.pool);
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(async () => {
  tables.end();
  await app.close();
});

const fullDisk = () => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });

/** After all events of earlier requests have been processed. */
async function settledState(): Promise<TableState> {
  await jobsDone(app.app.database.pool);
  return tables.state();
}

/** From its n-th use on (from 1) the store fails at this. */
function breakStore(does: 'put' | 'get', from: number): void {
  const { blobs } = app.app.services;
  let uses = 0;
  function failing<Given extends unknown[], Result>(
    sound: (...given: Given) => Promise<Result>,
  ): (...given: Given) => Promise<Result> {
    return (...given) => {
      uses += 1;
      return uses < from ? sound(...given) : Promise.reject(fullDisk());
    };
  }
  if (does === 'put') vi.spyOn(blobs, 'put').mockImplementation(failing(blobs.put.bind(blobs)));
  else vi.spyOn(blobs, 'get').mockImplementation(failing(blobs.get.bind(blobs)));
}

async function readyToSign(): Promise<{ readonly flowId: FlowId; readonly body: object }> {
  const { flowId } = await startFlow(buyer.owner.client, template, {
    participantList: [as('乙方', seller.owner, seller)],
  });
  await confirmByPassword(buyer.owner, flowId);
  return { flowId, body: { flowId, signComponents: await sealEverything(buyer.owner, flowId) } };
}

describe('a store that fails during a signature', () => {
  test.each([
    ['cannot write the first file', 'put', 1],
    ['cannot write the second file', 'put', 2],
    ['cannot read the second file', 'get', 3],
  ] as const)(
    '%s: 5xx, nothing is changed, and the same request succeeds afterwards',
    async (_, does, from) => {
      const { flowId, body } = await readyToSign();
      const headers = { 'idempotency-key': `store-${flowId}` };
      const before = await settledState();
      breakStore(does, from);
      const failed = await buyer.owner.client.post(signContract.path, body, headers);
      expect(failed.status).toBeGreaterThanOrEqual(500);
      expect(failed.envelope).toMatchObject({ code: String(failed.status), data: null });
      expect(failed.envelope.msg).not.toMatch(/ENOSPC|space/);
      expect(changedTables(before, await tables.state())).toEqual([]);

      vi.restoreAllMocks();
      const signed = await buyer.owner.client.post(signContract.path, body, headers);
      expect(signed.envelope).toMatchObject({ code: '0', data: { signStatus: 3 } });
      expect(await inconsistencies(app.app.database.db, flowId)).toEqual([]);
      const { authority } = app.app.services;
      const rootPem = pemOf((await authority.trustAnchors())[0] ?? new Uint8Array());
      const signer = await signerOf(flowId);
      for (const file of await signedFiles(buyer.owner, flowId)) {
        expect(signatureProblems(file, [signer], rootPem)).toEqual([]);
      }
    },
  );
});

async function signerOf(flowId: FlowId): Promise<number> {
  const { participant_id } = await app.app.database.db
    .selectFrom('flow_participants')
    .select('participant_id')
    .where('flow_id', '=', flowId)
    .where('sign_status', '=', 3)
    .executeTakeFirstOrThrow();
  return participant_id;
}

test('a store that fails during a start: 5xx, no flow and no charge', async () => {
  const before = await settledState();
  breakStore('put', 2);
  const body = {
    templateId: template.templateId,
    participantList: [as('乙方', seller.owner, seller)],
  };
  const { status } = await buyer.owner.client.post(startSignFlow.path, body);
  expect(status).toBeGreaterThanOrEqual(500);
  expect(changedTables(before, await tables.state())).toEqual([]);
});

test('a store that cannot read: 5xx instead of part of a file', async () => {
  const { flowId } = await readyToSign();
  breakStore('get', 2);
  const { status, envelope } = await buyer.owner.client.post(contractDownload.path, { flowId });
  expect(status).toBeGreaterThanOrEqual(500);
  expect(envelope.data).toBeNull();
});

test('a disk that is full while a file arrives: 5xx, and the same upload succeeds afterwards', async () => {
  const bytes = Uint8Array.from(await contractPdf());
  const upload = () => buyer.owner.client.upload('/template/uploadContractFile', { name: '合同.pdf', bytes });
  const before = await settledState();
  vi.spyOn(SpooledFile.prototype, 'append').mockImplementation(async () => {
    // A disk says so after a while, when the rest of a small body has arrived too.
    await setTimeout(50);
    throw fullDisk();
  });
  const { status, envelope } = await upload();
  expect(status).toBeGreaterThanOrEqual(500);
  expect(envelope.msg).not.toMatch(/ENOSPC|space/);
  expect(changedTables(before, await tables.state())).toEqual([]);
  vi.restoreAllMocks();
  expect((await upload()).envelope.code).toBe('200');
});

/** `npm run campaign -- disk`: takes root, which CI need not be. */
if (process.env['FULL_DISK'] === 'yes') {
  test('a disk without a byte left: acts are refused and change nothing, until there is room again', async () => {
    const disk = await SmallDisk.mount(64);
    onTestFinished(() => disk.unmount());
    const database = await freshDatabase();
    const service = await startApp({ on: { database, dataDir: disk.folder } });
    const watched = await watchTables(service.app.database.pool);
    try {
      const parties = await givenParties(service);
      const { owner } = parties.buyer;
      const participantList = [as('乙方', parties.seller.owner, parties.seller)];
      // The initiator's value makes a start write its file.
      const { templateId } = await givenTemplate(owner.client, {
        parties: [
          { flag: '甲方', mode: 3, controls: ['amount'], area: true },
          { flag: '乙方', area: true },
        ],
      });
      const fillComponents = [{ componentKey: 'amount', componentValue: '一万元整' }];
      const start = { templateId, participantList, autoFill: 2, fillComponents };
      const headers = { 'idempotency-key': 'full-disk' };
      await jobsDone(service.app.database.pool);
      const before = await watched.state();
      const bytes = Uint8Array.from(await contractPdf());
      const file = { name: '合同.pdf', bytes, mediaType: 'application/pdf' };
      const upload = () => owner.client.upload('/template/uploadContractFile', file);
      await disk.fill();
      for (let round = 0; round < 10; round += 1) {
        const answers = [await owner.client.post(startSignFlow.path, start, headers), await upload()];
        for (const { status, envelope } of answers) {
          expect(status).toBeGreaterThanOrEqual(500);
          expect(envelope.msg).not.toMatch(/ENOSPC|space/);
        }
      }
      expect((await fetch(`${service.baseUrl}/healthz`)).status).toBe(200);
      expect(changedTables(before, await watched.state())).toEqual([]);
      await disk.makeRoom();
      const started = await owner.client.post(startSignFlow.path, start, headers);
      expect(started.envelope).toMatchObject({ code: '200' });
      expect((await upload()).envelope.code).toBe('200');
    } finally {
      watched.end();
      await service.close();
      await database.drop();
    }
  });

  test('a disk without a byte left below the database too: nothing is answered that is not kept', async () => {
    const disk = await SmallDisk.mount(640);
    onTestFinished(() => disk.unmount());
    const crowded = await CrowdedService.start(disk.folder);
    try {
      const { buyer, seller, template } = await givenParties(crowded.app);
      const participantList = [as('乙方', seller.owner, seller)];
      const body = { templateId: template.templateId, participantList };
      const start = async (key: string): Promise<FlowId | null> => {
        const client = new Client(crowded.app.baseUrl, buyer.owner.client.headers);
        const { status, envelope } = await client.call(startSignFlow, body, { 'idempotency-key': key });
        return status === 200 && envelope.code === '200' ? envelope.data.flowId : null;
      };
      const startUnlessGone = (key: string) => start(key).catch(() => null);
      const keys = Array.from({ length: 12 }, (_, number) => `crowded-${number}`);
      await disk.fill();
      const early = await Promise.all(keys.slice(0, 6).map(startUnlessGone));
      await crowded.exhaustLog();
      const late = await Promise.all(keys.slice(6).map(startUnlessGone));
      expect(late).toContain(null);
      await disk.makeRoom();
      await crowded.startAgain();
      const before = [...early, ...late];
      const after: (FlowId | null)[] = [];
      for (const key of keys) after.push(await start(key));
      expect(after).not.toContain(null);
      expect(new Set(after).size).toBe(keys.length);
      for (const [index, flowId] of before.entries()) if (flowId !== null) expect(after[index]).toBe(flowId);
      for (const flowId of after) {
        if (flowId !== null) expect(await inconsistencies(crowded.app.app.database.db, flowId)).toEqual([]);
      }
    } finally {
      await crowded.stop();
    }
  });
}
