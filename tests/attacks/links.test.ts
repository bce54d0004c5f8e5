/** An attacker with another person's link, half of a session, or a session for something else. */

import { baseInfo } from '@cinnabar/api/operations/enterprise.js';
import {
  contractCancel,
  contractInfo,
  contractTaskInfo,
  getSignUrl,
  signContract,
} from '@cinnabar/api/operations/flows.js';
import { accessAuth, memberCreate, memberDelete } from '@cinnabar/api/operations/members.js';
import { sendSmsVerifyCode } from '@cinnabar/api/operations/sms.js';
import { registry } from '@cinnabar/api/registry.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { Client } from '../support/client.js';
import {
  enterLink,
  type LinkSession,
  openLink,
  sendLinkCode,
  tokenOf,
  tryEntering,
} from '../support/enter-link.js';
import type { Enterprise, Person } from '../support/given-enterprise.js';
import {
  as,
  type FlowId,
  type GivenTemplate,
  givenTemplate,
  sign,
  startFlow,
} from '../support/given-flow.js';
import { flowToSign, givenParties } from '../support/given-parties.js';
import { shownOnPage } from '../support/sign-on-page.js';

let app: RunningApp;
let buyer: Enterprise;
let seller: Enterprise;
let template: GivenTemplate;

beforeAll(async () => {
  app = await startApp();
  ({ buyer, seller, template } = await givenParties(app));
});
afterAll(() => app.close());

const signingFlow = () => flowToSign({ buyer, seller, template });

const linkTo = (person: Person, flowId: FlowId) => person.client.data(getSignUrl, { flowId });

async function enteredBy(person: Person, flowId: FlowId): Promise<LinkSession> {
  return enterLink(app, await linkTo(person, flowId), person);
}

async function answerTo(client: Client, path: string, body: unknown) {
  const { status, envelope } = await client.post(path, body);
  expect(envelope.code === '0' || envelope.code === '200' || envelope.data === null).toBe(true);
  return [status, envelope.code, envelope.reason ?? null];
}

const unauthorised = [401, '401', 'TOKEN_INVALID'];
const denied = [403, '403', 'PERMISSION_DENIED'];

describe('guessing', () => {
  test('an invented, an altered and a foreign token get identical responses', async () => {
    const token = tokenOf(await linkTo(seller.owner, await signingFlow()));
    const changed = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    for (const guess of [
      changed,
      'A'.repeat(43),
      token.toLowerCase(),
      `${token}=`,
      seller.accessToken,
      '0',
      '%00',
    ]) {
      for (const path of ['/pages/link/open', '/pages/link/sendCode', '/pages/link/enter']) {
        expect((await app.post(path, { token: guess })).status).toBe(404);
      }
    }
    expect((await fetch(`${app.baseUrl}/l/${changed}`)).status).toBe(404);
    for (const token of ['', ' ', 'x'.repeat(201), null, [], {}]) {
      expect((await app.post('/pages/link/open', { token })).status).toBe(400);
    }
  });

  test('neither tokens nor sessions are stored in plain text', async () => {
    const address = await linkTo(seller.owner, await signingFlow());
    const session = await enterLink(app, address, seller.owner);
    const { db } = app.app.database;
    const stored = JSON.stringify([
      await db.selectFrom('link_grants').selectAll().execute(),
      await db.selectFrom('link_sessions').selectAll().execute(),
    ]);
    const [, cookie = ''] = session.cookie.split('=');
    const [, key = ''] = session.entered.session.split('.');
    for (const secret of [tokenOf(address), cookie, key]) {
      expect(secret.length).toBeGreaterThan(40);
      expect(stored).not.toContain(secret);
    }
  });

  test('five wrong codes end the code; the correct one comes too late', async () => {
    const signer = await seller.member(['ADMIN']);
    const { flowId } = await startFlow(buyer.owner.client, template, {
      participantList: [as('乙方', signer, seller)],
    });
    const address = await linkTo(signer, flowId);
    await sendLinkCode(app, address);
    const right = await app.newestCode(signer.mobile);
    const wrong = right === '000000' ? '000001' : '000000';
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await tryEntering(app, address, wrong)).envelope.code).toBe('1401');
    }
    const late = await tryEntering(app, address, right);
    expect([late.envelope.code, late.headers.get('set-cookie')]).toEqual(['1401', null]);
    expect((await sendLinkCode(app, address)).envelope.reason).toBe('CODE_LIMITED');
    expect((await tryEntering(app, address)).status).toBe(400);
  });
});

describe('replay', () => {
  test('a code is accepted once', async () => {
    const address = await linkTo(seller.owner, await signingFlow());
    await sendLinkCode(app, address);
    const code = await app.newestCode(seller.owner.mobile);
    expect((await tryEntering(app, address, code)).envelope.code).toBe('0');
    expect((await tryEntering(app, address, code)).envelope.code).toBe('1401');
  });

  test('of concurrent requests with an access link, one is admitted', async () => {
    const clerk = await buyer.member();
    const address = await buyer.owner.client.data(accessAuth, { userId: clerk.userId });
    const answers = await Promise.all(Array.from({ length: 8 }, () => tryEntering(app, address)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(410)]);
  });

  test('a session ends after half an hour, and with its link', async () => {
    const flowId = await signingFlow();
    const session = await enteredBy(seller.owner, flowId);
    await app.advance(29 * 60);
    expect(await answerTo(session.client, contractTaskInfo.path, { flowId })).toEqual([200, '200', null]);
    await app.advance(61);
    expect(await answerTo(session.client, contractTaskInfo.path, { flowId })).toEqual(unauthorised);
    const clerk = await buyer.member();
    const address = await buyer.owner.client.data(accessAuth, { userId: clerk.userId });
    const open = await enterLink(app, address);
    await buyer.owner.client.data(memberDelete, { userId: clerk.userId });
    await buyer.owner.client.data(memberCreate, { userName: '又来了', mobile: clerk.mobile, jobNum: '1' });
    expect((await open.client.post(baseInfo.path, {})).status).toBe(410);
  });
});

describe('half of a session', () => {
  test('neither half is accepted without the other, nor with that of another session', async () => {
    const flowId = await signingFlow();
    const [one, other] = [await enteredBy(buyer.owner, flowId), await enteredBy(seller.owner, flowId)];
    const base = `${app.baseUrl}/pages/operations`;
    const body = { flowId };
    const [name = '', value = ''] = one.cookie.split('=');
    const [, foreign = ''] = other.cookie.split('=');
    const key = one.entered.session;
    for (const headers of [
      { cookie: one.cookie },
      { linkSession: key },
      { cookie: one.cookie, linkSession: other.entered.session },
      { cookie: `${name}=${foreign}`, linkSession: key },
      { cookie: one.cookie, linkSession: `${key.split('.')[0]}.${'0'.repeat(64)}` },
      { cookie: one.cookie, linkSession: `1.${key.split('.')[1]}` },
      { cookie: `${name}=`, linkSession: key },
      { cookie: one.cookie, linkSession: value },
      { cookie: `${one.cookie}x`, linkSession: key },
    ]) {
      expect(await answerTo(new Client(base, headers), contractTaskInfo.path, body)).toEqual(unauthorised);
    }
    const both = new Client(base, { cookie: `a=b; ${other.cookie}; ${one.cookie}`, linkSession: key });
    expect(await answerTo(both, contractTaskInfo.path, body)).toEqual([200, '200', null]);
  });

  test('the cookie is inaccessible to scripts and to other sites', async () => {
    const address = await linkTo(seller.owner, await signingFlow());
    await sendLinkCode(app, address);
    const { headers } = await tryEntering(app, address, await app.newestCode(seller.owner.mobile));
    expect(headers.get('set-cookie')).toMatch(/; Path=\/pages; Max-Age=1800; HttpOnly; SameSite=Strict$/);
  });

  test('a form of another site is not accepted', async () => {
    const token = tokenOf(await linkTo(seller.owner, await signingFlow()));
    const response = await fetch(`${app.baseUrl}/pages/link/sendCode`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify({ token }),
    });
    expect(response.status).toBe(415);
  });

  test('is no access token, and an access token is no session', async () => {
    const flowId = await signingFlow();
    const session = await enteredBy(seller.owner, flowId);
    const [, cookie = ''] = session.cookie.split('=');
    const outside = seller.owner.client.with({ accessToken: cookie });
    expect(await answerTo(outside, contractTaskInfo.path, { flowId })).toEqual(unauthorised);
    const inside = new Client(`${app.baseUrl}/pages/operations`, seller.owner.client.headers);
    expect(await answerTo(inside, contractTaskInfo.path, { flowId })).toEqual(unauthorised);
    const headers = { ...session.client.headers, userId: String(buyer.owner.userId), appId: buyer.appId };
    // Headers that identify somebody else are ignored.
    await sign(buyer.owner, flowId);
    const pretending = new Client(`${app.baseUrl}/pages/operations`, headers);
    const { participantList } = await pretending.data(contractTaskInfo, { flowId });
    const mine = participantList.filter(({ waitForMeToDo }) => waitForMeToDo);
    expect(mine.map(({ psnId }) => psnId)).toEqual([seller.owner.userId]);
  });
});

describe('a session for something else does not permit', () => {
  test('another flow of the same person', async () => {
    const [flowId, other] = [await signingFlow(), await signingFlow()];
    const session = await enteredBy(seller.owner, flowId);
    for (const path of [contractInfo.path, contractTaskInfo.path, contractCancel.path]) {
      expect(await answerTo(session.client, path, { flowId: other })).toEqual(denied);
    }
    const command = { flowId: other, signComponents: [] };
    expect(await answerTo(session.client, signContract.path, command)).toEqual(denied);
  });

  test('another part of the same person in the same flow', async () => {
    const both = await givenTemplate(buyer.owner.client, {
      parties: [
        { flag: '甲方', mode: 3, signOrder: 1, area: true },
        { flag: '个人', type: 0, signOrder: 1, area: true },
      ],
    });
    const { flowId, participantList } = await startFlow(buyer.owner.client, both, {
      participantList: [as('个人', buyer.owner, null)],
    });
    const [company, person] = participantList;
    if (company === undefined || person === undefined) throw new Error('the flow lost a participant');
    const address = await buyer.owner.client.data(getSignUrl, {
      flowId,
      participantId: person.participantId,
    });
    const session = await enterLink(app, address, buyer.owner);
    const { participantId } = company;
    expect(
      await answerTo(session.client, signContract.path, { flowId, participantId, signComponents: [] }),
    ).toEqual(denied);
    const { shown } = await shownOnPage(app, session);
    const signComponents = [
      {
        participantId,
        contractFileId: 1,
        fieldType: 0,
        sealId: 0,
        pageNum: 1,
        positionX: 9,
        positionY: 9,
        componentId: 0,
        specialAttribute: {},
      },
    ];
    expect(await answerTo(session.client, signContract.path, { flowId, shown, signComponents })).toEqual([
      400,
      '400',
      'INVALID_FIELD',
    ]);
  });

  test('codes to other mobiles, or for other purposes', async () => {
    const session = await enteredBy(seller.owner, await signingFlow());
    for (const body of [
      { mobile: buyer.owner.mobile, smsType: 'sign' },
      { mobile: buyer.owner.mobile, smsType: 'signPwd' },
      { mobile: seller.owner.mobile, smsType: 'approval' },
      { mobile: seller.owner.mobile, smsType: 'commSms' },
    ]) {
      expect(await answerTo(session.client, sendSmsVerifyCode.path, body)).toEqual(denied);
    }
  });

  test('any operation that does not belong to its link', async () => {
    const flowId = await signingFlow();
    const session = await enteredBy(seller.owner, flowId);
    const allowed = new Set([
      '/signTask/contract/info',
      '/signTask/contract/taskInfo',
      '/signTask/contract/download',
      '/signTask/fillComponentList',
      '/signTask/signComponentList',
      '/sms/sendSmsVerifyCode',
      '/fetchAuth/faceAuth',
      '/signTask/signContract',
      '/seal/personal/list',
      '/seal/personal/createByHandwriting',
      '/seal/personal/createByUpload',
      '/seal/personal/setDefault',
      '/seal/personal/delete',
      '/signTask/contract/refuse',
      '/template/uploadAttachmentFile',
      '/signTask/contract/addAttachment',
      '/signTask/reversePayContractFee',
      '/pay/payChannel/queryChannelList',
      '/pay/payChannel/getPayOpenId',
      '/pay/payOrder/add',
      '/pay/payOrder/query',
      '/pay/payOrder/cancel',
    ]);
    const others = registry.filter(({ path, caller }) => caller !== 'none' && !allowed.has(path));
    expect(others.length).toBeGreaterThan(25);
    for (const { path, example } of others) {
      expect([path, ...(await answerTo(session.client, path, example))]).toEqual([path, ...denied]);
    }
    expect((await session.client.post('/service/getAccessToken', {})).status).toBe(404);
    expect((await app.post('/pages/membership/confirm', {}, session.client.headers)).status).toBe(403);
  });
});

describe('another person’s link, and an ended link', () => {
  test('sends the code to the link’s own person, and accepts no other code', async () => {
    const flowId = await signingFlow();
    const theirs = await linkTo(seller.owner, flowId);
    const mine = await linkTo(buyer.owner, flowId);
    await sendLinkCode(app, mine);
    const code = await app.newestCode(buyer.owner.mobile);
    expect((await tryEntering(app, theirs, code)).envelope.code).toBe('1401');
    expect((await tryEntering(app, mine, code)).envelope.code).toBe('0');
  });

  test('opens nothing and discloses only that it has expired', async () => {
    const flowId = await signingFlow();
    const address = await linkTo(buyer.owner, flowId);
    const session = await enterLink(app, address, buyer.owner);
    await sign(buyer.owner, flowId);
    expect((await openLink(app, address)).envelope.data).toMatchObject({ state: 'ended', title: null });
    expect((await sendLinkCode(app, address)).status).toBe(410);
    expect((await tryEntering(app, address, '123456')).status).toBe(410);
    expect((await session.client.post(contractInfo.path, { flowId })).status).toBe(410);
  });

  test('is not consumed by previews of chat programs', async () => {
    const clerk = await buyer.member();
    const address = await buyer.owner.client.data(accessAuth, { userId: clerk.userId });
    for (let visit = 0; visit < 3; visit += 1) expect((await fetch(address)).status).toBe(200);
    expect((await fetch(address, { method: 'HEAD' })).status).toBe(200);
    expect((await tryEntering(app, address)).status).toBe(200);
  });
});
