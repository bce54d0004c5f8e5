/** Batches as members see them: who sees them, what became of their items, and another attempt at those that failed. */
import {
  batchInfo,
  batchList,
  batchResend,
  batchSheet,
  batchStartSignFlow,
  contractCancel,
  contractDel,
} from '@cinnabar/api/operations/flows.js';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { as, type GivenTemplate, givenTemplate } from '../support/given-flow.js';

let running: RunningApp;
let buyer: Enterprise;
let supplier: Enterprise;
let template: GivenTemplate;

const parties = [
  { flag: '甲方', mode: 3, area: true, controls: ['amount'] },
  { flag: '乙方', area: true },
] as const;

beforeAll(async () => {
  running = await startApp();
  buyer = await givenEnterprise(running);
  supplier = await givenEnterprise(running);
  template = await givenTemplate(buyer.owner.client, { parties, name: '采购合同' });
});
afterAll(() => running.close());

const good = (templateName: string) => ({
  templateName,
  participantList: [as('乙方', supplier.owner, supplier)],
});

const misnamed = (templateName: string) => ({
  templateName,
  participantList: [{ ...as('乙方', supplier.owner, supplier), psnName: '别人' }],
});

async function started(by: Person, items: readonly object[], { templateId } = template) {
  const { envelope } = await by.client.post<{ readonly batchId: never }>(batchStartSignFlow.path, {
    templateId,
    items,
  });
  return envelope.data.batchId;
}

describe('a batch', () => {
  it('shows each item with its flow or the reason, and counts them by state', async () => {
    const { client } = buyer.owner;
    const batchId = await started(buyer.owner, [good('甲'), misnamed('乙'), good('丙')]);
    const { batch, items } = await client.data(batchInfo, { batchId, listPageSize: 100 });
    expect(batch).toMatchObject({
      templateName: '采购合同',
      userName: buyer.owner.realName,
      itemCount: 3,
      startedCount: 2,
      failedCount: 1,
      statuses: [{ flowStatus: 1, count: 2 }],
    });
    expect(items.map(({ index, itemState, title, reason }) => [index, itemState, title, reason])).toEqual([
      [0, 'started', '甲', null],
      [1, 'failed', '乙', 'NAME_MISMATCH'],
      [2, 'started', '丙', null],
    ]);
    expect(items[0]?.flow).toMatchObject({ flowTitle: '甲', waiting: [{ psnName: buyer.owner.realName }] });
    expect(items[1]).toMatchObject({ flow: null, path: 'participantList[0].psnName' });
    const failed = await client.data(batchInfo, { batchId, itemState: 'failed' });
    expect(failed.items.map(({ index }) => index)).toEqual([1]);
  });

  it('shows what became of its flows, and no longer those that were deleted', async () => {
    const { client } = buyer.owner;
    const batchId = await started(buyer.owner, [good('撤销'), good('删除')]);
    const { items } = await client.data(batchInfo, { batchId });
    const [revoked, deleted] = items.map(({ flowId }) => flowId);
    if (revoked == null || deleted == null) throw new Error('no flows');
    for (const flowId of [revoked, deleted]) await client.data(contractCancel, { flowId, cancelMsg: '作废' });
    await client.data(contractDel, { flowId: deleted });
    const after = await client.data(batchInfo, { batchId });
    expect(after.items.map(({ itemState, flow }) => [itemState, flow?.flowStatus ?? null])).toEqual([
      ['started', 4],
      ['started', null],
    ]);
  });

  it('is listed for who started it; for the enterprise by right, without confidential ones', async () => {
    const home = await givenEnterprise(running);
    const clerk = await home.member();
    const own = await givenTemplate(home.owner.client, { parties });
    const open = await started(clerk, [good('公开')], own);
    const secret = await started(clerk, [{ ...good('保密'), privaryFlag: 1 }], own);
    const listed = async ({ client }: Person, scope: 0 | 1) =>
      (await client.data(batchList, { scope })).map(({ batchId }) => batchId);
    expect(await listed(clerk, 0)).toEqual([secret, open]);
    expect(await listed(home.owner, 0)).toEqual([]);
    expect(await listed(home.owner, 1)).toEqual([open]);
    expect((await clerk.client.call(batchList, { scope: 1 })).envelope.reason).toBe('PERMISSION_DENIED');
    const seen = async ({ client }: Person, batchId: typeof open) =>
      (await client.call(batchInfo, { batchId })).status;
    expect([await seen(home.owner, open), await seen(home.owner, secret)]).toEqual([200, 404]);
    expect([await seen(clerk, secret), await seen(buyer.owner, open)]).toEqual([200, 404]);
  });

  it('tells its title and its key to nobody but who started it', async () => {
    const home = await givenEnterprise(running);
    const clerk = await home.member();
    const own = await givenTemplate(home.owner.client, { parties });
    const { batchId } = await clerk.client.data(
      batchStartSignFlow,
      { templateId: own.templateId, items: [misnamed('张三的合同')] },
      { 'idempotency-key': 'of-the-clerk' },
    );
    const about = async ({ client }: Person) => {
      const { batch, items } = await client.data(batchInfo, { batchId });
      return [batch.requestKey, batch.resendableUntil === null, items[0]?.title];
    };
    expect(await about(clerk)).toEqual(['of-the-clerk', false, '张三的合同']);
    expect(await about(home.owner)).toEqual([null, true, null]);
  });
});

describe('another attempt at a batch', () => {
  it('starts what failed, and nothing that has a flow', async () => {
    const poor = await givenEnterprise(running, { contracts: 1 });
    const own = await givenTemplate(poor.owner.client, { parties });
    const { client } = poor.owner;
    const batchId = await started(poor.owner, [good('一'), good('二'), misnamed('三')], own);
    await running.app.database.pool.query(
      'update corp_balances set balance = 5 where corp_id = $1 and ledger = $2',
      [poor.corpId, 'contract'],
    );
    const again = await client.data(batchResend, { batchId });
    expect(again.results.map(({ index, code, reason }) => [index, code, reason])).toEqual([
      [1, '0', null],
      [2, '400', 'NAME_MISMATCH'],
    ]);
    const { batch, items } = await client.data(batchInfo, { batchId });
    expect(batch).toMatchObject({ startedCount: 2, failedCount: 1 });
    expect(items.map(({ itemState, title }) => [itemState, title])).toEqual([
      ['started', '一'],
      ['started', '二'],
      ['failed', '三'],
    ]);
  });

  it('continues where a killed service ended, without a second flow for anybody', async () => {
    const { client } = buyer.owner;
    const batchId = await started(buyer.owner, [good('断一'), good('断二'), misnamed('断三')]);
    const { db } = running.app.database;
    await db.deleteFrom('flow_batch_failures').where('batch_id', '=', batchId).execute();
    const before = await client.data(batchInfo, { batchId });
    expect(before.items.map(({ itemState }) => itemState)).toEqual(['started', 'started', 'pending']);
    const answers = await Promise.all([
      client.data(batchResend, { batchId }),
      client.data(batchResend, { batchId }),
    ]);
    for (const { results } of answers) expect(results.map(({ index }) => index)).toEqual([2]);
    const { batch } = await client.data(batchInfo, { batchId });
    expect(batch).toMatchObject({ startedCount: 2, failedCount: 1 });
  });
});

describe('the workbook of a batch', () => {
  it('has a text column for each party and each control of the initiator, with notes and drop-downs', async () => {
    const { baseUrl, headers } = buyer.owner.client;
    const answer = await fetch(baseUrl + batchSheet.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ templateId: template.templateId }),
    });
    const parts = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    const names = [...sheet.matchAll(/<t [^>]*>([^<]*)<\/t>/g)].map(([, text]) => text);
    expect(names).toEqual([
      '合同标题',
      '乙方企业名称',
      '乙方姓名',
      '乙方手机号',
      'amount',
      '业务单号',
      '截止日期',
    ]);
    expect(sheet.match(/<dataValidation /g)).toHaveLength(names.length);
    expect(sheet).toContain('prompt="必填。11 位手机号，以文本填写"');
    const styles = strFromU8(parts['xl/styles.xml'] ?? new Uint8Array());
    expect(styles).toContain('numFmtId="49"');
  });
});
