/** Entries of the audit: exports, and contracts seen by right. */
import {
  contractDownload,
  contractExport,
  contractTaskInfo,
  enterpriseContractsExport,
} from '@cinnabar/api/operations/flows.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { as, type GivenTemplate, givenTemplate, startFlow } from '../support/given-flow.js';

let running: RunningApp;
let buyer: Enterprise;
let supplier: Enterprise;
let clerk: Person;
let template: GivenTemplate;

beforeAll(async () => {
  running = await startApp();
  buyer = await givenEnterprise(running);
  supplier = await givenEnterprise(running);
  clerk = await buyer.member();
  template = await givenTemplate(buyer.owner.client, {
    parties: [
      { flag: '甲方', mode: 3, area: true },
      { flag: '乙方', area: true },
    ],
  });
});

afterAll(() => running.close());

const started = (more: Readonly<Record<string, string | 0 | 1>> = {}) =>
  startFlow(clerk.client, template, { participantList: [as('乙方', supplier.owner, supplier)], ...more });

function entriesOf(person: Person) {
  return running.app.database.db
    .selectFrom('audit_entries as entry')
    .innerJoin('audit_personal_data as personal', 'personal.entry_id', 'entry.entry_id')
    .select(['corp_id', 'user_id', 'app_id', 'act', 'object_kind', 'object_id', 'after', 'source'])
    .select(['request_id', 'made_at', 'address', 'texts'])
    .where('user_id', '=', person.userId)
    .orderBy('entry.entry_id')
    .execute();
}

function post(person: Person, path: string, body: object): Promise<Response> {
  const { baseUrl, headers } = person.client;
  const json = { 'content-type': 'application/json', ...headers };
  return fetch(baseUrl + path, { method: 'POST', headers: json, body: JSON.stringify(body) });
}

describe('an export', () => {
  test('is an entry with scope and number of contracts; search texts are kept apart and masked', async () => {
    const manager = await buyer.member(['CONTRACT_ADMIN']);
    await started({ templateName: '年度采购' });
    const answer = await post(manager, enterpriseContractsExport.path, {
      mobile: supplier.owner.mobile,
      flowStatusList: [2],
    });
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
    const [entry, ...others] = await entriesOf(manager);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      corp_id: buyer.corpId,
      app_id: buyer.appId,
      act: 'contract.export',
      object_kind: null,
      after: { scope: 'enterprise', contracts: 1, statuses: [2] },
      source: 'interface',
      request_id: answer.headers.get('x-request-id'),
      address: '127.0.0.1',
    });
    expect(entry?.texts).toEqual({
      flowTitle: null,
      mobile: `${supplier.owner.mobile.slice(0, 3)}****${supplier.owner.mobile.slice(-4)}`,
      participantName: null,
    });
  });

  test('of one’s own contracts is an entry too, an export of nothing is none', async () => {
    const member = await buyer.member();
    expect((await post(member, contractExport.path, {})).status).toBe(404);
    expect(await entriesOf(member)).toEqual([]);
    await started();
    await (await post(clerk, contractExport.path, {})).arrayBuffer();
    expect(await entriesOf(clerk)).toMatchObject([{ act: 'contract.export', after: { scope: 'own' } }]);
  });
});

describe('a contract seen by right', () => {
  test('is one entry per person in ten minutes, whatever they look at', async () => {
    const manager = await buyer.member(['CONTRACT_ADMIN']);
    const { flowId } = await started();
    await manager.client.data(contractTaskInfo, { flowId });
    expect((await post(manager, contractDownload.path, { flowId })).status).toBe(200);
    expect(await entriesOf(manager)).toMatchObject([
      { corp_id: buyer.corpId, act: 'contract.read', object_kind: 'contract', object_id: flowId, texts: {} },
    ]);
    await running.advance(11 * 60);
    await manager.client.data(contractTaskInfo, { flowId });
    expect(await entriesOf(manager)).toHaveLength(2);
  });

  test('is one entry even if their pages ask for everything at once', async () => {
    const manager = await buyer.member(['CONTRACT_ADMIN']);
    const { flowId } = await started();
    const held = await running.app.database.pool.connect();
    await held.query('begin; lock table audit_entries in share mode');
    const reads = Array.from({ length: 4 }, () => manager.client.data(contractTaskInfo, { flowId }));
    const waiting = "select from pg_locks where not granted and relation = 'audit_entries'::regclass";
    await expect.poll(async () => (await held.query(waiting)).rowCount).toBeGreaterThan(0);
    // All of them get as far as they can before the first entry is written.
    await held.query('select pg_sleep(0.3); commit');
    held.release();
    await Promise.all(reads);
    expect(await entriesOf(manager)).toHaveLength(1);
  });

  test('is no entry for whoever has a part in it', async () => {
    const { flowId } = await started();
    await clerk.client.data(contractTaskInfo, { flowId });
    await supplier.owner.client.data(contractTaskInfo, { flowId });
    const acts = (await entriesOf(clerk)).map(({ act }) => act);
    expect(acts).not.toContain('contract.read');
    expect(await entriesOf(supplier.owner)).toEqual([]);
  });

  test('is no entry where it is refused', async () => {
    const colleague = await buyer.member();
    const manager = await buyer.member(['CONTRACT_ADMIN']);
    const { flowId } = await started();
    const secret = await started({ privaryFlag: 1 });
    expect((await colleague.client.call(contractTaskInfo, { flowId })).status).toBe(403);
    expect((await manager.client.call(contractTaskInfo, { flowId: secret.flowId })).status).toBe(404);
    expect(await entriesOf(colleague)).toEqual([]);
    expect(await entriesOf(manager)).toEqual([]);
  });
});

test('personal data of an entry can be erased but not changed, and the entry remains', async () => {
  const { db } = running.app.database;
  const manager = await buyer.member(['CONTRACT_ADMIN']);
  await started();
  await (await post(manager, enterpriseContractsExport.path, {})).arrayBuffer();
  const entry = await db
    .selectFrom('audit_entries')
    .select('entry_id')
    .where('user_id', '=', manager.userId)
    .executeTakeFirstOrThrow();
  const update = db.updateTable('audit_personal_data').set({ address: null });
  await expect(update.where('entry_id', '=', entry.entry_id).execute()).rejects.toThrow('never changed');
  await db.deleteFrom('audit_personal_data').where('entry_id', '=', entry.entry_id).execute();
  const { rows } = await db
    .selectFrom('audit_entries')
    .select((select) => select.fn.countAll<number>().as('rows'))
    .where('user_id', '=', manager.userId)
    .executeTakeFirstOrThrow();
  expect(rows).toBe(1);
});
