/** Everything that waits for one person, across all enterprises for which they act. */

import { getSignUrl, signContract } from '@cinnabar/api/operations/flows.js';
import { memberCreate } from '@cinnabar/api/operations/members.js';
import { sendSmsVerifyCode } from '@cinnabar/api/operations/sms.js';
import type { EnteredMine, MyContracts } from '@cinnabar/api/pages/mine.js';
import type { SignPageView } from '@cinnabar/api/pages/sign.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { Client, type Wire } from '../support/client.js';
import { type AskedCode, enterLink } from '../support/enter-link.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  sealEverything,
  sign,
  startFlow,
} from '../support/given-flow.js';
import { newcomer } from '../support/newcomer.js';

let app: RunningApp;
let buyer: Enterprise;
let seller: Enterprise;
let withCorp: GivenTemplate;
let withPerson: GivenTemplate;

beforeAll(async () => {
  app = await startApp();
  buyer = await givenEnterprise(app);
  seller = await givenEnterprise(app);
  await givenSeal(buyer);
  await givenSeal(seller);
  const first = { flag: '甲方', mode: 3, signOrder: 1, area: true } as const;
  withCorp = await givenTemplate(buyer.owner.client, {
    parties: [first, { flag: '乙方', signOrder: 1, area: true }],
  });
  withPerson = await givenTemplate(buyer.owner.client, {
    parties: [first, { flag: '乙方', type: 0, signOrder: 2, area: true }],
  });
});
afterAll(() => app.close());

interface SignedIn {
  readonly cookie: string;
  readonly key: string;
  readonly client: Client;
  contracts(page?: number): Promise<Wire<MyContracts>>;
}

async function signIn(mobile: string): Promise<SignedIn> {
  const sent = await app.post<AskedCode>('/pages/mine/sendCode', { mobile });
  expect(sent.envelope.code).toBe('0');
  const { asked } = sent.envelope.data;
  const code = await app.newestCode(mobile);
  const answer = await app.post<EnteredMine>('/pages/mine/enter', { mobile, code, asked });
  expect(answer.envelope.code).toBe('0');
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';', 1);
  const key = answer.envelope.data.session;
  const client = new Client(`${app.baseUrl}/pages/mine`, { cookie, personSession: key });
  return {
    cookie,
    key,
    client,
    async contracts(page = 1) {
      const { envelope } = await client.post<Wire<MyContracts>>('/contracts', { page });
      expect(envelope.code).toBe('0');
      return envelope.data;
    },
  };
}

/** Both halves of the session of a contract opened from the list. */
function sessionIn(answer: { readonly headers: Headers }): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}

test('a person sees pending items, for themselves and for an enterprise, before all others', async () => {
  const somebody = await seller.member(['ADMIN']);
  const forCorp = await startFlow(buyer.owner.client, withCorp, {
    participantList: [as('乙方', somebody, seller)],
  });
  const forSelf = await startFlow(buyer.owner.client, withPerson, {
    participantList: [as('乙方', somebody, null)],
  });
  const mine = await signIn(somebody.mobile);
  const before = await mine.contracts();
  expect(before.waiting.map(({ flowId, task, actingFor }) => [flowId, task, actingFor])).toEqual([
    [forCorp.flowId, 'sign', seller.corpName],
  ]);
  // The initiator signs first, so it is not this person's turn yet.
  expect(before.others).toMatchObject([{ flowId: forSelf.flowId, task: null, actingFor: null, status: 2 }]);
  expect(before.hasMore).toBe(false);
  await sign(buyer.owner, forSelf.flowId);
  const after = await mine.contracts();
  expect(after.waiting.map(({ flowId }) => flowId)).toEqual([forCorp.flowId, forSelf.flowId]);
  expect(after.others).toEqual([]);
});

test('opens a contract without another code, and signs it there', async () => {
  const somebody = await seller.member();
  const { flowId } = await startFlow(buyer.owner.client, withPerson, {
    participantList: [as('乙方', somebody, null)],
  });
  await sign(buyer.owner, flowId);
  const mine = await signIn(somebody.mobile);
  const [item] = (await mine.contracts()).waiting;
  if (item === undefined) throw new Error('nothing waits');
  const { participantId, approvalId, copierId } = item;
  const opened = await mine.client.post<{ address: string }>('/open', {
    flowId,
    participantId,
    approvalId,
    copierId,
  });
  expect(opened.envelope.data.address).toMatch(new RegExp(`^/sign/${flowId}\\?p=${participantId}&l=\\d+$`));
  const linkId = Number(new URLSearchParams(opened.envelope.data.address.split('?')[1]).get('l'));
  const cookie = sessionIn(opened);
  const entered = await app.post<{ entered: { session: string } }>(
    '/pages/link/open',
    { linkId },
    { cookie },
  );
  const { session } = entered.envelope.data.entered;
  const client = new Client(`${app.baseUrl}/pages/operations`, { cookie, linkSession: session });
  const page = await app.post<SignPageView>('/pages/sign/view', {}, { cookie, linkSession: session });
  await client.data(sendSmsVerifyCode, { mobile: somebody.mobile, smsType: 'sign' });
  await client.data(signContract, {
    flowId,
    shown: page.envelope.data.shown,
    signComponents: await sealEverything({ ...somebody, client }, flowId),
    authType: 'sms',
    verifyCode: await app.newestCode(somebody.mobile),
  });
  const { waiting, others } = await mine.contracts();
  expect(waiting).toEqual([]);
  expect(others).toMatchObject([{ flowId, status: 3, task: null }]);
});

test('a new user sees the contract of an unregistered enterprise', async () => {
  const who = newcomer('吴新人');
  const { flowId } = await startFlow(buyer.owner.client, withCorp, {
    participantList: [
      {
        participantFlag: '乙方',
        psnAccount: who.mobile,
        psnName: who.realName,
        participantCorpName: '无人登记的贸易有限公司',
      },
    ],
  });
  const { waiting } = await (await signIn(who.mobile)).contracts();
  expect(waiting).toMatchObject([{ flowId, task: 'sign', actingFor: '无人登记的贸易有限公司' }]);
});

test('an unknown person sees an empty list, and gets the same responses as others', async () => {
  const mobile = '13600007777';
  expect(await (await signIn(mobile)).contracts()).toEqual({ waiting: [], others: [], hasMore: false });
});

describe('access is refused', () => {
  let somebody: Person;
  let mine: SignedIn;
  beforeAll(async () => {
    somebody = await seller.member();
    await startFlow(buyer.owner.client, withCorp, { participantList: [as('乙方', somebody, seller)] });
    mine = await signIn(somebody.mobile);
  });

  test('with a wrong code, or with one half of a session', async () => {
    await app.advance(61);
    await app.post('/pages/mine/sendCode', { mobile: somebody.mobile });
    const wrong = await app.post('/pages/mine/enter', { mobile: somebody.mobile, code: '000000' });
    expect(wrong.envelope.code).toBe('1401');
    const halves = [{ cookie: mine.cookie }, { personSession: mine.key }, {}];
    for (const headers of halves) {
      const { status } = await app.post('/pages/mine/contracts', { page: 1 }, headers);
      expect(status).toBe(401);
    }
    const other = await signIn('13600007778');
    const mixed = { cookie: other.cookie, personSession: mine.key };
    expect((await app.post('/pages/mine/contracts', { page: 1 }, mixed)).status).toBe(401);
  });

  test('to contracts of others', async () => {
    const [item] = (await mine.contracts()).waiting;
    if (item === undefined) throw new Error('nothing waits');
    const other = await signIn('13600007779');
    const { flowId, participantId } = item;
    for (const change of [
      { participantId, approvalId: null, copierId: null },
      { participantId: null, approvalId: 1, copierId: null },
      { participantId: null, approvalId: null, copierId: 1 },
      { participantId: null, approvalId: null, copierId: null },
    ]) {
      expect((await other.client.post('/open', { flowId, ...change })).envelope.code).toBe('404');
    }
  });

  test('after signing out, or after half an hour', async () => {
    const brief = await signIn('13600007780');
    expect((await brief.client.post('/leave', {})).envelope.code).toBe('0');
    expect((await brief.client.post('/contracts', { page: 1 })).status).toBe(401);
    const resumed = await app.post('/pages/mine/resume', {}, { cookie: brief.cookie });
    expect(resumed.envelope.data).toEqual({ entered: null });
    const kept = await app.post('/pages/mine/resume', {}, { cookie: mine.cookie });
    expect(kept.envelope.data).toMatchObject({ entered: { session: mine.key } });
    await app.advance(31 * 60);
    expect((await mine.client.post('/contracts', { page: 1 })).status).toBe(401);
  });
});

test('a link session of a contract is not a session of “my contracts”, nor the reverse', async () => {
  const somebody = await seller.member();
  const { flowId, participantList } = await startFlow(buyer.owner.client, withCorp, {
    participantList: [as('乙方', somebody, seller)],
  });
  const part = participantList.find(({ participantFlag }) => participantFlag === '乙方');
  if (part === undefined) throw new Error('the part is missing');
  const { participantId } = part;
  const link = await buyer.owner.client.data(getSignUrl, { flowId, participantId });
  const { cookie, entered } = await enterLink(app, link, somebody);
  const headers = { cookie, personSession: entered.session, linkSession: entered.session };
  expect((await app.post('/pages/mine/contracts', { page: 1 }, headers)).status).toBe(401);
  await app.advance(61);
  const mine = await signIn(somebody.mobile);
  const turned = { cookie: mine.cookie, linkSession: mine.key };
  expect((await app.post('/pages/party', {}, turned)).status).toBe(401);
});

test('a person who is only invited sees pending items, and nothing else of the enterprise', async () => {
  const somebody = await seller.member();
  const { flowId } = await startFlow(buyer.owner.client, withCorp, {
    participantList: [as('乙方', somebody, seller)],
  });
  await buyer.owner.client.data(memberCreate, {
    userName: somebody.realName,
    mobile: somebody.mobile,
    jobNum: somebody.mobile,
  });
  const { waiting } = await (await signIn(somebody.mobile)).contracts();
  expect(waiting.map((item) => item.flowId)).toEqual([flowId]);
});
