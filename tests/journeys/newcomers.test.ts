/** People and enterprises unknown to the service that a contract names. */
import { baseInfo, queryAccountHistoryList } from '@cinnabar/api/operations/enterprise.js';
import {
  contractInfo,
  contractList,
  contractTaskInfo,
  enterpriseContractsList,
  fillSignForm,
  getFillUrl,
  signContract,
} from '@cinnabar/api/operations/flows.js';
import { infoByCorpId, memberCreate } from '@cinnabar/api/operations/members.js';
import { getSealAuthorUrl } from '@cinnabar/api/operations/seals.js';
import { createCorp, findCorpByName, prepareCorp } from '@cinnabar/server/areas/enterprise/index.js';
import { bindWaitingFlows } from '@cinnabar/server/areas/flows/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { openLink } from '../support/enter-link.js';
import type { Enterprise } from '../support/given-enterprise.js';
import { download, givenTemplate, sign, startFlow, taskInfo } from '../support/given-flow.js';
import { asLegalRep, newCorp, newcomer, signByLink, visit } from '../support/newcomer.js';
import { pdfsig, qpdfProblems } from '../support/pdf/pdf-tools.js';
import { refusalOf } from '../support/refusal.js';
import { actingMemberOf, type ContractsByLink, givenContractsByLink } from './contracts-by-link.js';

let app: RunningApp;
let contracts: ContractsByLink;
let buyer: Enterprise;

beforeAll(async () => {
  app = await startApp();
  contracts = await givenContractsByLink(app);
  ({ buyer } = contracts);
});
afterAll(() => app.close());

describe('an unknown supplier', () => {
  test('verifies themselves, registers their enterprise and signs to completion, using only the link', async () => {
    const supplier = newcomer('苏新来');
    const { corpName, corpCode } = newCorp();
    // In the contract it is spelled differently.
    const flowId = await contracts.with(supplier, corpName.replace('（', '(').replace('）', ' )'));
    expect(await contracts.partOf(flowId)).toMatchObject({ participantCorpId: null, psnName: '苏新来' });
    const { owner } = buyer;
    expect(await sign(owner, flowId)).toMatchObject({ flowStatus: 2 });

    const address = await contracts.addressFor(flowId);
    const visitor = await visit(app, supplier, address);
    expect(visitor.session.entered).toMatchObject({ corpId: null, flowId });
    const { client } = visitor.session;
    expect(await visitor.party()).toEqual({
      verified: false,
      corp: {
        corpName: corpName.replace('（', '(').replace('）', ' )'),
        registered: false,
        identStatus: null,
        waitsFor: null,
        standing: null,
      },
      nextStep: 'verify',
    });
    // They may read the subject before they provide any data.
    expect(await client.data(contractInfo, { flowId })).toHaveLength(1);
    expect((await client.data(contractTaskInfo, { flowId })).flowId).toBe(flowId);
    expect(
      await refusalOf(client.post(signContract.path, { flowId, shown: 'x'.repeat(64), signComponents: [] })),
    ).toEqual(['403', 'NOT_VERIFIED']);

    expect((await visitor.verify()).envelope.code).toBe('0');
    expect((await visitor.party()).nextStep).toBe('register');
    const registered = await visitor.post<{ corpId: number }>('/corp/register', {
      corpName,
      corpCode,
      ...asLegalRep(supplier),
      sealName: '公章',
    });
    expect(registered.envelope).toMatchObject({ code: '0', data: { corpId: expect.any(Number) } });
    const { corpId } = registered.envelope.data;
    expect(await visitor.party()).toEqual({
      verified: true,
      corp: { corpName, registered: true, identStatus: 'identified', waitsFor: null, standing: 'member' },
      nextStep: null,
    });
    expect(await contracts.partOf(flowId)).toMatchObject({
      participantCorpId: corpId,
      participantCorpName: corpName,
    });

    expect(await signByLink(app, visitor, flowId)).toMatchObject({ flowStatus: 3, signStatus: 3 });
    const pdf = await download(owner, flowId);
    expect(qpdfProblems(pdf)).toBe('');
    const verdicts = pdfsig(pdf);
    expect(verdicts).toHaveLength(2);
    expect(verdicts.every(({ validation }) => validation === 'Signature is Valid.')).toBe(true);
    expect((await openLink(app, address)).envelope.data.state).toBe('ended');
  });

  test('owns an identified enterprise without any granted balance', async () => {
    const supplier = newcomer('苏有主');
    const { corpName, corpCode } = newCorp();
    const visitor = await contracts.visitFor(supplier, await contracts.with(supplier, corpName));
    await visitor.verify();
    await visitor.post('/corp/register', { corpName, corpCode, ...asLegalRep(supplier) });
    const owner = await actingMemberOf(app, corpName, visitor.person.userId);
    expect(await owner.data(baseInfo, {})).toMatchObject({
      corpCode,
      corpName,
      legalRepName: '苏有主',
      identStatus: 'identified',
      accountBalance: 0,
      payeeBalance: 0,
      userNum: 1,
      adminInfo: { userId: visitor.person.userId, realName: '苏有主', realNameStatus: 1, userName: '苏有主' },
    });
    expect(await owner.data(queryAccountHistoryList, {})).toEqual([]);
    const { envelope } = await owner.post<unknown[]>('/seal/getSealListByPage', {});
    expect(envelope.data).toEqual([]);
  });
});

describe('verifying oneself', () => {
  test('lets a person sign for themselves, under the verified name', async () => {
    const who = newcomer('丁一· 娜');
    const flowId = await contracts.withPerson({ ...who, realName: '丁一娜' });
    const visitor = await contracts.visitFor(who, flowId, '个人');
    expect(await visitor.party()).toEqual({ verified: false, corp: null, nextStep: 'verify' });
    await visitor.verify();
    expect(await visitor.party()).toEqual({ verified: true, corp: null, nextStep: null });
    expect(await signByLink(app, visitor, flowId)).toMatchObject({ flowStatus: 2, signStatus: 3 });
    const { participantList } = await taskInfo(buyer.owner, flowId);
    expect(participantList.map(({ psnName }) => psnName)).toContain('丁一· 娜');
    const pdf = await download(buyer.owner, flowId);
    expect(pdfsig(pdf).every(({ validation }) => validation === 'Signature is Valid.')).toBe(true);
  });

  test('refuses a name other than the contract’s, an invalid identity, and a verified person', async () => {
    const who = newcomer('贾仁');
    const visitor = await contracts.visitFor(who, await contracts.withPerson(who), '个人');
    const verify = (change: object) =>
      refusalOf(
        visitor.post('/person/verify', { realName: who.realName, identNum: who.identNum, ...change }),
      );
    expect(await verify({ realName: '甄人' })).toEqual(['400', 'NAME_MISMATCH']);
    expect(await verify({ identNum: '12' })).toEqual(['AUTH_INFO_INVALID', null]);
    expect(await verify({ identNum: '310101198001000000' })).toEqual(['AUTH_INFO_INVALID', null]);
    expect(await verify({ identNum: null })).toEqual(['400', 'INVALID_FIELD']);
    expect((await visitor.party()).verified).toBe(false);
    expect(await verify({})).toEqual(['0', null]);
    expect(await verify({})).toEqual(['USER_ALREADY_AUTHENTICATED', null]);
  });

  test('is limited to ten attempts a day', async () => {
    const who = newcomer('常试');
    const visitor = await contracts.visitFor(who, await contracts.withPerson(who), '个人');
    const guess = () =>
      refusalOf(visitor.post('/person/verify', { realName: who.realName, identNum: '123000000' }));
    for (let tries = 1; tries <= 10; tries += 1) expect(await guess()).toEqual(['AUTH_INFO_INVALID', null]);
    expect(await guess()).toEqual(['429', 'CREDENTIALS_LIMITED']);
    expect((await visitor.verify()).status).toBe(429);
  });

  test('does not confirm a membership that an enterprise created from the mobile', async () => {
    const who = newcomer('苗自知');
    await buyer.owner.client.data(memberCreate, { userName: '小苗', mobile: who.mobile, jobNum: '7' });
    const visitor = await contracts.visitFor(who, await contracts.withPerson(who), '个人');
    await visitor.verify();
    const [member] = await buyer.owner.client.data(infoByCorpId, { mobile: who.mobile });
    expect(member).toMatchObject({ realName: null, realNameStatus: 0 });
  });
});

describe('registering an enterprise', () => {
  test('requires the contract’s name, a valid credit code, and the registry’s confirmation', async () => {
    const who = newcomer('卫登记');
    const { corpName, corpCode } = newCorp();
    const visitor = await contracts.visitFor(who, await contracts.with(who, corpName));
    const register = (change: object = {}) =>
      refusalOf(visitor.post('/corp/register', { corpName, corpCode, ...asLegalRep(who), ...change }));
    expect(await register()).toEqual(['403', 'NOT_VERIFIED']);
    await visitor.verify();
    expect(await register({ corpName: '另一家有限公司' })).toEqual(['400', 'INVALID_FIELD']);
    expect(await register({ corpName: `${corpName}\u202e` })).toEqual(['400', 'INVALID_FIELD']);
    expect(
      await register({ corpCode: `${corpCode.slice(0, 17)}${corpCode.endsWith('0') ? '1' : '0'}` }),
    ).toEqual(['400', 'INVALID_FIELD']);
    expect(await register({ legalRepIdentNo: '1' })).toEqual(['AUTH_INFO_INVALID', null]);
    expect(await register({ legalRepIdentNo: '310101197001000000' })).toEqual(['AUTH_INFO_INVALID', null]);
    expect(await register({ legalRepName: null })).toEqual(['400', 'INVALID_FIELD']);
    expect(await register({ sealName: ' ' })).toEqual(['400', 'INVALID_FIELD']);
    expect(await register({ corpCode: corpCode.toLowerCase() })).toEqual(['0', null]);
    expect(await register()).toEqual(['400', 'INVALID_FIELD']);
  });

  test('refuses a credit code in use, and stores nothing', async () => {
    const [first, second] = [newcomer('谢先到'), newcomer('谢后到')];
    const { corpName, corpCode } = newCorp();
    const early = await contracts.visitFor(first, await contracts.with(first, corpName));
    await early.verify();
    await early.post('/corp/register', { corpName, corpCode, ...asLegalRep(first) });
    const other = newCorp();
    const flowId = await contracts.with(second, other.corpName);
    const late = await contracts.visitFor(second, flowId);
    await late.verify();
    const { envelope } = await late.post('/corp/register', { ...other, corpCode, ...asLegalRep(second) });
    expect(envelope).toMatchObject({ code: '400', msg: expect.stringContaining('corpCode') });
    expect(await findCorpByName(app.app.database.db, other.corpName)).toBeNull();
    expect(await contracts.partOf(flowId)).toMatchObject({ participantCorpId: null });
  });

  test('happens once under concurrent requests', async () => {
    const [first, second] = [newcomer('竞一'), newcomer('竞二')];
    const { corpName, corpCode } = newCorp();
    const visitors = [
      await contracts.visitFor(first, await contracts.with(first, corpName)),
      await contracts.visitFor(second, await contracts.with(second, corpName)),
    ];
    for (const each of visitors) await each.verify();
    const codes = await Promise.all(
      visitors.map(
        async (each) =>
          (await each.post('/corp/register', { corpName, corpCode, ...asLegalRep(each.who) })).envelope.code,
      ),
    );
    expect(codes.toSorted()).toEqual(['0', '400']);
  });

  test('adds every contract that names it to its lists, except ended ones', async () => {
    const [who, colleague] = [newcomer('盛多'), newcomer('盛同事')];
    const { corpName, corpCode } = newCorp();
    const flowId = await contracts.with(who, corpName);
    const ofColleague = await contracts.with(colleague, ` ${corpName} `);
    const revoked = await contracts.with(colleague, corpName);
    await buyer.owner.client.post('/signTask/contract/cancel', { flowId: revoked });
    const unrelated = await contracts.with(who, newCorp().corpName);
    const visitor = await contracts.visitFor(who, flowId);
    await visitor.verify();
    await visitor.post('/corp/register', { corpName, corpCode, ...asLegalRep(who) });
    // The others follow in a job; moving the clock waits for jobs that fall due.
    await app.advance(1);
    const owner = await actingMemberOf(app, corpName, visitor.person.userId);
    const all = await owner.data(enterpriseContractsList, {});
    expect(all.map((flow) => flow.flowId).toSorted()).toEqual([flowId, ofColleague].toSorted());
    expect((await owner.data(contractList, { docQueryType: 4 })).map((flow) => flow.flowId)).toEqual([
      flowId,
    ]);
    expect(await contracts.partOf(revoked)).toMatchObject({ participantCorpId: null });
    expect(await contracts.partOf(unrelated)).toMatchObject({ participantCorpId: null });
    const history = await app.app.database.db
      .selectFrom('flow_events')
      .select('kind')
      .where('flow_id', '=', ofColleague)
      .orderBy('sequence')
      .execute();
    expect(history.map(({ kind }) => kind)).toContain('corpBound');
    // The colleague was named in the contract, and asks to join.
    const other = await contracts.visitFor(colleague, ofColleague);
    await other.verify();
    expect(await other.party()).toMatchObject({ corp: { standing: 'stranger' }, nextStep: 'join' });
  });

  test('accepts any name if the contract leaves it open', async () => {
    const who = newcomer('易随便');
    const { corpName, corpCode } = newCorp();
    const flowId = await contracts.with(who);
    expect(await contracts.partOf(flowId)).toMatchObject({
      participantCorpId: null,
      participantCorpName: '',
    });
    const visitor = await contracts.visitFor(who, flowId);
    await visitor.verify();
    expect(await visitor.party()).toMatchObject({ corp: { corpName: '' }, nextStep: 'register' });
    await visitor.post('/corp/register', { corpName, corpCode, ...asLegalRep(who), sealName: '公章' });
    expect(await contracts.partOf(flowId)).toMatchObject({ participantCorpName: corpName });
    expect(await signByLink(app, visitor, flowId)).toMatchObject({ signStatus: 3 });
  });

  test('also happens by the operator’s command for waiting contracts', async () => {
    const who = newcomer('成命');
    const { corpName } = newCorp();
    const flowId = await contracts.with(who, corpName);
    const { services, database } = app.app;
    const corp = await prepareCorp(services, { corpName });
    await transact(database.db, async (tx) => {
      await createCorp(tx, services, corp, { contracts: 0, collections: 0 }, services.clock.now());
      await bindWaitingFlows(tx, corp.corpId);
    });
    await app.advance(1);
    expect(await contracts.partOf(flowId)).toMatchObject({ participantCorpId: corp.corpId });
  });
});

describe('a session of a newcomer', () => {
  test('can read the contract of an unregistered enterprise’s part, and act in nothing', async () => {
    const who = newcomer('严守');
    const filling = await givenTemplate(buyer.owner.client);
    const { flowId } = await startFlow(buyer.owner.client, filling, {
      participantList: [
        {
          participantFlag: '乙方',
          psnAccount: who.mobile,
          psnName: who.realName,
          participantCorpName: newCorp().corpName,
        },
      ],
      autoFill: 2,
      fillComponents: [{ componentKey: 'amount', componentValue: '一万' }],
    });
    const address = await buyer.owner.client.data(getFillUrl, { flowId });
    const visitor = await visit(app, who, address);
    await visitor.verify();
    const { client } = visitor.session;
    for (const [path, body] of [
      [fillSignForm.path, { flowId, components: [] }],
      ['/signTask/contract/refuse', { flowId, refuseMsg: '不签' }],
    ] as const) {
      expect(await refusalOf(client.post(path, body))).toEqual(['403', 'NOT_VERIFIED']);
    }
    expect((await client.data(contractTaskInfo, { flowId })).flowStatus).toBe(1);
    expect(await refusalOf(client.post('/corp/baseInfo', {}))).toEqual(['403', 'PERMISSION_DENIED']);
  });

  test('is not available to other kinds of link', async () => {
    const link = await buyer.owner.client.data(getSealAuthorUrl, {});
    const { mobile, realName } = buyer.owner;
    const visitor = await visit(app, { mobile, realName, identNum: '' }, link);
    for (const path of ['/party', '/person/verify', '/corp/register', '/corp/join']) {
      expect(await refusalOf(visitor.post(path))).toEqual(['403', 'PERMISSION_DENIED']);
    }
  });

  test('is required for all of these operations', async () => {
    for (const path of ['/party', '/person/verify', '/corp/register', '/corp/join']) {
      expect((await app.post(`/pages${path}`, {})).status).toBe(401);
    }
  });
});
