import { queryAccountHistoryList } from '@cinnabar/api/operations/enterprise.js';
import { type RecordType, recordTypes } from '@cinnabar/api/schemas/enterprise.js';
import { charge } from '@cinnabar/server/areas/enterprise/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import type { Answered, Client } from '../support/client.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';

/** The fields listed in the specification, typed from it, and the fields shown for a counterparty that pays the fee. */
const recordTypeNames: readonly RecordType[] = [
  'newUserPresent',
  'signContract',
  'signCancel',
  'orderBuy',
  'adminRecharge',
  'adminContract',
  'orderExpire',
  'crmOrderPresent',
  'crmOrderBuy',
  'reversePay',
  'reverseReturn',
];

let service: RunningApp;
let home: Enterprise;
let other: Enterprise;

beforeAll(async () => {
  service = await startApp();
  home = await givenEnterprise(service, {
    profile: { corpName: '账户查询有限公司', corpCode: '91110000MA00000001' },
    contracts: 10,
    collections: 4,
  });
  other = await givenEnterprise(service);
});

afterAll(() => service.close());

interface Flow {
  readonly code: string;
  readonly name: string;
  readonly initiator: string;
}

async function take(flow: Flow, change: { recordType?: 'signCancel'; count?: number } = {}): Promise<void> {
  const { services, database } = service.app;
  await service.advance(60);
  const signFlowId = await services.ids.next<'Flow'>();
  await transact(database.db, (tx) =>
    charge(tx, services.ids, {
      corpId: home.corpId,
      ledger: 'contract',
      recordType: 'signContract',
      count: -1,
      ...change,
      flow: { signFlowId, signFlowCode: flow.code, signFlowName: flow.name, initPsnName: flow.initiator },
      remark: null,
      now: services.clock.now(),
    }),
  );
}

function history(by: Client, filter: Record<string, unknown> = {}): Promise<Answered> {
  return by.post('/corp/queryAccountHistoryList', filter);
}

describe('corp/baseInfo', () => {
  it('returns everything about the enterprise of the token to every member', async () => {
    const member = await home.member();
    const { status, envelope } = await member.client.post('/corp/baseInfo', {});
    const { userId, mobile, realName } = home.owner;
    expect(status).toBe(200);
    expect(envelope).toMatchObject({ code: '200' });
    expect(envelope.data).toEqual({
      corpCode: '91110000MA00000001',
      corpName: '账户查询有限公司',
      legalRepName: '王法人',
      legalRepIdentNo: '110***********0010',
      identStatus: 'identified',
      corpLevel: 0,
      levelExpireTime: null,
      maxAmount: 50_000,
      accountBalance: 10,
      payeeBalance: 4,
      userNum: 2,
      legalDate: '2015-05-05T00:00:00.000+0800',
      adminInfo: { userId, userName: realName, mobile, userStatus: 0, realName, realNameStatus: 1 },
    });
  });

  it('accepts an empty body', async () => {
    const { appId, accessToken } = home;
    const response = await fetch(`${service.baseUrl}/corp/baseInfo`, {
      method: 'POST',
      headers: { appId, accessToken, userId: String(home.owner.userId) },
    });
    expect(response.status).toBe(200);
  });

  it('counts neither deleted nor invited members', async () => {
    const enterprise = await givenEnterprise(service);
    const gone = await enterprise.member();
    await service.app.database.db
      .updateTable('members')
      .set({ state: 'deleted' })
      .where('user_id', '=', gone.userId)
      .execute();
    const person = await home.member();
    const invitation = { userName: '外援', mobile: person.mobile, jobNum: '1' };
    expect((await enterprise.owner.client.post('/member/create', invitation)).envelope.code).toBe('200');
    const { envelope } = await enterprise.owner.client.post('/corp/baseInfo', {});
    expect(envelope.data).toMatchObject({ userNum: 1 });
  });

  it('returns 401 without a valid token, and 403 to non-members', async () => {
    const stranger = await home.owner.client.post('/corp/baseInfo', {}, { accessToken: 'nonsense' });
    expect(stranger).toMatchObject({ status: 401, envelope: { code: '401', data: null } });
    const outsider = await home.client.post('/corp/baseInfo', {}, { userId: String(other.owner.userId) });
    expect(outsider).toMatchObject({ status: 403, envelope: { reason: 'NOT_MEMBER', data: null } });
  });
});

describe('corp/queryAccountHistoryList', () => {
  beforeAll(async () => {
    await take({ code: 'HT001', name: '采购合同 100%', initiator: '孙东家' });
    await take({ code: 'HT002', name: '销售合同 Sales_A', initiator: '孙东家' });
    await take(
      { code: 'HT002', name: '销售合同 Sales_A', initiator: '孙东家' },
      { recordType: 'signCancel', count: 1 },
    );
    await take({ code: 'HT003', name: '租赁合同', initiator: '周经理' });
  });

  it('lists the rows newest first, each with the resulting balance', async () => {
    const { status, envelope } = await history(home.owner.client);
    expect(status).toBe(200);
    expect(envelope).toMatchObject({
      code: '200',
      listPageNo: 1,
      countInPage: 5,
      listPageCount: 1,
      totalCount: 5,
    });
    expect(envelope.data).toMatchObject([
      { recordType: 'signContract', count: -1, accountBalance: 8, signFlowCode: 'HT003' },
      { recordType: 'signCancel', count: 1, accountBalance: 9, signFlowCode: 'HT002' },
      { recordType: 'signContract', count: -1, accountBalance: 8, signFlowCode: 'HT002' },
      { recordType: 'signContract', count: -1, accountBalance: 9, signFlowCode: 'HT001' },
      { recordType: 'newUserPresent', count: 10, accountBalance: 10, signFlowId: null, signFlowCode: null },
    ]);
  });

  it('returns every field in every row', async () => {
    const { envelope } = await history(home.owner.client, { signFlowCode: 'HT003' });
    expect(envelope.data).toEqual([
      {
        id: expect.any(Number),
        corpCode: '91110000MA00000001',
        corpName: '账户查询有限公司',
        recordType: 'signContract',
        recordName: '发起合同',
        count: -1,
        accountBalance: 8,
        signFlowId: expect.any(Number),
        signFlowCode: 'HT003',
        signFlowName: '租赁合同',
        initPsnName: '周经理',
        orderCode: null,
        remark: null,
        createTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0800$/),
      },
    ]);
  });

  it.each([
    [{ recordType: 'signContract' }, 3],
    [{ recordType: 'orderBuy' }, 0],
    [{ signFlowCode: 'HT002' }, 2],
    [{ signFlowCode: 'HT00' }, 0],
    [{ signFlowName: '合同' }, 4],
    [{ signFlowName: 'sales' }, 2],
    [{ signFlowName: '100%' }, 1],
    [{ signFlowName: '%' }, 1],
    [{ signFlowName: '_' }, 2],
    [{ signFlowName: '' }, 5],
    [{ initPsnName: '周' }, 1],
    [{ initPsnName: '孙东家', recordType: 'signCancel' }, 1],
    [{ orderCode: 'T1' }, 0],
    [{ beginTime: '2020-01-01 00:00:00', endTime: '2020-01-02 00:00:00' }, 0],
    [{ beginTime: '2020-01-01 00:00:00', endTime: '2099-01-01 00:00:00' }, 5],
    [{ beginTime: '2020-01-01', endTime: '', recordType: null }, 5],
  ])('filters by %j', async (filter, totalCount) => {
    expect((await history(home.owner.client, filter)).envelope).toMatchObject({ code: '200', totalCount });
  });

  it('finds a row by the exact times that it displays', async () => {
    const [row] = (
      await home.owner.client.post<{ createTime: string }[]>('/corp/queryAccountHistoryList', {
        signFlowCode: 'HT001',
      })
    ).envelope.data;
    const createTime = row?.createTime ?? '';
    expect(
      (await history(home.owner.client, { beginTime: createTime, endTime: createTime })).envelope,
    ).toMatchObject({
      totalCount: 1,
    });
  });

  it('returns pages', async () => {
    const { envelope } = await history(home.owner.client, { listPageNo: '2', listPageSize: 2 });
    expect(envelope).toMatchObject({ listPageNo: 2, countInPage: 2, listPageCount: 3, totalCount: 5 });
    expect(envelope.data).toMatchObject([{ accountBalance: 8 }, { accountBalance: 9 }]);
    const past = await history(home.owner.client, { listPageNo: 9, listPageSize: 2 });
    expect(past.envelope).toMatchObject({ data: [], countInPage: 0, listPageCount: 3, totalCount: 5 });
  });

  it.each([
    [{ listPageNo: 0 }],
    [{ listPageNo: 'x' }],
    [{ listPageSize: 0 }],
    [{ listPageSize: 1001 }],
    [{ beginTime: 'yesterday' }],
    [{ endTime: '2026-02-30 00:00:00' }],
    [{ beginTime: '2026-01-02 00:00:00', endTime: '2026-01-01 00:00:00' }],
    [{ signFlowName: {} }],
    [{ recordType: [] }],
    [[]],
  ])('says 1002 to %j', async (filter) => {
    const answer = await home.owner.client.post('/corp/queryAccountHistoryList', filter);
    expect(answer).toMatchObject({ status: 200, envelope: { code: '1002', data: null } });
  });

  it('requires a right of its own', async () => {
    const plain = await home.member();
    expect(await history(plain.client)).toMatchObject({
      status: 403,
      envelope: { code: '403', reason: 'PERMISSION_DENIED', data: null },
    });
    const contractAdmin = await home.member(['CONTRACT_ADMIN']);
    expect((await history(contractAdmin.client)).envelope.code).toBe('200');
  });

  it('returns no rows of another enterprise', async () => {
    expect((await history(other.owner.client)).envelope).toMatchObject({
      totalCount: 1,
      data: [{ recordType: 'newUserPresent', corpName: other.corpName }],
    });
  });

  it('names every kind of row', async () => {
    const { owner, corpId } = await givenEnterprise(service, { contracts: 0, collections: 0 });
    const { services, database } = service.app;
    const now = services.clock.now();
    const kinds = Object.entries(recordTypes);
    for (const recordType of recordTypeNames) {
      await transact(database.db, (tx) =>
        charge(tx, services.ids, {
          corpId,
          ledger: 'contract',
          recordType,
          count: 1,
          flow: null,
          remark: null,
          now,
        }),
      );
    }
    const rows = await owner.client.data(queryAccountHistoryList, { listPageSize: 100 });
    const shown = new Map(rows.map(({ recordType, recordName }) => [recordType, recordName]));
    expect(shown).toEqual(new Map<string, string>(kinds));
    expect(new Set(shown.values()).size).toBe(kinds.length);
    for (const recordType of recordTypeNames) {
      const { envelope } = await history(owner.client, { recordType });
      expect(envelope).toMatchObject({ totalCount: 1, data: [{ recordType, count: 1 }] });
    }
  });
});
