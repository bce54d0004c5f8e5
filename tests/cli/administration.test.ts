/** Administration of enterprises by the operator, beside the running service. */
import { getAccessToken } from '@cinnabar/api/operations/credentials.js';
import { baseInfo, queryAccountHistoryList } from '@cinnabar/api/operations/enterprise.js';
import { enterpriseContractsList } from '@cinnabar/api/operations/flows.js';
import { infoByCorpId } from '@cinnabar/api/operations/members.js';
import { embedOriginsOf, findCorp, settingsOf } from '@cinnabar/server/areas/enterprise/index.js';
import type { CorpId } from '@cinnabar/server/operation/context.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RunningApp } from '../support/app.js';
import type { CreatedCorp } from '../support/cinnabar.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { givenTemplate, startFlow } from '../support/given-flow.js';
import { type BesideTheService, besideTheService, of } from './beside-the-service.js';

// Every test starts several processes.
vi.setConfig({ testTimeout: 180_000 });

let cli: BesideTheService;
let running: RunningApp;

beforeAll(async () => {
  cli = await besideTheService();
  ({ running } = cli);
});
afterAll(() => cli.close());

const nobody = ['--corp', '9007199254000000'];

describe('corp embed', () => {
  it('sets the sites that may embed pages, or none, and refuses an invalid origin', async () => {
    const corp = await givenEnterprise(running);
    const origins = async () => {
      const found = await findCorp(running.app.database.db, corp.corpId);
      return found === null ? null : embedOriginsOf(found);
    };
    expect(await origins()).toEqual([]);
    const two = 'https://erp.example.com,http://localhost:8080';
    expect(await cli.told('corp', 'embed', ...of(corp), two)).toEqual({
      corpId: corp.corpId,
      embedOrigins: two.split(','),
    });
    expect(await origins()).toEqual(two.split(','));
    for (const wrong of ['erp.example.com', 'https://a.example/', 'http://a.example', '*', "'self'"]) {
      await cli.refused(2, 'is not an origin such as', 'corp', 'embed', ...of(corp), wrong);
    }
    await cli.told('corp', 'embed', ...of(corp), 'none');
    expect(await origins()).toEqual([]);
  });
});

describe('corp set', () => {
  const settings = async (corpId: CorpId) => {
    const corp = await findCorp(running.app.database.db, corpId);
    return corp === null ? null : settingsOf(corp);
  };

  it('changes one setting and keeps the others', async () => {
    const corp = await givenEnterprise(running);
    const others = {
      embedOrigins: [],
      loginMethods: ['sms', 'password', 'passkey', 'oidc'],
      loginIdleMinutes: 0,
      consoleNetworks: [],
      draftRetentionDays: 0,
      auditRetentionDays: 0,
      brandName: '',
      brandColor: '',
    };
    expect(await settings(corp.corpId)).toEqual({
      smsNotices: { turn: true, completion: true, refusal: true, deadline: true },
      maxAmount: 50_000,
      sealApproval: 'free',
      contractApproval: false,
      approvalAuth: false,
      ...others,
    });
    expect(await cli.told('corp', 'set', ...of(corp), 'sealApproval', 'strict')).toEqual({
      corpId: corp.corpId,
      sealApproval: 'strict',
    });
    expect(await cli.told('corp', 'set', 'contractApproval', 'on', ...of(corp))).toEqual({
      corpId: corp.corpId,
      contractApproval: true,
    });
    const { out } = await cli.run('corp', 'set', ...of(corp), 'approvalAuth', 'on');
    expect(out).toBe(`approvalAuth of enterprise ${corp.corpId} is on\n`);
    await cli.run('corp', 'set', ...of(corp), 'contractApproval', 'off');
    expect(await cli.told('corp', 'set', ...of(corp), 'smsNotices', 'turn,deadline')).toEqual({
      corpId: corp.corpId,
      smsNotices: ['turn', 'deadline'],
    });
    await cli.run('corp', 'set', ...of(corp), 'maxAmount', '88');
    await cli.run('corp', 'set', ...of(corp), 'brandName', '星河');
    await cli.run('corp', 'set', ...of(corp), 'brandColor', '#14532D');
    expect(await settings(corp.corpId)).toMatchObject({ brandName: '星河', brandColor: '#14532d' });
    await cli.run('corp', 'set', ...of(corp), 'brandName', 'none');
    await cli.run('corp', 'set', ...of(corp), 'brandColor', 'none');
    expect(await settings(corp.corpId)).toEqual({
      smsNotices: { turn: true, completion: false, refusal: false, deadline: true },
      maxAmount: 88,
      sealApproval: 'strict',
      contractApproval: false,
      approvalAuth: true,
      ...others,
    });
  });

  it('grants a level until its expiry time', async () => {
    const corp = await givenEnterprise(running);
    const level = async () => {
      const { corpLevel, levelExpireTime } = await corp.owner.client.data(baseInfo, {});
      return [corpLevel, levelExpireTime?.slice(0, 10) ?? null];
    };
    await cli.run('corp', 'set', ...of(corp), 'corpLevel', '11');
    expect(await level()).toEqual([11, null]);
    await cli.run('corp', 'set', ...of(corp), 'levelExpireTime', '2099-12-31');
    expect(await level()).toEqual([11, '2099-12-31']);
    await cli.run('corp', 'set', ...of(corp), 'levelExpireTime', '2020-01-01');
    expect(await level()).toEqual([0, '2020-01-01']);
    await cli.run('corp', 'set', ...of(corp), 'levelExpireTime', 'none');
    expect(await level()).toEqual([11, null]);
    for (const [name, value] of [
      ['corpLevel', '9'],
      ['levelExpireTime', 'soon'],
      ['maxAmount', '0'],
      ['smsNotices', 'turns'],
      ['brandName', '<b>'],
      ['brandColor', '#777777'],
    ] as const) {
      await cli.refused(2, `${name} is one of`, 'corp', 'set', ...of(corp), name, value);
    }
  });

  it('refuses unknown settings and values', async () => {
    const corp = await givenEnterprise(running);
    await cli.refused(
      2,
      'there is no setting "sealapproval", but sealApproval',
      'corp',
      'set',
      ...of(corp),
      'sealapproval',
      'strict',
    );
    await cli.refused(2, 'there is no setting "toString"', 'corp', 'set', ...of(corp), 'toString', 'on');
    await cli.refused(
      2,
      'sealApproval is one of free, strict',
      'corp',
      'set',
      ...of(corp),
      'sealApproval',
      'on',
    );
    await cli.refused(2, 'VALUE is required', 'corp', 'set', ...of(corp), 'approvalAuth');
    await cli.refused(
      2,
      "Unexpected argument 'now'",
      'corp',
      'set',
      ...of(corp),
      'approvalAuth',
      'on',
      'now',
    );
    await cli.refused(1, 'there is no enterprise', 'corp', 'set', ...nobody, 'approvalAuth', 'on');
    expect((await settings(corp.corpId))?.approvalAuth).toBe(false);
  });

  it('refuses a suite of SM2 for which the key stores are unfit', async () => {
    const corp = await givenEnterprise(running);
    const set = ['corp', 'set', ...of(corp), 'signatureSuite'];
    const token = { PKCS11_MODULE: '/opt/token.so', PKCS11_TOKEN: 'seals', PKCS11_PIN: '271828' };
    const { code, errors } = await cli.runWith({ KEYS_ENTERPRISES: 'pkcs11', ...token }, ...set, 'dual');
    expect([code, errors]).toEqual([1, expect.stringContaining('KEYS_ENTERPRISES=pkcs11 cannot hold')]);
    expect(await cli.told(...set, 'dual')).toMatchObject({ signatureSuite: 'dual' });
    await cli.told(...set, 'default');
  });

  it('takes effect at once: contracts wait for approval', async () => {
    const corp = await givenEnterprise(running);
    const template = await givenTemplate(corp.owner.client, { parties: [{ flag: '甲方', mode: 3 }] });
    await corp.member(['ADMIN']);
    const before = await startFlow(corp.owner.client, template, { participantList: [] });
    expect(before.flowStatus).toBe(2);
    await cli.run('corp', 'set', ...of(corp), 'contractApproval', 'on');
    const after = await startFlow(corp.owner.client, template, { participantList: [] });
    expect(after.flowStatus).toBe(0);
  });
});

describe('corp identity', () => {
  it('records the evidence examined, and keeps the reason', async () => {
    const corp = await givenEnterprise(running, { profile: { identStatus: 'unidentified' } });
    const identity = (...args: readonly string[]) => ['corp', 'identity', ...of(corp), ...args];
    const because = ['--reason', '盖章公函 2026-7'];
    expect(await cli.told(...identity('--status', 'identified', ...because))).toMatchObject({
      corpId: corp.corpId,
      identStatus: 'identified',
    });
    const rep = ['--legal-rep-name', '钱法人', '--legal-rep-number', '31010119700101001x'];
    expect(await cli.told(...identity(...rep, ...because))).toMatchObject({
      legalRepName: '钱法人',
      identStatus: 'identified',
    });
    expect(await cli.told(...identity('--status', 'invalid', ...because))).toMatchObject({
      identStatus: 'invalid',
    });
    const { db } = running.app.database;
    const rows = await db
      .selectFrom('corp_identifications')
      .select(['ident_status', 'way', 'reason'])
      .where('corp_id', '=', corp.corpId)
      .orderBy('entry_id')
      .execute();
    expect(rows.map((row) => [row.ident_status, row.way, row.reason])).toEqual(
      ['identified', 'identified', 'invalid'].map((status) => [status, 'operator', '盖章公函 2026-7']),
    );
    await expect(db.deleteFrom('corp_identifications').execute()).rejects.toThrow('never changed');
  });

  it('requires a reason, name and number of a representative, and something to change', async () => {
    const corp = await givenEnterprise(running);
    const identity = (...args: readonly string[]) => ['corp', 'identity', ...of(corp), ...args];
    await cli.refused(2, '--reason', ...identity('--status', 'invalid'));
    await cli.refused(2, '--reason', ...identity('--status', 'invalid', '--reason', ' '));
    await cli.refused(2, '--status', ...identity('--reason', 'r'));
    await cli.refused(2, '--status', ...identity('--status', 'valid', '--reason', 'r'));
    await cli.refused(
      2,
      'must be given together',
      ...identity('--legal-rep-name', '钱法人', '--reason', 'r'),
    );
    await cli.refused(2, 'is not a unified social', ...identity('--credit-code', '1', '--reason', 'r'));
    await cli.refused(
      1,
      'no enterprise',
      'corp',
      'identity',
      ...nobody,
      '--status',
      'invalid',
      '--reason',
      'r',
    );
  });
});

describe('corp parent', () => {
  it('lets an enterprise see the lists of another, until it is removed', async () => {
    const [above, below] = [await givenEnterprise(running), await givenEnterprise(running)];
    const look = async () => {
      const headers = { openCorpId: String(below.corpId) };
      return (await above.owner.client.call(enterpriseContractsList, {}, headers)).status;
    };
    expect(await look()).toBe(403);
    const parent = ['--parent', String(above.corpId)];
    expect(await cli.told('corp', 'parent', ...of(below), ...parent)).toEqual({
      corpId: below.corpId,
      parentId: above.corpId,
    });
    expect(await look()).toBe(200);
    const { out } = await cli.run('corp', 'parent', ...of(below), '--none');
    expect(out).toBe(`enterprise ${below.corpId} lies below none\n`);
    expect(await look()).toBe(403);
  });

  it('refuses cycles', async () => {
    const [first, second, third] = [
      await givenEnterprise(running),
      await givenEnterprise(running),
      await givenEnterprise(running),
    ];
    const put = (corp: Enterprise, parent: Enterprise) =>
      ['corp', 'parent', ...of(corp), '--parent', String(parent.corpId)] as const;
    expect((await cli.run(...put(second, first))).code).toBe(0);
    expect((await cli.run(...put(third, second))).code).toBe(0);
    await cli.refused(
      1,
      `enterprise ${third.corpId} is ${first.corpId} itself or a descendant of it`,
      ...put(first, third),
    );
    await cli.refused(1, 'itself or a descendant of it', ...put(first, first));
    await cli.refused(1, 'there is no enterprise', 'corp', 'parent', ...nobody, '--none');
    await cli.refused(
      1,
      'there is no enterprise 9007199254000000',
      'corp',
      'parent',
      ...of(first),
      '--parent',
      '9007199254000000',
    );
    await cli.refused(2, 'either --parent or --none', 'corp', 'parent', ...of(first));
  });
});

describe('app', () => {
  interface Credentials {
    readonly corpId: number;
    readonly appId: string;
    readonly appSecret: string;
  }
  const codeOf = async ({ appId, appSecret }: Credentials) =>
    (await running.client.call(getAccessToken, { appId, appSecret })).envelope.code;

  it('create adds an application, whose credentials are valid at once', async () => {
    const corp = await givenEnterprise(running);
    const made = await cli.told<Credentials>('app', 'create', ...of(corp), '--name', '财务系统');
    expect(made).toEqual({
      corpId: corp.corpId,
      appId: expect.any(String),
      appSecret: expect.stringMatching(/^[\w-]{43}$/),
    });
    const { corpId } = await running.client.data(getAccessToken, {
      appId: made.appId,
      appSecret: made.appSecret,
    });
    expect(corpId).toBe(corp.corpId);
    const { out } = await cli.run('app', 'create', ...of(corp));
    expect(out).toContain('cannot be shown again');
    await cli.refused(1, 'there is no enterprise', 'app', 'create', ...nobody);
  });

  it('create accepts an allow-list, and refuses invalid addresses', async () => {
    const corp = await givenEnterprise(running);
    const elsewhere = await cli.told<Credentials>(
      'app',
      'create',
      ...of(corp),
      '--allow',
      '192.0.2.0/24, 2001:db8::1',
    );
    expect(await codeOf(elsewhere)).toBe('401');
    const here = await cli.told<Credentials>('app', 'create', ...of(corp), '--allow', '127.0.0.1');
    expect(await codeOf(here)).toBe('0');
    await cli.refused(
      2,
      '"192.0.2.0/33" is neither an address',
      'app',
      'create',
      ...of(corp),
      '--allow',
      '192.0.2.0/33',
    );
    await cli.refused(2, '"" is neither an address', 'app', 'create', ...of(corp), '--allow', '127.0.0.1,');
  });

  it('rotate keeps the old secret valid for the grace period', async () => {
    const corp = await givenEnterprise(running);
    const app = ['--app', corp.appId];
    const fresh = await cli.told<Credentials>('app', 'rotate', ...of(corp), ...app);
    expect(fresh.appSecret).not.toBe(corp.appSecret);
    expect([await codeOf(corp), await codeOf(fresh)]).toEqual(['0', '0']);
    const last = await cli.told<Credentials>('app', 'rotate', ...of(corp), ...app, '--grace-hours', '0');
    expect([await codeOf(fresh), await codeOf(last)]).toEqual(['401', '0']);
    await cli.refused(2, '--grace-hours', 'app', 'rotate', ...of(corp), ...app, '--grace-hours', '-1');
  });

  it('disable ends it, and only for the named enterprise', async () => {
    const [corp, other] = [await givenEnterprise(running), await givenEnterprise(running)];
    const app = ['--app', corp.appId];
    await cli.refused(1, 'has no application', 'app', 'disable', ...of(other), ...app);
    await cli.refused(1, 'has no application', 'app', 'rotate', ...of(other), ...app);
    expect(await codeOf(corp)).toBe('0');
    expect(await cli.told('app', 'disable', ...of(corp), ...app)).toEqual({
      corpId: corp.corpId,
      appId: corp.appId,
      status: 'disabled',
    });
    expect(await codeOf(corp)).toBe('401');
  });
});

describe('balance add', () => {
  it('adds contracts as a row of the account history', async () => {
    const corp = await givenEnterprise(running, { contracts: 5, collections: 1 });
    expect(
      await cli.told('balance', 'add', ...of(corp), '--count', '10', '--remark', '合同 2026-7 号'),
    ).toEqual({
      corpId: corp.corpId,
      ledger: 'contract',
      count: 10,
      balance: 15,
    });
    const [row] = await corp.owner.client.data(queryAccountHistoryList, {});
    expect(row).toMatchObject({
      recordType: 'adminRecharge',
      recordName: '平台充值',
      count: 10,
      accountBalance: 15,
      remark: '合同 2026-7 号',
    });
  });

  it('adds collections, which the history of contracts does not list', async () => {
    const corp = await givenEnterprise(running, { contracts: 5, collections: 1 });
    const { out } = await cli.run('balance', 'add', ...of(corp), '--count', '3', '--payee');
    expect(out).toBe(`enterprise ${corp.corpId} has 4 collections now\n`);
    expect(await corp.owner.client.data(baseInfo, {})).toMatchObject({ accountBalance: 5, payeeBalance: 4 });
    expect(await corp.owner.client.data(queryAccountHistoryList, {})).toHaveLength(1);
  });

  it('adds to the charged account and never deducts more than its balance', async () => {
    const corp = await givenEnterprise(running, { contracts: 5 });
    const add = (count: string, ...more: readonly string[]) =>
      cli.run('balance', 'add', ...of(corp), `--count=${count}`, ...more);
    await add('100', '--type', 'orderBuy', '--order', 'PKG-7');
    await add('10', '--type', 'crmOrderPresent');
    await add('-50', '--type', 'orderExpire', '--order', 'PKG-7');
    await add('-5');
    const rows = await corp.owner.client.data(queryAccountHistoryList, {});
    expect(
      rows.map((row) => [row.recordType, row.recordName, row.count, row.accountBalance, row.orderCode]),
    ).toEqual([
      ['adminContract', '平台调整', -5, 60, null],
      ['orderExpire', '套餐到期', -50, 65, 'PKG-7'],
      ['crmOrderPresent', '线下订单赠送', 10, 115, null],
      ['orderBuy', '购买套餐', 100, 105, 'PKG-7'],
      ['newUserPresent', '新用户赠送', 5, 5, null],
    ]);
    await cli.refused(
      1,
      'the balance of the account is too low',
      'balance',
      'add',
      ...of(corp),
      '--count=-61',
    );
    await cli.refused(2, 'orderBuy adds', 'balance', 'add', ...of(corp), '--count=-1', '--type', 'orderBuy');
    await cli.refused(
      2,
      'orderExpire takes away',
      'balance',
      'add',
      ...of(corp),
      '--count=1',
      '--type',
      'orderExpire',
    );
    await cli.refused(2, '--type', 'balance', 'add', ...of(corp), '--count=1', '--type', 'signContract');
  });

  it.each(['0', '-5', '1000001', '1.5', 'many'])('refuses to add %s', async (count) => {
    await cli.refused(2, '--count', 'balance', 'add', '--corp', '1', '--count', count);
  });

  it('refuses unknown enterprises', () =>
    cli.refused(1, 'there is no enterprise', 'balance', 'add', ...nobody, '--count', '1'));
});

describe('corp create', () => {
  it('adds waiting contracts to the lists of the new enterprise', async () => {
    const buyer = await givenEnterprise(running);
    const template = await givenTemplate(buyer.owner.client, {
      parties: [{ flag: '甲方', mode: 3 }, { flag: '乙方' }],
    });
    const party = { participantFlag: '乙方', psnAccount: '13500000001', psnName: '许经理' };
    const { flowId } = await startFlow(buyer.owner.client, template, {
      participantList: [{ ...party, participantCorpName: '迟到的（杭州）有限公司' }],
    });
    const created = await cli.told<CreatedCorp>(
      ...['corp', 'create', '--name', '迟到的(杭州)有限公司'],
      ...['--owner-name', '许经理', '--owner-mobile', '13500000001'],
    );
    await running.advance(1);
    const nobodyYet = running.client;
    const { appId, appSecret, owner } = created;
    const { accessToken } = await nobodyYet.data(getAccessToken, { appId, appSecret });
    const client = nobodyYet.with({ appId, accessToken, userId: String(owner.userId), source: 'pc' });
    const flows = await client.data(enterpriseContractsList, {});
    expect(flows.map((flow) => flow.flowId)).toEqual([flowId]);
    expect(await client.data(infoByCorpId, { mobile: owner.mobile })).toHaveLength(1);
  });
});
