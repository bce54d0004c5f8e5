/** Enterprises that are here, and people who are no members of them yet. */
import { contractTaskInfo, getSignUrl, signContract } from '@cinnabar/api/flows.js';
import { acceptJoin, infoByCorpId, joinRequests, memberCreate } from '@cinnabar/api/members.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import {
  type FlowId,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  startFlow,
  taskInfo,
} from '../support/given-flow.js';
import { type Newcomer, newcomer, signByLink, type Visit, visit } from '../support/newcomer.js';
import { messagesTo } from './messages-to.js';

let app: RunningApp;
let buyer: Enterprise;
let template: GivenTemplate;
let personal: GivenTemplate;

beforeAll(async () => {
  app = await startApp();
  buyer = await givenEnterprise(app);
  await givenSeal(buyer);
  template = await givenTemplate(buyer.owner.client, {
    parties: [
      { flag: '甲方', mode: 3, signOrder: 1, area: true },
      { flag: '乙方', signOrder: 1, area: true },
    ],
  });
  personal = await givenTemplate(buyer.owner.client, {
    parties: [
      { flag: '甲方', mode: 3, signOrder: 1, area: true },
      { flag: '个人', type: 0, signOrder: 1, area: true },
    ],
  });
});
afterAll(() => app.close());

/** A contract that names this person for 乙方, and the enterprise where it is given. */
async function contractWith(who: Newcomer, participantCorpName?: string): Promise<FlowId> {
  const party = { participantFlag: '乙方', psnAccount: who.mobile, psnName: who.realName };
  const { flowId, flowStatus } = await startFlow(buyer.owner.client, template, {
    participantList: [participantCorpName === undefined ? party : { ...party, participantCorpName }],
  });
  expect(flowStatus).toBe(2);
  return flowId;
}

async function contractWithPerson(who: Newcomer): Promise<FlowId> {
  const party = { participantFlag: '个人', psnAccount: who.mobile, psnName: who.realName };
  return (await startFlow(buyer.owner.client, personal, { participantList: [party] })).flowId;
}

/** The address that the initiator hands to a part. */
async function addressFor(flowId: FlowId, flag = '乙方'): Promise<string> {
  const { participantList } = await taskInfo(buyer.owner, flowId);
  const participantId = participantList.find((each) => each.participantFlag === flag)?.participantId;
  if (participantId === undefined) throw new Error(`flow ${flowId} has no ${flag}`);
  return buyer.owner.client.data(getSignUrl, { flowId, participantId });
}

const visitFor = async (who: Newcomer, flowId: FlowId, flag?: string): Promise<Visit> =>
  visit(app, who, await addressFor(flowId, flag));

const partOf = async (flowId: FlowId) =>
  (await taskInfo(buyer.owner, flowId)).participantList.find(
    ({ participantFlag }) => participantFlag === '乙方',
  );

async function refusalOf(
  answered: Promise<{ status: number; envelope: { code: string; reason?: string; msg: string } }>,
) {
  const { envelope } = await answered;
  return [envelope.code, envelope.reason ?? null];
}

describe('an enterprise that is here, of which one is no member', () => {
  test('lets in who asks, and they sign', async () => {
    const seller = await givenEnterprise(app);
    await givenSeal(seller);
    const who = newcomer('于加入');
    const flowId = await contractWith(who, seller.corpName);
    const visitor = await visitFor(who, flowId);
    const { client } = visitor.session;
    expect(await refusalOf(client.post(contractTaskInfo.path, { flowId }))).toEqual(['403', 'NOT_MEMBER']);
    expect(await refusalOf(visitor.post('/corp/join'))).toEqual(['403', 'NOT_VERIFIED']);
    await visitor.verify();
    expect((await visitor.post('/corp/join', { corpName: '另一家有限公司' })).envelope.code).toBe('400');
    expect((await visitor.post('/corp/join')).envelope.data).toEqual({ standing: 'asked' });
    expect((await visitor.post('/corp/join')).envelope.data).toEqual({ standing: 'asked' });
    expect(await visitor.party()).toMatchObject({ corp: { standing: 'asked' }, nextStep: 'wait' });
    expect(await refusalOf(client.post(signContract.path, { flowId, signComponents: [] }))).toEqual([
      '403',
      'NOT_MEMBER',
    ]);
    await app.advance(1);
    const told = await messagesTo(app.baseUrl, seller.owner.mobile);
    expect(told.filter(({ text }) => text.includes('于加入'))).toHaveLength(1);

    const { userId } = visitor.person;
    const secretary = await seller.member(['MEMBER_ADMIN']);
    const requests = await secretary.client.data(joinRequests, {});
    expect(requests).toEqual([
      { userId, mobile: who.mobile, realName: '于加入', createTime: expect.any(String) },
    ]);
    expect(await secretary.client.data(acceptJoin, { userId, accept: true })).toEqual({
      userId,
      accepted: true,
    });
    expect(await secretary.client.data(joinRequests, {})).toEqual([]);
    const [member] = await seller.owner.client.data(infoByCorpId, { userId });
    expect(member).toMatchObject({
      userName: '于加入',
      realName: '于加入',
      realNameStatus: 1,
      userStatus: 0,
    });
    expect((await visitor.post('/corp/join')).envelope.data).toEqual({ standing: 'member' });
    expect(await visitor.party()).toMatchObject({ nextStep: null });
    // Whoever may use the seal signs at once; a plain member’s act would wait for consent.
    await app.app.database.db
      .updateTable('members')
      .set({ roles: ['SEAL_ADMIN'] })
      .where('corp_id', '=', seller.corpId)
      .where('user_id', '=', userId)
      .execute();
    expect(await signByLink(app, visitor, flowId)).toMatchObject({ signStatus: 3 });
  });

  test('has no say over the requests to others, and plain members have none at all', async () => {
    const seller = await givenEnterprise(app);
    const stranger = await givenEnterprise(app);
    const who = newcomer('柯问');
    const visitor = await visitFor(who, await contractWith(who, seller.corpName));
    await visitor.verify();
    await visitor.post('/corp/join');
    const { userId } = visitor.person;
    expect(await stranger.owner.client.data(joinRequests, {})).toEqual([]);
    expect((await stranger.owner.client.post(acceptJoin.path, { userId, accept: true })).envelope.code).toBe(
      'MEMBER_NOT_FOUND',
    );
    const plain = await seller.member();
    expect(await refusalOf(plain.client.post(joinRequests.path, {}))).toEqual(['403', 'PERMISSION_DENIED']);
    expect(await refusalOf(plain.client.post(acceptJoin.path, { userId, accept: true }))).toEqual([
      '403',
      'PERMISSION_DENIED',
    ]);
    expect(await seller.owner.client.data(joinRequests, {})).toHaveLength(1);
  });

  test('that invited them has them at once', async () => {
    const seller = await givenEnterprise(app);
    const who = newcomer('应邀');
    const first = await visitFor(who, await contractWithPerson(who), '个人');
    await first.verify();
    await seller.owner.client.data(memberCreate, { userName: '应邀', mobile: who.mobile, jobNum: '8' });
    const visitor = await visitFor(who, await contractWith(who, seller.corpName));
    expect(await visitor.party()).toMatchObject({ corp: { standing: 'invited' }, nextStep: 'join' });
    expect((await visitor.post('/corp/join')).envelope.data).toEqual({ standing: 'member' });
    const [member] = await seller.owner.client.data(infoByCorpId, { mobile: who.mobile });
    expect(member).toMatchObject({ realName: '应邀', realNameStatus: 1 });
  });

  test('takes a part that was left open for the one its member says', async () => {
    const seller = await givenEnterprise(app);
    const member = await seller.member(['SEAL_ADMIN']);
    await givenSeal(seller);
    const who: Newcomer = { mobile: member.mobile, realName: member.realName, identNum: '' };
    const flowId = await contractWith(who);
    const visitor = await visitFor(who, flowId);
    expect((await visitor.post('/corp/join')).envelope.code).toBe('400');
    expect((await visitor.post('/corp/join', { corpName: '查无此公司' })).envelope.code).toBe('404');
    expect((await visitor.post('/corp/join', { corpName: seller.corpName })).envelope.data).toEqual({
      standing: 'member',
    });
    expect(await partOf(flowId)).toMatchObject({ participantCorpId: seller.corpId });
    expect(await signByLink(app, visitor, flowId)).toMatchObject({ signStatus: 3 });
  });
});

/** Last, since moving the clock by a day ends every token. */
test('an enterprise turns somebody away, who may ask again a day later', async () => {
  const seller = await givenEnterprise(app);
  const who = newcomer('傅拒');
  const flowId = await contractWith(who, seller.corpName);
  const address = await addressFor(flowId);
  const visitor = await visit(app, who, address);
  await visitor.verify();
  await visitor.post('/corp/join');
  const { userId } = visitor.person;
  const { client } = seller.owner;
  expect(await client.data(acceptJoin, { userId, accept: false })).toEqual({ userId, accepted: false });
  expect((await client.post(acceptJoin.path, { userId, accept: true })).envelope.code).toBe(
    'MEMBER_NOT_FOUND',
  );
  expect(await visitor.party()).toMatchObject({ corp: { standing: 'rejected' }, nextStep: 'join' });
  expect(await refusalOf(visitor.post('/corp/join'))).toEqual(['403', 'NOT_MEMBER']);
  await app.advance(24 * 3600);
  const again = await visit(app, who, address);
  expect((await again.post('/corp/join')).envelope.data).toEqual({ standing: 'asked' });
});
