import { approvalSign, approvalSignAuth } from '@cinnabar/api/operations/approvals.js';
import { baseInfo } from '@cinnabar/api/operations/enterprise.js';
import { getSignUrl, signContract, signWish } from '@cinnabar/api/operations/flows.js';
import { faceAuth, fetchAuth, infoByCorpId, memberCreate } from '@cinnabar/api/operations/members.js';
import { newMasterKey } from '@cinnabar/server/custody/master-key.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import type { Wire } from '../support/client.js';
import { enterLink } from '../support/enter-link.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  type FlowId,
  fillAll,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  sealEverything,
  sign,
  startFlow,
} from '../support/given-flow.js';
import { flowToSign, givenParties } from '../support/given-parties.js';
import { recordAsLegalRep } from '../support/legal-rep.js';
import { actOnPage } from '../support/sign-on-page.js';

let app: RunningApp;
let buyer: Enterprise;
let seller: Enterprise;
let template: GivenTemplate;
let personal: GivenTemplate;
let mobiles = 13_500_000_000;

beforeAll(async () => {
  app = await startApp();
  ({ buyer, seller, template } = await givenParties(app));
  personal = await givenTemplate(buyer.owner.client, {
    parties: [
      { flag: '甲方', mode: 3, signOrder: 2, area: true },
      { flag: '个人', type: 0, signOrder: 1, area: true },
    ],
  });
});
afterAll(() => app.close());

const signingFlow = () => flowToSign({ buyer, seller, template });

const callbackUrl = 'https://erp.example.com/face?from=1#/done';

type Purpose = 'person' | 'legal' | 'signContract' | 'approvalSign' | 'receiveCorp';

/** Begins a check and returns the number of its order. */
async function begin({ client }: Pick<Person, 'client'>, authType: Purpose, id: number | string) {
  const answer = await client.data(faceAuth, { authType, id: String(id), channel: 'channelB', callbackUrl });
  const url = new URL(answer.url);
  expect(url.origin).toBe(app.baseUrl);
  return { ...answer, orderNo: url.searchParams.get('orderNo') ?? '' };
}

async function end(orderNo: string, body: object = { result: 'pass' }) {
  const { status, envelope } = await app.post(`/sandbox/face/${orderNo}`, body);
  return { status, envelope, redirect: String(Reflect.get(envelope, 'redirect')) };
}

/** The result parameters of a passed check. */
async function passed(person: Pick<Person, 'client'>, authType: Purpose, id: number | string) {
  const { orderNo } = await begin(person, authType, id);
  return parametersIn((await end(orderNo)).redirect);
}

function parametersIn(redirect: string) {
  const { searchParams } = new URL(redirect);
  const of = (name: string) => searchParams.get(name) ?? '';
  return { code: of('code'), orderNo: of('orderNo'), h5faceId: of('h5faceId'), newSign: of('newSign') };
}

type Face = Partial<ReturnType<typeof parametersIn>> & { readonly newSignature?: string };

async function wish(person: Pick<Person, 'client'>, flowId: FlowId, face: Face): Promise<string> {
  const body: Wire<Face & { flowId: FlowId; authType: 'face' }> = { flowId, authType: 'face', ...face };
  return (await person.client.post(signWish.path, body)).envelope.code;
}

describe('a face check', () => {
  test('begins on our page, which states its purpose, and redirects back with a result', async () => {
    const flowId = await signingFlow();
    const { orderNo, url, corpName, isLegal, realNameStatus } = await begin(
      buyer.owner,
      'signContract',
      flowId,
    );
    expect({ corpName, isLegal, realNameStatus }).toEqual({
      corpName: null,
      isLegal: null,
      realNameStatus: null,
    });
    const page: unknown = await (await fetch(url)).json();
    expect(page).toMatchObject({
      data: { purpose: 'signContract', channel: 'channelB', state: 'open', corpName: buyer.corpName },
    });
    const early = await app.post('/pages/face/finish', { orderNo });
    expect(early.envelope.data).toEqual({ redirect: null });
    const { redirect } = await end(orderNo);
    expect(redirect).toMatch(
      /^https:\/\/erp\.example\.com\/face\?from=1&code=0&orderNo=.*&h5faceId=.*&newSign=.*#\/done$/,
    );
    expect((await app.post('/pages/face/open', { orderNo })).envelope.data).toMatchObject({
      state: 'passed',
    });
  });

  test('can be made once, within ten minutes', async () => {
    const first = await begin(buyer.owner, 'person', buyer.owner.userId);
    await end(first.orderNo);
    expect((await end(first.orderNo)).status).toBe(409);
    const late = await begin(buyer.owner, 'person', buyer.owner.userId);
    await app.advance(600);
    expect((await end(late.orderNo)).status).toBe(410);
    expect((await end('unknown')).status).toBe(404);
    expect((await end(late.orderNo, { result: 'maybe' })).status).toBe(400);
  });
});

describe('a face check instead of a code', () => {
  test('is finished once and used once, even under concurrent requests', async () => {
    const flowId = await signingFlow();
    const { orderNo } = await begin(buyer.owner, 'signContract', flowId);
    const ends = await Promise.all(Array.from({ length: 6 }, () => end(orderNo)));
    expect(ends.map(({ status }) => status).toSorted()).toEqual([200, ...Array(5).fill(409)]);
    const face = parametersIn(ends.find(({ status }) => status === 200)?.redirect ?? '');
    const wishes = await Promise.all(Array.from({ length: 6 }, () => wish(buyer.owner, flowId, face)));
    expect(wishes.toSorted()).toEqual(['0', ...Array(5).fill('1403')]);
  });

  test('proves the intent to sign, once', async () => {
    const flowId = await signingFlow();
    const face = await passed(buyer.owner, 'signContract', flowId);
    expect(await wish(buyer.owner, flowId, face)).toBe('0');
    expect(await wish(buyer.owner, flowId, face)).toBe('1403');
    const signComponents = await sealEverything(buyer.owner, flowId);
    expect(await buyer.owner.client.data(signContract, { flowId, signComponents })).toMatchObject({
      signStatus: 3,
    });
  });

  test('may accompany the signature, under either spelling of its parameter', async () => {
    const flowId = await signingFlow();
    const { newSign: newSignature, ...face } = await passed(buyer.owner, 'signContract', flowId);
    const signComponents = await sealEverything(buyer.owner, flowId);
    const input = { flowId, signComponents, authType: 'face', ...face, newSignature } as const;
    expect(await buyer.owner.client.data(signContract, input)).toMatchObject({ signStatus: 3 });
  });

  test('covers the flows it was made for: one check for several', async () => {
    const [first, second, other] = [await signingFlow(), await signingFlow(), await signingFlow()];
    const face = await passed(buyer.owner, 'signContract', `${first},${second}`);
    expect(await wish(buyer.owner, other, face)).toBe('1403');
    const both = { flowIds: [first, second], authType: 'face', ...face } as const;
    await buyer.owner.client.data(signWish, both);
  });

  test('proves nothing if it failed, was altered, has another purpose or requester, or has expired', async () => {
    const flowId = await signingFlow();
    await sign(buyer.owner, flowId);
    const signer = seller.owner;
    const { orderNo } = await begin(signer, 'signContract', flowId);
    const failed = parametersIn((await end(orderNo, { result: 'fail' })).redirect);
    expect(failed.code).toBe('1403');
    expect(await wish(signer, flowId, failed)).toBe('1403');
    expect(await wish(signer, flowId, { ...failed, code: '0' })).toBe('1403');

    const face = await passed(signer, 'signContract', flowId);
    expect(await wish(signer, flowId, { ...face, newSign: `${face.newSign.slice(0, -1)}x` })).toBe('1403');
    expect(await wish(signer, flowId, { ...face, h5faceId: 'another' })).toBe('1403');
    expect(await wish(signer, flowId, { ...face, code: '1' })).toBe('1403');
    expect(await wish(signer, flowId, { code: '0', h5faceId: face.h5faceId, newSign: face.newSign })).toBe(
      '400',
    );
    expect(await wish(signer, flowId, await passed(signer, 'person', signer.userId))).toBe('1403');
    const theirs = await signingFlow();
    expect(await wish(buyer.owner, theirs, face)).toBe('1403');
    await app.advance(600);
    expect(await wish(signer, flowId, face)).toBe('1403');
  });

  test('is accepted of a personal participant through their own link', async () => {
    const person = await seller.member();
    const { flowId, participantList } = await startFlow(buyer.owner.client, personal, {
      participantList: [as('个人', person, null)],
    });
    const part = participantList.find(({ psnId }) => psnId === person.userId);
    if (part === undefined) throw new Error('the person takes no part');
    const { participantId } = part;
    const link = await buyer.owner.client.data(getSignUrl, { flowId, participantId });
    const session = await enterLink(app, link, person);
    const other = await session.client.post(faceAuth.path, {
      authType: 'person',
      id: person.userId,
      channel: 'channelA',
      callbackUrl,
    });
    expect(other.status).toBe(403);
    const act = await actOnPage(app, session, person, flowId);
    const face = await passed(session, 'signContract', flowId);
    expect(await session.client.data(signContract, { ...act, authType: 'face', ...face })).toMatchObject({
      signStatus: 3,
    });
  });
});

describe('a face check of an approver', () => {
  test('proves a decision of the approver on the approval it was made for', async () => {
    const strict = await givenEnterprise(app, { profile: { settings: { approvalAuth: true } } });
    await givenSeal(strict);
    const clerk = await strict.member();
    const own = await givenTemplate(strict.owner.client);
    const ask = async () => {
      const { flowId } = await startFlow(clerk.client, own, {
        participantList: [as('甲方', clerk, strict), as('乙方', seller.owner, seller)],
        autoFill: 2,
        fillComponents: [{ componentKey: 'amount', componentValue: '一万元整' }],
      });
      await fillAll(seller.owner, flowId, '上海市');
      const { approvalId } = await sign(clerk, flowId);
      if (approvalId === null) throw new Error('nothing was asked');
      return approvalId;
    };
    const [approvalId, other] = [await ask(), await ask()];
    const byClerk = await clerk.client.post(faceAuth.path, {
      authType: 'approvalSign',
      id: String(approvalId),
      channel: 'channelA',
      callbackUrl,
    });
    expect(byClerk.envelope).toMatchObject({ code: '403', reason: 'PERMISSION_DENIED' });
    const { owner } = strict;
    const decide = async () =>
      (await owner.client.post(approvalSign.path, { approvalId, approvalStatus: 2 })).envelope.reason ??
      'decided';
    expect(await decide()).toBe('APPROVAL_AUTH_REQUIRED');
    const face = await passed(owner, 'approvalSign', approvalId);
    const prove = async (about: typeof approvalId) =>
      (await owner.client.post(approvalSignAuth.path, { approvalId: about, authType: 'face', ...face }))
        .envelope.code;
    expect(await prove(other)).toBe('1403');
    expect(await prove(approvalId)).toBe('0');
    expect(await prove(approvalId)).toBe('1403');
    expect(await decide()).toBe('decided');
  });
});

describe('effects of a passed check', () => {
  async function listed(mobile = String(++mobiles)) {
    const member = await buyer.owner.client.data(memberCreate, { userName: '新成员', mobile, jobNum: '8' });
    return { ...member, client: buyer.client.with({ userId: String(member.userId) }) };
  }

  async function statusOf(userId: number) {
    const [member] = await buyer.owner.client.data(infoByCorpId, { userId: userId as Person['userId'] });
    return member?.realNameStatus;
  }

  async function ownOrder(client: Person['client']): Promise<string> {
    return new URL(await client.data(fetchAuth, {})).searchParams.get('orderNo') ?? '';
  }

  test('person: verifies a person with a matching identity, and no other', async () => {
    const somebody = await listed();
    const { redirect } = await end(await ownOrder(somebody.client));
    expect(redirect.startsWith(`${app.baseUrl}/face?`)).toBe(true);
    expect(await statusOf(somebody.userId)).toBe(0);
    const identity = { realName: '孙看脸', identNum: '110105194912310038' };
    await end(await ownOrder(somebody.client), { result: 'fail', ...identity });
    expect(await statusOf(somebody.userId)).toBe(0);
    await end(await ownOrder(somebody.client), { result: 'pass', ...identity });
    const [member] = await buyer.owner.client.data(infoByCorpId, { userId: somebody.userId });
    expect(member).toMatchObject({ realName: '孙看脸', realNameStatus: 1 });
  });

  test('person: makes an invited person a member', async () => {
    const invited = await listed((await seller.member()).mobile);
    expect(await statusOf(invited.userId)).toBe(0);
    await end(await ownOrder(invited.client));
    expect(await statusOf(invited.userId)).toBe(1);
    expect((await invited.client.data(baseInfo, {})).corpName).toBe(buyer.corpName);
  });

  test('person: a URL of fetchAuth is valid for 30 minutes, for verified persons too', async () => {
    const { client } = buyer.owner;
    const orderNo = await ownOrder(client);
    await app.advance(29 * 60);
    expect((await end(orderNo)).status).toBe(200);
    const late = await ownOrder(client);
    await app.advance(30 * 60);
    expect((await end(late)).status).toBe(410);
  });

  test('legal: identifies the enterprise unless the platform has marked it invalid', async () => {
    const fresh = await givenEnterprise(app, { profile: { identStatus: 'unidentified' } });
    const { orderNo, ...told } = await begin(fresh.owner, 'legal', fresh.corpId);
    expect(told).toMatchObject({ corpName: fresh.corpName, isLegal: false, realNameStatus: 0 });
    expect((await fresh.owner.client.data(baseInfo, {})).identStatus).toBe('unidentified');
    await end(orderNo);
    expect((await fresh.owner.client.data(baseInfo, {})).identStatus).toBe('identified');
    const invalid = await givenEnterprise(app, { profile: { identStatus: 'invalid' } });
    const body = { authType: 'legal', id: invalid.corpId, channel: 'channelA', callbackUrl };
    expect((await invalid.owner.client.post(faceAuth.path, body)).envelope.reason).toBe('NOT_VERIFIED');
  });

  test('legal: reports whether the acting member is the legal representative', async () => {
    const { corpId, owner, member } = await givenEnterprise(app);
    await recordAsLegalRep(app, corpId, owner);
    expect((await begin(owner, 'legal', corpId)).isLegal).toBe(true);
    expect((await begin(await member(), 'legal', corpId)).isLegal).toBe(false);
  });

  test('receiveCorp: the legal representative becomes owner, the previous owner an administrator', async () => {
    const taken = await givenEnterprise(app);
    const heir = await taken.member(['SEAL_ADMIN']);
    await recordAsLegalRep(app, taken.corpId, heir);
    const { orderNo, ...told } = await begin(heir, 'receiveCorp', taken.corpId);
    expect(told).toMatchObject({ corpName: taken.corpName, realNameStatus: 1 });
    await end(orderNo, { result: 'fail' });
    expect((await heir.client.data(baseInfo, {})).adminInfo).toMatchObject({ userId: taken.owner.userId });
    await end((await begin(heir, 'receiveCorp', taken.corpId)).orderNo);
    expect((await heir.client.data(baseInfo, {})).adminInfo).toMatchObject({ userId: heir.userId });
    const { db } = app.app.database;
    const rolesOf = async (userId: Person['userId']) =>
      (
        await db
          .selectFrom('members')
          .select('roles')
          .where('corp_id', '=', taken.corpId)
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow()
      ).roles.toSorted();
    expect(await rolesOf(heir.userId)).toEqual(['OWNER', 'SEAL_ADMIN']);
    expect(await rolesOf(taken.owner.userId)).toEqual(['ADMIN']);
  });
});

test('without a provider face checks are refused, and everything else works', async () => {
  const production = await startApp({
    settings: {
      MODE: 'production',
      MASTER_KEY: newMasterKey(),
      BASE_URL: 'https://sign.example.com',
      ALLOW_SANDBOX_PROVIDERS: 'sms,identity',
      ROLE: 'web',
    },
  });
  const { corpId, owner } = await givenEnterprise(production);
  const person = { authType: 'person', id: String(owner.userId), channel: 'channelA', callbackUrl };
  for (const [path, body] of [
    [fetchAuth.path, {}],
    [faceAuth.path, person],
    [faceAuth.path, { ...person, authType: 'legal', id: String(corpId) }],
  ] as const) {
    const { status, envelope } = await owner.client.post(path, body);
    expect([status, envelope.code, envelope.data]).toEqual([200, 'FACE_SERVICE_UNAVAILABLE', null]);
  }
  await owner.client.data(baseInfo, {});
  await production.close();
});
