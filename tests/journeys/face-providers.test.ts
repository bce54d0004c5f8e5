/** Face checks by real providers: from our page to the provider's, and back. */

import { signWish } from '@cinnabar/api/operations/flows.js';
import { faceAuth, fetchAuth, infoByCorpId, memberCreate } from '@cinnabar/api/operations/members.js';
import { acceptanceOf, agreementsFor } from '@cinnabar/api/pages/agreements.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeTencentFaceId } from '../fakes/tencent-faceid.js';
import { type RunningApp, startApp } from '../support/app.js';
import type { Enterprise, Person } from '../support/given-enterprise.js';
import type { FlowId, GivenTemplate } from '../support/given-flow.js';
import { flowToSign, givenParties } from '../support/given-parties.js';

const PHONE = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Mobile Safari/537.36' };
const accepted = acceptanceOf(agreementsFor.checkFace);
const callbackUrl = 'https://erp.example.com/face';

let fake: FakeTencentFaceId;
let app: RunningApp;
let buyer: Enterprise;
let seller: Enterprise;
let template: GivenTemplate;

beforeAll(async () => {
  fake = await FakeTencentFaceId.open();
  app = await startApp({
    settings: {
      FACE_CHANNEL_A: 'tencent',
      FACE_CALLBACK_ORIGINS: 'https://erp.example.com',
      TENCENT_FACE_APP_ID: fake.appId,
      TENCENT_FACE_SECRET: fake.secret,
      TENCENT_FACE_URL: fake.server.url,
    },
  });
  ({ buyer, seller, template } = await givenParties(app));
});
afterAll(async () => {
  await app.close();
  await fake.server.close();
});

/** Requests a check, and returns the number of its order. */
async function ordered({ client }: Pick<Person, 'client'>, flowId: FlowId): Promise<string> {
  const { url } = await client.data(faceAuth, {
    authType: 'signContract',
    id: String(flowId),
    channel: 'channelA',
    callbackUrl,
  });
  return new URL(url).searchParams.get('orderNo') ?? '';
}

interface Started {
  readonly page: { readonly way: string; readonly url: string };
}

/** The person agrees; returns the provider's page. */
async function started(orderNo: string, headers: Readonly<Record<string, string>> = PHONE): Promise<string> {
  const { envelope } = await app.post<Started>('/pages/face/agree', { orderNo, accepted }, headers);
  return envelope.data.page.url;
}

/** The person makes the check; returns the parameters with which they return. */
function visited(page: string, code = '0'): Returned {
  const { liveRate: _, ...returned } = Object.fromEntries(fake.visit(page, code).searchParams);
  return returned;
}

type Returned = Readonly<Record<string, string | undefined>>;

async function finish(orderNo: string, returned?: Returned) {
  const { envelope } = await app.post('/pages/face/finish', { orderNo, returned });
  return { code: envelope.code, redirect: Reflect.get(Object(envelope.data), 'redirect') };
}

async function wish({ client }: Pick<Person, 'client'>, flowId: FlowId, redirect: unknown): Promise<string> {
  const face = Object.fromEntries(new URL(String(redirect)).searchParams);
  return (await client.post(signWish.path, { flowId, authType: 'face', ...face })).envelope.code;
}

describe('a face check by a provider', () => {
  test('leads from our page to the provider and back, and proves the intent once', async () => {
    const flowId = await flowToSign({ buyer, seller, template });
    const before = fake.server.requests.length;
    const orderNo = await ordered(buyer.owner, flowId);
    // Nobody's name and number leave the service before they have agreed.
    expect(fake.server.requests.length).toBe(before);
    expect(await finish(orderNo)).toEqual({ code: '0', redirect: null });
    const page = new URL(await started(orderNo));
    expect([page.pathname, page.searchParams.get('url')]).toEqual([
      '/api/web/login',
      `${app.baseUrl}/face/${orderNo}`,
    ]);
    const returned = visited(page.href);
    expect(await finish(orderNo)).toEqual({ code: '0', redirect: null });
    const { code, redirect } = await finish(orderNo, returned);
    expect([code, String(redirect).startsWith(`${callbackUrl}?code=0&`)]).toEqual(['0', true]);
    expect(await wish(buyer.owner, flowId, redirect)).toBe('0');
    expect(await wish(buyer.owner, flowId, redirect)).toBe('1403');
    // The provider's own signature is none of ours.
    expect(String(redirect)).not.toContain(returned['newSignature']);
  });

  test('has a page for computers at a computer', async () => {
    const orderNo = await ordered(buyer.owner, await flowToSign({ buyer, seller, template }));
    const page = await started(orderNo, { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' });
    expect(new URL(page).pathname).toBe('/api/pc/login');
    expect(await finish(orderNo, visited(page))).toMatchObject({ code: '0' });
  });

  test('is decided once: a replayed return changes nothing', async () => {
    const orderNo = await ordered(buyer.owner, await flowToSign({ buyer, seller, template }));
    const returned = visited(await started(orderNo));
    const answers = await Promise.all([finish(orderNo, returned), finish(orderNo, returned)]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['0', '409']);
    expect(await finish(orderNo, returned)).toMatchObject({ code: '409' });
  });

  test('is not passed by what another check, another page or nobody has signed, and stays open', async () => {
    const flowId = await flowToSign({ buyer, seller, template });
    const theirs = await ordered(buyer.owner, flowId);
    const passed = visited(await started(theirs));
    const orderNo = await ordered(buyer.owner, flowId);
    const returned = visited(await started(orderNo));
    const { newSignature, ...unsigned } = returned;
    for (const forged of [
      passed,
      { ...passed, h5faceId: returned['h5faceId'] },
      { ...returned, orderNo: passed['orderNo'] },
      { ...returned, code: '1' },
      { ...unsigned, newSign: newSignature },
      unsigned,
    ]) {
      expect(await finish(orderNo, forged)).toMatchObject({ code: '1403' });
    }
    expect(await finish(orderNo, returned)).toMatchObject({ code: '0' });
  });

  test('that fails at the provider fails, and proves nothing', async () => {
    const flowId = await flowToSign({ buyer, seller, template });
    const orderNo = await ordered(buyer.owner, flowId);
    const { code, redirect } = await finish(orderNo, visited(await started(orderNo), '66660004'));
    expect([code, new URL(String(redirect)).searchParams.get('code')]).toEqual(['0', '1403']);
    expect(await wish(buyer.owner, flowId, redirect)).toBe('1403');
  });

  test('can be started again; only the latest start counts, ten times', async () => {
    const orderNo = await ordered(buyer.owner, await flowToSign({ buyer, seller, template }));
    const first = visited(await started(orderNo));
    const second = visited(await started(orderNo));
    expect(await finish(orderNo, first)).toMatchObject({ code: '1403' });
    expect(await finish(orderNo, second)).toMatchObject({ code: '0' });
    const busy = await ordered(buyer.owner, await flowToSign({ buyer, seller, template }));
    for (let count = 0; count < 10; count += 1) await started(busy);
    const refused = await app.post('/pages/face/agree', { orderNo: busy, accepted }, PHONE);
    expect(refused.envelope).toMatchObject({ code: '429' });
  });

  test('that expires ends without a result', async () => {
    const orderNo = await ordered(buyer.owner, await flowToSign({ buyer, seller, template }));
    const returned = visited(await started(orderNo));
    await app.advance(600);
    expect(await finish(orderNo, returned)).toMatchObject({ code: '410' });
    expect((await app.post('/pages/face/agree', { orderNo, accepted }, PHONE)).envelope.code).toBe('410');
    const stored = await app.app.database.db
      .selectFrom('face_orders')
      .select(['result', 'subject'])
      .where('order_no', '=', orderNo)
      .executeTakeFirst();
    expect(stored).toEqual({ result: null, subject: null });
  });

  test('waits for a provider that does not answer', async () => {
    const orderNo = await ordered(buyer.owner, await flowToSign({ buyer, seller, template }));
    fake.server.failNext('garbage');
    const refused = await app.post('/pages/face/agree', { orderNo, accepted }, PHONE);
    expect(refused.envelope).toMatchObject({ code: 'FACE_SERVICE_UNAVAILABLE' });
    const returned = visited(await started(orderNo));
    fake.server.failNext('broken', 'half', 'garbage');
    expect(await finish(orderNo, returned)).toMatchObject({ code: 'FACE_SERVICE_UNAVAILABLE' });
    expect(await finish(orderNo, returned)).toMatchObject({ code: '0' });
  });

  test('verifies the identity that a person states on our page', async () => {
    const listed = { userName: '小周', mobile: '13580000001', jobNum: '7' };
    const { userId } = await buyer.owner.client.data(memberCreate, listed);
    const client = buyer.client.with({ userId: String(userId) });
    const orderNo = new URL(await client.data(fetchAuth, {})).searchParams.get('orderNo') ?? '';
    const silent = await app.post('/pages/face/agree', { orderNo, accepted }, PHONE);
    expect(silent.envelope).toMatchObject({ code: '400', msg: expect.stringContaining('realName') });
    const stated = { orderNo, accepted, realName: '周小明', identNum: '11010519491231002x' };
    const { envelope } = await app.post<Started>('/pages/face/agree', stated, PHONE);
    const returned = visited(envelope.data.page.url);
    expect(fake.checks.get(returned['orderNo'] ?? '')).toMatchObject({ idNo: '11010519491231002X' });
    expect(await finish(orderNo, returned)).toMatchObject({ code: '0' });
    const [known] = await buyer.owner.client.data(infoByCorpId, { userId });
    expect(known).toMatchObject({ realName: '周小明', realNameStatus: 1 });
  });

  test.each([
    ['https://erp.example.com.attacker.example/face', '400'],
    ['http://erp.example.com/face', '400'],
    ['https://erp.example.com:8443/face', '400'],
    ['https://erp.example.com/elsewhere', '200'],
  ])('that would return to %s: %s', async (address, code) => {
    const { client, userId } = buyer.owner;
    const about = { authType: 'person', id: String(userId), channel: 'channelA' } as const;
    const { envelope } = await client.post(faceAuth.path, { ...about, callbackUrl: address });
    expect(envelope.code).toBe(code);
    const own = await client.post(faceAuth.path, { ...about, callbackUrl: `${app.baseUrl}/contracts` });
    expect(own.envelope.code).toBe('200');
  });

  test('in a channel without a provider is refused at once', async () => {
    const flowId = await flowToSign({ buyer, seller, template });
    const refused = await buyer.owner.client.post(faceAuth.path, {
      authType: 'signContract',
      id: String(flowId),
      channel: 'channelB',
      callbackUrl,
    });
    expect(refused.envelope).toMatchObject({ code: 'FACE_SERVICE_UNAVAILABLE' });
  });
});

test('tickets are encrypted and shared by all processes, one of which renews them', async () => {
  const { db } = app.app.database;
  const { ticket } = await db.selectFrom('provider_tickets').select('ticket').executeTakeFirstOrThrow();
  for (const { value } of [...fake.accessTokens, ...fake.signTickets]) {
    expect(Buffer.from(ticket).toString('latin1')).not.toContain(value);
  }
  expect(fake.accessTokens.length).toBe(1);
  expect(await db.selectFrom('provider_refreshes').selectAll().execute()).toEqual([]);
});
