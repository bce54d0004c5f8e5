import {
  type Charge,
  charge,
  findBalances,
  findCorp,
  findCorpByName,
} from '@cinnabar/server/areas/enterprise/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import type { CorpId } from '@cinnabar/server/operation/context.js';
import { Refusal } from '@cinnabar/server/operation/refusal.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noon, type OpenAreas, openAreas } from '../support/open-areas.js';

let areas: OpenAreas;
let names = 0;

beforeAll(async () => {
  areas = await openAreas();
});

afterAll(() => areas.close());

function foundWith(contracts: number): Promise<CorpId> {
  names += 1;
  return areas.foundCorp(`账户测试${names}有限公司`, { contracts, collections: 0 });
}

function take(corpId: CorpId, change: Partial<Charge> = {}): Promise<number> {
  return transact(areas.db, (tx) =>
    charge(tx, areas.services.ids, {
      corpId,
      ledger: 'contract',
      recordType: 'signContract',
      count: -1,
      flow: null,
      remark: null,
      now: noon,
      ...change,
    }),
  );
}

async function rowsOf(corpId: CorpId) {
  return areas.db
    .selectFrom('ledger_entries')
    .select(['position', 'record_type', 'count', 'balance'])
    .where('corp_id', '=', corpId)
    .orderBy('ledger')
    .orderBy('position')
    .execute();
}

describe('an enterprise’s account', () => {
  it('opens with rows, not just with balances', async () => {
    const corpId = await areas.foundCorp('开户有限公司', { contracts: 100, collections: 7 });
    expect(await findBalances(areas.db, corpId)).toEqual({ contract: 100, collection: 7 });
    expect(await rowsOf(corpId)).toEqual([
      { position: 1, record_type: 'newUserPresent', count: 7, balance: 7 },
      { position: 1, record_type: 'newUserPresent', count: 100, balance: 100 },
    ]);
  });

  it('records the balance after each row', async () => {
    const corpId = await foundWith(3);
    expect(await take(corpId)).toBe(2);
    expect(await take(corpId, { recordType: 'signCancel', count: 1 })).toBe(3);
    expect((await rowsOf(corpId)).map((row) => row.balance)).toEqual([3, 2, 3]);
  });

  it('refuses a deduction beyond its balance, and writes no row', async () => {
    const corpId = await foundWith(1);
    await expect(take(corpId, { count: -2 })).rejects.toMatchObject({ reason: 'BALANCE_NOT_ENOUGH' });
    await take(corpId);
    await expect(take(corpId)).rejects.toBeInstanceOf(Refusal);
    expect((await rowsOf(corpId)).map((row) => row.count)).toEqual([1, -1]);
  });

  it('is charged exactly as often as it has units, under any concurrency', async () => {
    const corpId = await foundWith(10);
    const outcomes = await Promise.allSettled(Array.from({ length: 25 }, () => take(corpId)));
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(10);
    const rows = await rowsOf(corpId);
    expect(rows.map((row) => row.position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(rows.map((row) => row.balance)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    expect(rows.reduce((sum, row) => sum + row.count, 0)).toBe(0);
  });

  it('stays unchanged if the charged act fails', async () => {
    const corpId = await foundWith(5);
    const act = transact(areas.db, async (tx) => {
      await charge(tx, areas.services.ids, {
        corpId,
        ledger: 'contract',
        recordType: 'signContract',
        count: -1,
        flow: null,
        remark: null,
        now: noon,
      });
      throw new Error('the act failed');
    });
    await expect(act).rejects.toThrow('the act failed');
    expect(await findBalances(areas.db, corpId)).toEqual({ contract: 5, collection: 0 });
    expect(await rowsOf(corpId)).toHaveLength(1);
  });

  it('cannot be rewritten, even by hand', async () => {
    const corpId = await foundWith(5);
    const rewrite = areas.db.updateTable('ledger_entries').set({ count: 500 }).where('corp_id', '=', corpId);
    await expect(rewrite.execute()).rejects.toThrow('never changed or deleted');
    const erase = areas.db.deleteFrom('ledger_entries').where('corp_id', '=', corpId);
    await expect(erase.execute()).rejects.toThrow('never changed or deleted');
  });

  it('of an unknown enterprise has nothing to deduct', async () => {
    const unknown = await areas.services.ids.next<'Corp'>();
    await expect(take(unknown)).rejects.toMatchObject({ reason: 'BALANCE_NOT_ENOUGH' });
  });
});

describe('an enterprise', () => {
  it('is found by its name in any spelling, and its name is in use in every spelling', async () => {
    const corpId = await areas.foundCorp('寻名（北京）有限公司');
    expect((await findCorpByName(areas.db, '寻名(北京) 有限公司'))?.corpId).toBe(corpId);
    expect(await findCorpByName(areas.db, '寻名（上海）有限公司')).toBeNull();
    await expect(areas.foundCorp('寻名【北京】有限公司')).rejects.toMatchObject({
      name: 'CorpExists',
      field: 'corpName',
    });
  });

  it('starts unidentified, with the default limit', async () => {
    const corp = await findCorp(areas.db, await areas.foundCorp('初始有限公司'));
    expect(corp).toMatchObject({
      identStatus: 'unidentified',
      corpLevel: 0,
      maxAmount: 50_000,
      settings: {},
    });
  });
});
