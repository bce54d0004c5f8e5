/** Expiring packages of contracts: bought, used in order, returned, and written off at expiry. */
import { addPackage, charge, findBalances } from '@cinnabar/server/areas/enterprise/index.js';
import { enterpriseJobs } from '@cinnabar/server/areas/enterprise/jobs.js';
import { transact } from '@cinnabar/server/database/transact.js';
import type { CorpId } from '@cinnabar/server/operation/context.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ledgerProblems } from '../support/flow-consistency.js';
import { minutesAfterNoon, noon, type OpenAreas, openAreas } from '../support/open-areas.js';

let areas: OpenAreas;
let corps = 0;
let flows = 0;

beforeAll(async () => {
  areas = await openAreas();
});
afterAll(async () => {
  expect(await ledgerProblems(areas.db)).toEqual([]);
  await areas.close();
});

const foundWith = (contracts: number): Promise<CorpId> => {
  corps += 1;
  return areas.foundCorp(`套餐测试${corps}有限公司`, { contracts, collections: 0 });
};

/** A package that expires this many minutes after noon. */
const buy = (corpId: CorpId, count: number, minutes: number, orderCode: string | null = null) =>
  transact(areas.db, (tx) =>
    addPackage(
      tx,
      areas.services.ids,
      { corpId, ledger: 'contract', recordType: 'orderBuy', count, orderCode, remark: null, now: noon },
      minutesAfterNoon(minutes),
    ),
  );

function flowOf(number: number) {
  const signFlowCode = String(number);
  return { signFlowId: number as never, signFlowCode, signFlowName: '合同', initPsnName: '张三' };
}

const move = (
  corpId: CorpId,
  recordType: 'signContract' | 'signCancel' | 'adminContract',
  count: number,
  minutes: number,
  flow: number | null = null,
) =>
  transact(areas.db, (tx) =>
    charge(tx, areas.services.ids, {
      corpId,
      ledger: 'contract',
      recordType,
      count,
      flow: flow === null ? null : flowOf(flow),
      remark: null,
      now: minutesAfterNoon(minutes),
    }),
  );

const nextFlow = () => {
  flows += 1;
  return flows;
};
const start = (corpId: CorpId, minutes: number, flow = nextFlow()) =>
  move(corpId, 'signContract', -1, minutes, flow);
const revoke = (corpId: CorpId, minutes: number, flow: number) =>
  move(corpId, 'signCancel', 1, minutes, flow);

async function sweep(minutes: number): Promise<void> {
  const silent = () => undefined;
  const [job] = enterpriseJobs(areas, { error: silent, warn: silent, info: silent });
  const { signal } = new AbortController();
  await job?.run({}, { now: minutesAfterNoon(minutes), attempt: 1, signal });
}

async function rowsOf(corpId: CorpId) {
  const rows = await areas.db
    .selectFrom('ledger_entries')
    .select(['record_type', 'count', 'balance', 'order_code'])
    .where('corp_id', '=', corpId)
    .orderBy('position')
    .execute();
  return rows.map((row) => [row.record_type, row.count, row.balance, row.order_code]);
}

const remaining = async (corpId: CorpId) =>
  (
    await areas.db
      .selectFrom('ledger_packages')
      .select('remaining')
      .where('corp_id', '=', corpId)
      .orderBy('expire_at')
      .execute()
  ).map((row) => row.remaining);

describe('an expiring package', () => {
  test('loses its unused units at expiry, in one row with its order, once', async () => {
    const corpId = await foundWith(2);
    await buy(corpId, 5, 60, 'PKG-7');
    await start(corpId, 10);
    await sweep(59);
    expect(await findBalances(areas.db, corpId)).toMatchObject({ contract: 6 });
    await sweep(60);
    await Promise.all([sweep(61), sweep(61)]);
    expect(await rowsOf(corpId)).toEqual([
      ['newUserPresent', 2, 2, null],
      ['orderBuy', 5, 7, 'PKG-7'],
      ['signContract', -1, 6, null],
      ['orderExpire', -4, 2, 'PKG-7'],
    ]);
  });

  test('writes no row at expiry if it was used up', async () => {
    const corpId = await foundWith(0);
    await buy(corpId, 1, 60);
    await start(corpId, 10);
    await sweep(60);
    expect((await rowsOf(corpId)).map(([type]) => type)).toEqual(['orderBuy', 'signContract']);
  });

  test('is used before one that expires later, and before units that never expire', async () => {
    const corpId = await foundWith(1);
    await buy(corpId, 1, 120);
    await buy(corpId, 1, 60);
    await start(corpId, 1);
    expect(await remaining(corpId)).toEqual([0, 1]);
    await start(corpId, 2);
    expect(await remaining(corpId)).toEqual([0, 0]);
    await sweep(120);
    expect(await start(corpId, 121)).toBe(0);
  });

  test('cannot be used from its expiry on, whether or not the sweep has run', async () => {
    const corpId = await foundWith(1);
    await buy(corpId, 3, 60);
    expect(await start(corpId, 60)).toBe(0);
    await expect(start(corpId, 61)).rejects.toMatchObject({ reason: 'BALANCE_NOT_ENOUGH' });
    expect((await rowsOf(corpId)).slice(2)).toEqual([
      ['orderExpire', -3, 1, null],
      ['signContract', -1, 0, null],
    ]);
  });

  test('stays unchanged if the remaining units are insufficient', async () => {
    const corpId = await foundWith(1);
    await buy(corpId, 3, 60);
    await expect(move(corpId, 'adminContract', -2, 60)).rejects.toMatchObject({
      reason: 'BALANCE_NOT_ENOUGH',
    });
    expect(await rowsOf(corpId)).toHaveLength(2);
    expect(await remaining(corpId)).toEqual([3]);
  });

  test('gets its unit back when the contract is revoked', async () => {
    const corpId = await foundWith(5);
    await buy(corpId, 2, 60);
    const flow = nextFlow();
    await start(corpId, 1, flow);
    await revoke(corpId, 2, flow);
    expect(await remaining(corpId)).toEqual([2]);
    await sweep(60);
    expect((await rowsOf(corpId)).at(-1)).toEqual(['orderExpire', -2, 5, null]);
  });

  test('does not revive units returned after its expiry', async () => {
    const corpId = await foundWith(5);
    await buy(corpId, 2, 60);
    const flow = nextFlow();
    await start(corpId, 1, flow);
    await sweep(60);
    expect(await revoke(corpId, 61, flow)).toBe(5);
    expect((await rowsOf(corpId)).slice(-3)).toEqual([
      ['orderExpire', -1, 5, null],
      ['signCancel', 1, 6, null],
      ['orderExpire', -1, 5, null],
    ]);
  });

  test('takes part in a larger deduction with a row of its own', async () => {
    const corpId = await foundWith(4);
    await buy(corpId, 2, 60);
    expect(await move(corpId, 'adminContract', -5, 1)).toBe(1);
    expect((await rowsOf(corpId)).slice(2)).toEqual([
      ['adminContract', -2, 4, null],
      ['adminContract', -3, 1, null],
    ]);
  });

  test('is charged exactly as often as it has units, under any concurrency', async () => {
    const corpId = await foundWith(3);
    await buy(corpId, 4, 60);
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => start(corpId, 1)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
    expect(await findBalances(areas.db, corpId)).toMatchObject({ contract: 0 });
  });

  test('that expires during concurrent starts loses only unused units', async () => {
    const corpId = await foundWith(3);
    await buy(corpId, 4, 60);
    const starts = Array.from({ length: 5 }, () => start(corpId, 59));
    await Promise.allSettled([...starts, sweep(60), ...Array.from({ length: 5 }, () => start(corpId, 60))]);
    const rows = await rowsOf(corpId);
    const of = (type: string) => rows.filter(([each]) => each === type);
    const lost = of('orderExpire').reduce((sum, [, count]) => sum - Number(count), 0);
    expect(of('signContract').length + lost).toBe(7);
    expect(await remaining(corpId)).toEqual([0]);
  });
});
