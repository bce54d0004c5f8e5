/** Registered enterprises, and people who are not members of them yet. */
import { contractTaskInfo, signContract } from '@cinnabar/api/operations/flows.js';
import { acceptJoin, infoByCorpId, joinRequests, memberCreate } from '@cinnabar/api/operations/members.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { givenEnterprise } from '../support/given-enterprise.js';
import { givenSeal } from '../support/given-flow.js';
import { messagesTo } from '../support/messages-to.js';
import { type Newcomer, newcomer, signByLink, visit } from '../support/newcomer.js';
import { refusalOf } from '../support/refusal.js';
import { type ContractsByLink, givenContractsByLink } from './contracts-by-link.js';

let app: RunningApp;
let contracts: ContractsByLink;

beforeAll(async () => {
  app = await startApp();
  contracts = await givenContractsByLink(app);
});
afterAll(() => app.close());

describe('a registered enterprise and a person who is not a member', () => {
  test('admits a person who asks to join, who then signs', async () => {
    const seller = await givenEnterprise(app);
    await givenSeal(seller);
    const who = newcomer('于加入');
    const flowId = await contracts.with(who, seller.corpName);
    const visitor = await contracts.visitFor(who, flowId);
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
    // A member with the right to the seal signs at once; others' acts would wait for approval.
    await app.app.database.db
      .updateTable('members')
      .set({ roles: ['SEAL_ADMIN'] })
      .where('corp_id', '=', seller.corpId)
      .where('user_id', '=', userId)
      .execute();
    expect(await signByLink(app, visitor, flowId)).toMatchObject({ signStatus: 3 });
  });

  test('has no access to requests for other enterprises, and members without a role have none at all', async () => {
    const seller = await givenEnterprise(app);
    const stranger = await givenEnterprise(app);
    const who = newcomer('柯问');
    const visitor = await contracts.visitFor(who, await contracts.with(who, seller.corpName));
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

  test('admits a person whom it has invited at once', async () => {
    const seller = await givenEnterprise(app);
    const who = newcomer('应邀');
    const first = await contracts.visitFor(who, await contracts.withPerson(who), '个人');
    await first.verify();
    await seller.owner.client.data(memberCreate, { userName: '应邀', mobile: who.mobile, jobNum: '8' });
    const visitor = await contracts.visitFor(who, await contracts.with(who, seller.corpName));
    expect(await visitor.party()).toMatchObject({ corp: { standing: 'invited' }, nextStep: 'join' });
    expect((await visitor.post('/corp/join')).envelope.data).toEqual({ standing: 'member' });
    const [member] = await seller.owner.client.data(infoByCorpId, { mobile: who.mobile });
    expect(member).toMatchObject({ realName: '应邀', realNameStatus: 1 });
  });

  test('takes a part left open, for the enterprise that its member names', async () => {
    const seller = await givenEnterprise(app);
    const member = await seller.member(['SEAL_ADMIN']);
    await givenSeal(seller);
    const who: Newcomer = { mobile: member.mobile, realName: member.realName, identNum: '' };
    const flowId = await contracts.with(who);
    const visitor = await contracts.visitFor(who, flowId);
    expect((await visitor.post('/corp/join')).envelope.code).toBe('400');
    expect((await visitor.post('/corp/join', { corpName: '查无此公司' })).envelope.code).toBe('404');
    expect((await visitor.post('/corp/join', { corpName: seller.corpName })).envelope.data).toEqual({
      standing: 'member',
    });
    expect(await contracts.partOf(flowId)).toMatchObject({ participantCorpId: seller.corpId });
    expect(await signByLink(app, visitor, flowId)).toMatchObject({ signStatus: 3 });
  });
});

/** Last, because moving the clock by a day expires every token. */
test('turns a person away, who may ask again a day later', async () => {
  const seller = await givenEnterprise(app);
  const who = newcomer('傅拒');
  const flowId = await contracts.with(who, seller.corpName);
  const address = await contracts.addressFor(flowId);
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
