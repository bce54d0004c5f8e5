/** Many flows started by one request: independent of each other, listed together, and none started twice. */
import { batchStartSignFlow, contractList } from '@cinnabar/api/operations/flows.js';
import { findBalances } from '@cinnabar/server/areas/enterprise/index.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { as, type GivenTemplate, givenTemplate } from '../support/given-flow.js';

let running: RunningApp;
let buyer: Enterprise;
let supplier: Enterprise;
let template: GivenTemplate;

const parties = [
  { flag: '甲方', mode: 3, area: true },
  { flag: '乙方', area: true },
] as const;

beforeAll(async () => {
  running = await startApp();
  buyer = await givenEnterprise(running);
  supplier = await givenEnterprise(running);
  template = await givenTemplate(buyer.owner.client, { parties });
});

afterAll(() => running.close());

const good = (templateName: string) => ({
  templateName,
  participantList: [as('乙方', supplier.owner, supplier)],
});

const misnamed = () => ({
  participantList: [{ ...as('乙方', supplier.owner, supplier), psnName: '别人' }],
});

async function bulkTitles(enterprise: Enterprise): Promise<readonly string[]> {
  const found = await enterprise.owner.client.data(contractList, { docQueryType: 7, listPageSize: 1000 });
  return found.map(({ flowTitle }) => flowTitle);
}

/** Number of connections of this database waiting for an account locked by another. */
async function waitingForAccount(): Promise<number> {
  const { rows } = await running.app.database.pool.query(
    `select from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like '%corp_balances%'`,
  );
  return rows.length;
}

describe('a batch', () => {
  it('starts the valid items, reports errors for the others, and is listed by docQueryType 7', async () => {
    const items = [good('第一份'), misnamed(), good('第三份'), { participantList: [] }];
    const { templateId } = template;
    const before = await findBalances(running.app.database.db, buyer.corpId);
    const answer = await buyer.owner.client.data(batchStartSignFlow, { templateId, items });
    expect(answer).toMatchObject({ successCount: 2, failedCount: 2 });
    expect(answer.results.map(({ index, code, reason }) => [index, code, reason])).toEqual([
      [0, '0', null],
      [1, '400', 'NAME_MISMATCH'],
      [2, '0', null],
      [3, '400', 'INVALID_FIELD'],
    ]);
    const [first, second, third] = answer.results;
    expect(second).toMatchObject({ flowId: null, flowCode: null });
    expect(second?.msg).toContain('participantList[0].psnName');
    const found = await buyer.owner.client.data(contractList, { docQueryType: 7 });
    expect(found.map(({ flowId, flowCode, flowTitle }) => [flowId, flowCode, flowTitle])).toEqual([
      [third?.flowId, third?.flowCode, '第三份'],
      [first?.flowId, first?.flowCode, '第一份'],
    ]);
    const after = await findBalances(running.app.database.db, buyer.corpId);
    expect(after.contract).toBe(before.contract - 2);
  });

  it('ends when the account is exhausted', async () => {
    const poor = await givenEnterprise(running, { contracts: 2 });
    const { templateId } = await givenTemplate(poor.owner.client, { parties });
    const items = ['一', '二', '三'].map(good);
    const { results } = await poor.owner.client.data(batchStartSignFlow, { templateId, items });
    expect(results.map(({ code, reason }) => [code, reason])).toEqual([
      ['0', null],
      ['0', null],
      ['403', 'BALANCE_NOT_ENOUGH'],
    ]);
  });

  it('repeated with its key returns the first response', async () => {
    const key = { 'idempotency-key': 'bulk-twice' };
    const body = { templateId: template.templateId, items: [good('同一份')] };
    const first = await buyer.owner.client.call(batchStartSignFlow, body, key);
    const second = await buyer.owner.client.call(batchStartSignFlow, body, key);
    expect(second.envelope).toEqual(first.envelope);
    expect((await bulkTitles(buyer)).filter((title) => title === '同一份')).toHaveLength(1);
  });

  it('interrupted by a crash continues under its key: no item is started twice', async () => {
    const key = { 'idempotency-key': 'bulk-cut' };
    const names = ['断一', '断二', '断三'];
    const body = { templateId: template.templateId, items: names.map(good) };
    const whole = await buyer.owner.client.data(batchStartSignFlow, body, key);
    // The state left by a process that dies after two items: no stored response, third item not started.
    const { db } = running.app.database;
    await db
      .updateTable('flow_batches')
      .set({ request_key: 'bulk-cut', finished_at: null })
      .where('batch_id', '=', whole.batchId)
      .execute();
    await db
      .deleteFrom('flow_batch_items')
      .where('batch_id', '=', whole.batchId)
      .where('item', '=', 2)
      .execute();
    await db.deleteFrom('idempotency_keys').where('key', '=', 'bulk-cut').execute();

    const other = await buyer.owner.client.call(
      batchStartSignFlow,
      { ...body, items: [good('另一份')] },
      key,
    );
    expect([other.status, other.envelope.reason]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    await db.deleteFrom('idempotency_keys').where('key', '=', 'bulk-cut').execute();

    const again = await buyer.owner.client.data(batchStartSignFlow, body, key);
    expect(again).toMatchObject({ batchId: whole.batchId, successCount: 3, failedCount: 0 });
    expect(again.results.slice(0, 2)).toEqual(whole.results.slice(0, 2));
    const titles = await bulkTitles(buyer);
    expect(names.map((name) => titles.filter((title) => title === name).length)).toEqual([1, 1, 2]);
  });

  it('is started once even if two processes hold its key', async () => {
    const key = 'bulk-two-holders';
    const names = Array.from({ length: 8 }, (_, index) => `两持${index}`);
    const body = { templateId: template.templateId, items: names.map(good) };
    const call = () => buyer.owner.client.call(batchStartSignFlow, body, { 'idempotency-key': key });
    const { db } = running.app.database;
    const before = await findBalances(db, buyer.corpId);
    const account = await running.app.database.pool.connect();
    await account.query('begin');
    await account.query('select from corp_balances where corp_id = $1 for update', [buyer.corpId]);
    // The first is presumed dead while it waits for the account: its key is free, its batch unfinished.
    const first = call();
    await expect.poll(waitingForAccount, { timeout: 10_000 }).toBe(1);
    await db.deleteFrom('idempotency_keys').where('key', '=', key).execute();
    const second = call();
    await expect.poll(waitingForAccount, { timeout: 10_000 }).toBe(2);
    await account.query('commit');
    account.release();
    const answers = [await first, await second];
    const succeeded = answers.filter(({ status }) => status === 200);
    expect(succeeded.length).toBeGreaterThan(0);
    for (const { envelope } of succeeded)
      expect(envelope.data).toMatchObject({ successCount: 8, failedCount: 0 });
    const titles = await bulkTitles(buyer);
    expect(names.map((name) => titles.filter((title) => title === name).length)).toEqual(names.map(() => 1));
    const after = await findBalances(db, buyer.corpId);
    expect(after.contract).toBe(before.contract - 8);
  });

  it('requires a usable template', async () => {
    const { client } = buyer.owner;
    const items = [good('无模板')];
    const unknown = await client.post(batchStartSignFlow.path, { templateId: 99, items });
    expect([unknown.status, unknown.envelope.code]).toEqual([404, '404']);
    const foreign = await givenTemplate(supplier.owner.client, { parties });
    const others = await client.post(batchStartSignFlow.path, { templateId: foreign.templateId, items });
    expect([others.status, others.envelope.code]).toEqual([404, '404']);
    const none = await client.post(batchStartSignFlow.path, { items });
    expect([none.status, none.envelope.reason]).toEqual([400, 'INVALID_FIELD']);
  });
});

describe('a dry run of many', () => {
  it('makes nothing, and names the field at fault and the charge of each item', async () => {
    const owner = await givenEnterprise(running);
    const own = await givenTemplate(owner.owner.client, { parties });
    const before = await findBalances(running.app.database.db, owner.corpId);
    const answer = await owner.owner.client.data(batchStartSignFlow, {
      templateId: own.templateId,
      items: [good('一'), misnamed(), { participantList: [] }, good('二')],
      dryRun: true,
    });
    expect(answer).toMatchObject({ batchId: 0, successCount: 2, failedCount: 2 });
    expect(
      answer.results.map(({ code, reason, contracts, flowId }) => [code, reason, contracts, flowId]),
    ).toEqual([
      ['0', null, 1, null],
      ['400', 'NAME_MISMATCH', expect.any(Number), null],
      ['400', 'INVALID_FIELD', 0, null],
      ['0', null, 1, null],
    ]);
    expect(answer.results[1]?.path).toMatch(/^participantList\[0\]/);
    expect(await bulkTitles(owner)).toEqual([]);
    expect(await findBalances(running.app.database.db, owner.corpId)).toEqual(before);
    const { rows } = await running.app.database.pool.query('select from flow_batches where corp_id = $1', [
      owner.corpId,
    ]);
    expect(rows).toEqual([]);
  });

  it('names every problem of an item, and the values that could not be filled in at once', async () => {
    const typed = await givenTemplate(buyer.owner.client, {
      parties: [
        { flag: '甲方', mode: 3, area: true, controls: ['amount'] },
        { flag: '乙方', area: true },
      ],
    });
    const item = (componentValue: string, more: object = {}) => ({
      ...good('合同'),
      autoFill: 2 as const,
      fillComponents: [{ componentKey: 'amount', componentValue }],
      ...more,
    });
    const { results, contractBalance } = await buyer.owner.client.data(batchStartSignFlow, {
      templateId: typed.templateId,
      items: [
        item('1'),
        item(''),
        item('\u0007'),
        { ...misnamed(), expireDate: '2020-01-01' },
        item('1', { expireDate: '2020-01-01', reversePayFlag: 1 as const }),
      ],
      dryRun: true,
    });
    const { contract } = await findBalances(running.app.database.db, buyer.corpId);
    expect(contractBalance).toBe(contract);
    const seen = results.map(({ problems, warnings }) => [
      problems?.map(({ path }) => path),
      warnings?.filter(({ kind }) => kind === 'value').map(({ path }) => path),
    ]);
    expect(seen).toEqual([
      [[], []],
      [[], ['fillComponents']],
      [[], ['fillComponents[0].componentValue']],
      [['participantList[0].psnName'], []],
      [['expireDate'], []],
    ]);
  });

  it('warns of a second contract for the same people: in the batch, and within 24 hours', async () => {
    const owner = await givenEnterprise(running);
    const own = await givenTemplate(owner.owner.client, { parties });
    const { templateId } = own;
    const other = await givenEnterprise(running);
    const items = [
      good('一'),
      { participantList: [as('乙方', other.owner, other)] },
      good('二'),
      { participantList: [] },
    ];
    const kinds = async () => {
      const { results } = await owner.owner.client.data(batchStartSignFlow, {
        templateId,
        items,
        dryRun: true,
      });
      return results.map(({ warnings }) => warnings?.map(({ kind }) => kind));
    };
    expect(await kinds()).toEqual([[], [], ['repeated'], []]);
    await owner.owner.client.data(batchStartSignFlow, { templateId, items: [good('发起')] });
    expect(await kinds()).toEqual([['recent'], [], ['repeated', 'recent'], []]);
    const { rows } = await running.app.database.pool.query<{ readonly at: Date }>(
      `select created_at - interval '25 hours' as at from flow_inbox where viewer_corp_id = $1 limit 1`,
      [owner.corpId],
    );
    await running.app.database.pool.query('update flow_inbox set created_at = $2 where viewer_corp_id = $1', [
      owner.corpId,
      rows[0]?.at,
    ]);
    expect(await kinds()).toEqual([[], [], ['repeated'], []]);
  });

  it('compares all items together with the balance', async () => {
    const poor = await givenEnterprise(running, { contracts: 2 });
    const own = await givenTemplate(poor.owner.client, { parties });
    const { results } = await poor.owner.client.data(batchStartSignFlow, {
      templateId: own.templateId,
      items: [good('一'), misnamed(), good('二'), good('三')],
      dryRun: true,
    });
    expect(results.map(({ reason }) => reason)).toEqual([null, 'NAME_MISMATCH', null, 'BALANCE_NOT_ENOUGH']);
  });
});
