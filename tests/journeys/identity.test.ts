/** Identity of people: asserted by an enterprise, or proven by themselves. */
import { contractList, contractTaskInfo, getSignUrl, startSignFlow } from '@cinnabar/api/operations/flows.js';
import {
  accessAuth,
  fetchAuth,
  getPersonalAuthUrl,
  infoByCorpId,
  memberAuth,
  memberCreate,
} from '@cinnabar/api/operations/members.js';
import { sendSmsVerifyCode } from '@cinnabar/api/operations/sms.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hear } from '../support/answers-of-attacks.js';
import { type RunningApp, startApp } from '../support/app.js';
import { enterLink } from '../support/enter-link.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { as, givenSeal, givenTemplate, sign, startFlow } from '../support/given-flow.js';
import { codeToJoin } from '../support/join-by-code.js';
import { mySession } from '../support/my-session.js';

let app: RunningApp;
let home: Enterprise;
let other: Enterprise;
let mobiles = 13_300_000_000;

beforeAll(async () => {
  app = await startApp();
  home = await givenEnterprise(app);
  other = await givenEnterprise(app);
  await givenSeal(home);
});
afterAll(() => app.close());

const qian = { realName: '钱多多', identNum: '310101199001012222', signPwd: '112233' };
const sun = { realName: '孙少少', identNum: '310101199002023333', signPwd: '445566' };

async function listed(enterprise: Enterprise, mobile: string) {
  const { userId } = await enterprise.owner.client.data(memberCreate, {
    userName: '名单上的人',
    mobile,
    jobNum: '7',
  });
  return { userId, mobile, client: enterprise.client.with({ userId: String(userId) }) };
}

const newMobile = (): string => String(++mobiles);

async function knownAs(enterprise: Enterprise, userId: Person['userId']) {
  const [seen] = await enterprise.owner.client.data(infoByCorpId, { userId });
  return seen;
}

async function topics({ corpId }: Enterprise, userId: number): Promise<readonly string[]> {
  const { rows } = await app.app.database.pool.query(
    'select topic from outbox where stream = $1 order by id',
    [`member:${corpId}:${userId}`],
  );
  return rows.map(({ topic }) => topic);
}

/** The person passes a face check requested by this enterprise. */
async function showsFace(client: Person['client'], { realName, identNum }: typeof qian): Promise<void> {
  const orderNo = new URL(await client.data(fetchAuth, {})).searchParams.get('orderNo') ?? '';
  const ended = await app.post(`/sandbox/face/${orderNo}`, { result: 'pass', realName, identNum });
  expect(ended.status).toBe(200);
}

describe('the identity of a person', () => {
  test('asserted by one enterprise is valid for no other, and is no proof', async () => {
    const mobile = newMobile();
    const here = await listed(home, mobile);
    await here.client.data(memberAuth, qian);
    expect(await knownAs(home, here.userId)).toMatchObject({ realName: '钱多多', realNameStatus: 1 });
    // Another enterprise may assert a different identity for the same mobile, and learns nothing.
    const there = await listed(other, mobile);
    expect(there.userId).toBe(here.userId);
    expect(await knownAs(other, here.userId)).toMatchObject({ realName: null, realNameStatus: 0 });
    await there.client.data(memberAuth, sun);
    expect(await knownAs(other, here.userId)).toMatchObject({ realName: '孙少少' });
    expect(await knownAs(home, here.userId)).toMatchObject({ realName: '钱多多' });
    const template = await givenTemplate(other.owner.client, {
      pages: 1,
      parties: [{ flag: '个人', type: 0, area: true }],
    });
    // Other enterprises may name them by any name, too.
    const { flowId } = await startFlow(other.owner.client, template, {
      participantList: [{ participantFlag: '个人', psnAccount: mobile, psnName: '随便谁' }],
    });
    expect(flowId).toBeGreaterThan(0);
    // They can still prove their identity.
    expect(await here.client.data(getPersonalAuthUrl, {})).toMatch(/^http/);
  });

  test('asserted suffices to act for the asserting enterprise', async () => {
    const mobile = newMobile();
    const here = await listed(home, mobile);
    await here.client.data(memberAuth, qian);
    const template = await givenTemplate(home.owner.client, {
      pages: 1,
      parties: [{ flag: '甲方', mode: 3, area: true }],
    });
    const person: Person = { ...here, ...qian };
    await app.app.database.pool.query(
      `update members set roles = '{SEAL_ADMIN}' where corp_id = $1 and user_id = $2`,
      [home.corpId, here.userId],
    );
    const { flowId } = await startFlow(person.client, template, { participantList: [] });
    expect((await sign(person, flowId)).flowStatus).toBe(3);
  });

  test('proven overrides what enterprises had asserted, and they are notified', async () => {
    const mobile = newMobile();
    const wrong = await listed(home, mobile);
    const right = await listed(other, mobile);
    const third = await givenEnterprise(app);
    const proving = await listed(third, mobile);
    await wrong.client.data(memberAuth, qian);
    await right.client.data(memberAuth, sun);
    const verifyCode = await codeToJoin(app, third.owner.client, mobile);
    await proving.client.data(memberAuth, { ...sun, verifyCode });
    expect(await knownAs(third, wrong.userId)).toMatchObject({ realName: '孙少少', realNameStatus: 1 });
    expect(await knownAs(home, wrong.userId)).toMatchObject({ realName: null, realNameStatus: 0 });
    expect(await hear(wrong, contractList, {})).toEqual([403, '403', 'NOT_MEMBER']);
    expect(await topics(home, wrong.userId)).toEqual(['member.verified', 'member.contradicted']);
    // An enterprise with a matching assertion keeps its member on that basis.
    expect(await knownAs(other, wrong.userId)).toMatchObject({ realName: '孙少少', realNameStatus: 1 });
    expect(await right.client.data(contractList, {})).toEqual([]);
    expect(await topics(other, wrong.userId)).toEqual(['member.verified']);
    expect(
      (await third.client.post(getPersonalAuthUrl.path, {}, { userId: String(wrong.userId) })).envelope.code,
    ).toBe('USER_ALREADY_AUTHENTICATED');
  });

  test('proven by a face check to differ from the assertion requires the person to accept again', async () => {
    const mobile = newMobile();
    const here = await listed(home, mobile);
    await here.client.data(memberAuth, qian);
    await showsFace(here.client, sun);
    expect(await knownAs(home, here.userId)).toMatchObject({ realName: null, realNameStatus: 0 });
    expect(await topics(home, here.userId)).toEqual(['member.verified', 'member.contradicted']);
  });

  test('proven by a face check to match the assertion becomes proven', async () => {
    const mobile = newMobile();
    const here = await listed(home, mobile);
    await here.client.data(memberAuth, qian);
    await showsFace(here.client, qian);
    expect(await knownAs(home, here.userId)).toMatchObject({ realName: '钱多多', realNameStatus: 1 });
    expect((await here.client.post(getPersonalAuthUrl.path, {})).envelope.code).toBe(
      'USER_ALREADY_AUTHENTICATED',
    );
  });

  test('can be proven on the page of the person’s own link without another code', async () => {
    const here = await listed(home, newMobile());
    const session = await enterLink(app, await here.client.data(getPersonalAuthUrl, {}), here);
    await session.client.data(memberAuth, qian);
    expect((await here.client.post(getPersonalAuthUrl.path, {})).envelope.code).toBe(
      'USER_ALREADY_AUTHENTICATED',
    );
  });
});

describe('a mobile reassigned to another person', () => {
  test('creates a new user for another ID document number; the previous holder keeps their contracts, which the mobile does not open', async () => {
    const former = await home.member();
    const template = await givenTemplate(home.owner.client, {
      pages: 1,
      parties: [{ flag: '个人', type: 0, area: true }],
    });
    const { flowId, participantList } = await startFlow(home.owner.client, template, {
      participantList: [as('个人', former, null)],
    });
    const [part] = participantList;
    if (part === undefined) throw new Error('nobody takes part');
    const { participantId } = part;
    const link = await home.owner.client.data(getSignUrl, { flowId, participantId });
    const before = await enterLink(app, link, former);
    const mine = await mySession(app, former.mobile);

    const here = await listed(other, former.mobile);
    expect(here.userId).toBe(former.userId);
    const verifyCode = await codeToJoin(app, other.owner.client, former.mobile);
    await here.client.data(memberAuth, { ...sun, verifyCode });
    const [heir] = await other.owner.client.data(infoByCorpId, { mobile: former.mobile });
    expect(heir).toMatchObject({ realName: '孙少少', realNameStatus: 1, userStatus: 0 });
    expect(heir?.userId).not.toBe(former.userId);

    // The previous holder is kept without a mobile, and their contract waits for them.
    expect(await knownAs(home, former.userId)).toMatchObject({ realName: former.realName, mobile: '' });
    expect((await former.client.data(contractTaskInfo, { flowId })).flowId).toBe(flowId);
    expect((await before.client.post(contractTaskInfo.path, { flowId })).status).toBe(401);
    expect((await mine.post('/contracts', { page: 1 })).status).toBe(401);
    expect(
      (await app.post('/pages/link/sendCode', { token: link.slice(link.lastIndexOf('/') + 1) })).status,
    ).toBe(410);
    const session = await mySession(app, former.mobile);
    const { envelope } = await session.post<{ readonly waiting: readonly unknown[] }>('/contracts', {
      page: 1,
    });
    expect(envelope.data).toMatchObject({ waiting: [], others: [] });
  });

  test('is not claimed by another number if the enterprise knows its member', async () => {
    const known = await home.member();
    const verifyCode = await codeToJoin(app, home.owner.client, known.mobile);
    expect(await hear(known, memberAuth, { ...sun, verifyCode })).toEqual([200, 'AUTH_INFO_INVALID', null]);
    expect(await knownAs(home, known.userId)).toMatchObject({
      realName: known.realName,
      mobile: known.mobile,
    });
  });
});

describe('a member', () => {
  test('can leave an enterprise unless something would be left unfinished', async () => {
    const leaver = await home.member();
    const template = await givenTemplate(home.owner.client, {
      pages: 1,
      parties: [{ flag: '甲方', mode: 3, area: true }],
    });
    const { flowId, flowCode } = await startFlow(home.owner.client, template, {
      participantList: [as('甲方', leaver, home)],
    });
    const session = await mySession(app, leaver.mobile);
    const { corpId } = home;
    const kept = await session.post('/enterprises/leave', { corpId });
    expect(kept.envelope).toMatchObject({ code: 'MEMBER_DELETE_FAILED', data: null });
    expect(kept.envelope.msg).toContain(flowCode);
    expect(kept.envelope.msg).toMatch(/^暂时不能退出：.*由他人接手后即可退出$/);
    expect((await leaver.client.data(contractTaskInfo, { flowId })).flowId).toBe(flowId);
    await home.owner.client.post('/signTask/contract/cancel', { flowId });
    expect((await session.post('/enterprises/leave', { corpId })).envelope.code).toBe('0');
    expect(await hear(leaver, contractList, {})).toEqual([403, '403', 'NOT_MEMBER']);
    expect(await knownAs(home, leaver.userId)).toMatchObject({ userStatus: 1 });
    expect((await session.post('/enterprises/leave', { corpId })).envelope.code).toBe('MEMBER_NOT_FOUND');
    const ofOwner = await mySession(app, home.owner.mobile);
    expect((await ofOwner.post('/enterprises/leave', { corpId })).envelope.code).toBe('MEMBER_DELETE_FAILED');
  });
});

describe('an access session', () => {
  test('sees nothing encrypted or confidential, and nothing that the member signs for themselves', async () => {
    const member = await home.member();
    const corpOnly = await givenTemplate(home.owner.client, {
      pages: 1,
      parties: [{ flag: '甲方', mode: 3, area: true }],
    });
    const personal = await givenTemplate(home.owner.client, {
      pages: 1,
      parties: [
        { flag: '甲方', mode: 3, area: true },
        { flag: '个人', type: 0, area: true },
      ],
    });
    const participantList = [as('甲方', member, home)];
    const { client } = home.owner;
    const plain = await startFlow(client, corpOnly, { participantList });
    const hidden = [
      await startFlow(client, corpOnly, { participantList, encryptFlag: 1 }),
      await startFlow(client, corpOnly, { participantList, privaryFlag: 1 }),
      await startFlow(client, personal, { participantList: [as('个人', member, null)] }),
    ];
    const own = await member.client.data(contractList, { docQueryType: 0 });
    expect(own).toHaveLength(4);
    const session = await enterLink(app, await client.data(accessAuth, { userId: member.userId }));
    for (const docQueryType of [0, 1, 4, 5] as const) {
      const list = await session.client.data(contractList, { docQueryType });
      const expected = docQueryType === 5 ? [] : [plain.flowId];
      expect([docQueryType, list.map(({ flowId }) => flowId)]).toEqual([docQueryType, expected]);
    }
    for (const { flowId } of hidden)
      expect((await hear(session, contractTaskInfo, { flowId }))[0]).toBeGreaterThan(402);
    expect((await session.client.data(contractTaskInfo, { flowId: plain.flowId })).flowId).toBe(plain.flowId);
    // Not even flows that it started itself.
    const started = await session.client.data(startSignFlow, {
      templateId: corpOnly.templateId,
      participantList: [],
      privaryFlag: 1,
    });
    expect((await hear(session, contractTaskInfo, { flowId: started.flowId }))[0]).toBe(404);
    expect(await hear(session, sendSmsVerifyCode, { mobile: member.mobile, smsType: 'commSms' })).toEqual([
      403,
      '403',
      'PERMISSION_DENIED',
    ]);
  });
});
