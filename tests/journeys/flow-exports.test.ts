/** Lists of an enterprise, lists by mobile, and exports with the same contents. */
import {
  contractExport,
  contractList,
  enterpriseContractsCount,
  enterpriseContractsExport,
  enterpriseContractsList,
  listByMobile,
} from '@cinnabar/api/operations/flows.js';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { as, type GivenTemplate, givenTemplate, startFlow } from '../support/given-flow.js';

let running: RunningApp;
let buyer: Enterprise;
let supplier: Enterprise;
let template: GivenTemplate;

beforeAll(async () => {
  running = await startApp();
  buyer = await givenEnterprise(running);
  supplier = await givenEnterprise(running);
  template = await givenTemplate(buyer.owner.client, {
    parties: [
      { flag: '甲方', mode: 3, area: true },
      { flag: '乙方', area: true },
    ],
  });
});

afterAll(() => running.close());

const titled = (templateName: string, more: Readonly<Record<string, 0 | 1>> = {}) =>
  startFlow(buyer.owner.client, template, {
    templateName,
    participantList: [as('乙方', supplier.owner, supplier)],
    ...more,
  });

async function workbook(client: Client, path: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(client.baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...client.headers, ...headers },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('spreadsheetml');
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; .*\.xlsx/);
  const book = await readXlsx(new Uint8Array(await response.arrayBuffer()));
  const [sheet] = book.sheets;
  const [head = [], ...rows] = sheet?.rows ?? [];
  return { head: head.map(String), rows };
}

describe('the enterprise’s list', () => {
  it('contains what its members started and take part in, except confidential flows', async () => {
    const open = await titled('公开的合同');
    const secret = await titled('保密的合同', { privaryFlag: 1 });
    for (const enterprise of [buyer, supplier]) {
      const items = await enterprise.owner.client.data(enterpriseContractsList, { listPageSize: 1000 });
      const ids = items.map(({ flowId }) => flowId);
      expect(ids).toContain(open.flowId);
      expect(ids).not.toContain(secret.flowId);
      const count = await enterprise.owner.client.data(enterpriseContractsCount, {});
      expect(count).toBe(items.length);
    }
  });

  it('count up to countLimit, and state whether there are more', async () => {
    for (let flow = 0; flow < 3; flow += 1) await titled(`限数合同${flow}`);
    const ask = async (body: object) =>
      (await buyer.owner.client.post(contractList.path, { flowTitle: '限数合同', listPageSize: 1, ...body }))
        .envelope;
    expect(await ask({})).toMatchObject({ totalCount: 3, listPageCount: 3 });
    expect(await ask({})).not.toHaveProperty('totalLimited');
    expect(await ask({ countLimit: 3 })).toMatchObject({ totalCount: 3, totalLimited: false });
    const limited = await ask({ countLimit: 2, listPageNo: 3 });
    expect(limited).toMatchObject({ totalCount: 2, totalLimited: true, listPageCount: 2, countInPage: 1 });
    expect(await ask({ flowTitle: '', countLimit: 1 })).toMatchObject({ totalCount: 1, totalLimited: true });
  });

  it('requires the right, and openCorpId opens a child’s list, not any enterprise’s', async () => {
    const child = await givenEnterprise(running, { profile: { parentId: buyer.corpId } });
    const own = await givenTemplate(child.owner.client, { parties: [{ flag: '甲方', mode: 3, area: true }] });
    const { flowId } = await startFlow(child.owner.client, own, { participantList: [] });
    const header = { openCorpId: String(child.corpId) };
    const items = await buyer.owner.client.data(enterpriseContractsList, {}, header);
    expect(items.map((item) => item.flowId)).toEqual([flowId]);
    expect(await buyer.owner.client.data(enterpriseContractsCount, {}, header)).toBe(1);
    const up = await child.owner.client.call(
      enterpriseContractsList,
      {},
      { openCorpId: String(buyer.corpId) },
    );
    expect([up.status, up.envelope.reason]).toEqual([403, 'PERMISSION_DENIED']);
    const plain = await buyer.member();
    const denied = await plain.client.call(enterpriseContractsList, {});
    expect([denied.status, denied.envelope.reason]).toEqual([403, 'PERMISSION_DENIED']);
  });
});

describe('contracts of a signer’s mobile', () => {
  it('are those visible to the acting member: their own, and the enterprise’s for managers of contracts', async () => {
    const plain = await buyer.member();
    const administrator = await buyer.member(['CONTRACT_ADMIN']);
    const fresh = await givenEnterprise(running);
    const { flowId } = await startFlow(buyer.owner.client, template, {
      participantList: [as('乙方', fresh.owner, fresh)],
    });
    const { mobile } = fresh.owner;
    const seenBy = async (client: Client) =>
      (await client.data(listByMobile, { mobile })).map((item) => item.flowId);
    expect(await seenBy(buyer.owner.client)).toEqual([flowId]);
    expect(await seenBy(administrator.client)).toEqual([flowId]);
    expect(await seenBy(plain.client)).toEqual([]);
    expect(await seenBy(supplier.owner.client)).toEqual([]);
  });
});

describe('an exported workbook', () => {
  it('has Chinese headings and every row of the list in its order, and ignores paging', async () => {
    await titled('甲合同');
    await titled('乙合同');
    const listed = await buyer.owner.client.data(contractList, { listPageSize: 1000 });
    const { head, rows } = await workbook(buyer.owner.client, contractExport.path, { listPageSize: 1 });
    expect(head.slice(0, 4)).toEqual(['合同编号', '合同编码', '合同名称', '状态']);
    expect(rows.map((row) => row[0])).toEqual(listed.map(({ flowId }) => flowId));
    expect(rows.map((row) => row[2])).toEqual(listed.map(({ flowTitle }) => flowTitle));
  });

  it('stores texts that look like formulas as texts, and times in the platform’s time zone', async () => {
    const started = await titled('=1+1');
    const { head, rows } = await workbook(buyer.owner.client, contractExport.path, { flowTitle: '=1+1' });
    const [row = []] = rows;
    expect(row[2]).toBe('=1+1');
    const info = await buyer.owner.client.data(contractList, { flowTitle: '=1+1' });
    const created = row[head.indexOf('创建时间')];
    expect(created).toBeInstanceOf(Date);
    const shown = created instanceof Date ? created.toISOString().slice(0, 19) : '';
    expect(info[0]?.createTime.slice(0, 19)).toBe(shown);
    expect(info[0]?.flowId).toBe(started.flowId);
  });

  it('of an enterprise has the rows of its list', async () => {
    const listed = await supplier.owner.client.data(enterpriseContractsList, { listPageSize: 1000 });
    const { rows } = await workbook(supplier.owner.client, enterpriseContractsExport.path, {});
    expect(rows.map((row) => row[0])).toEqual(listed.map(({ flowId }) => flowId));
  });

  it('returns 404 if there is nothing to export', async () => {
    const answer = await buyer.owner.client.post(contractExport.path, { flowTitle: '没有这样的合同' });
    expect([answer.status, answer.envelope.code, answer.envelope.data]).toEqual([404, '404', null]);
  });

  it('is cancelled when the client disconnects, and leaves no query behind', async () => {
    const { db, pool } = running.app.database;
    // More rows than fit into the buffers.
    await pool.query(
      `insert into flow_inbox (viewer_corp_id, user_id, flow_id, owner_corp_id, owner_corp_name, flow_code, title,
        status, description, initiator_id, initiator_name, initiated, takes_part, copied, my_turn, my_unfinished,
        operate_status, confidential, created_at, signer_mobiles, signer_corps, signer_names)
      select $1, 0, 900000000 + n, $1, '公司', 'HT' || n, repeat(md5(n::text), 5), 2, md5((n * 7)::text), 1, '员工',
        false, true, false, false, false, 0, false, $2, '{}', '{}', '{}'
      from generate_series(1, 60000) n`,
      [supplier.corpId, running.app.services.clock.now()],
    );
    const abort = new AbortController();
    const response = await fetch(supplier.client.baseUrl + enterpriseContractsExport.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...supplier.owner.client.headers },
      body: '{}',
      signal: abort.signal,
    });
    const reader = response.body?.getReader();
    await reader?.read();
    abort.abort();
    await expect.poll(() => pool.totalCount - pool.idleCount, { timeout: 20_000 }).toBe(0);
    const asked = await db
      .selectFrom('flow_inbox')
      .select((select) => select.fn.countAll<number>().as('rows'))
      .where('viewer_corp_id', '=', supplier.corpId)
      .executeTakeFirstOrThrow();
    expect(asked.rows).toBeGreaterThan(60_000);
  });
});
