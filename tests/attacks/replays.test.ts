/** Replay of everything that was valid once: codes, intents, proofs, face checks, keys, notifications, sessions. */

import { approvalSign, approvalSignAuth } from '@cinnabar/api/operations/approvals.js';
import { baseInfo } from '@cinnabar/api/operations/enterprise.js';
import {
  contractCancel,
  contractTaskInfo,
  contractTransfer,
  getSignUrl,
  signContract,
  signWish,
  startSignFlow,
} from '@cinnabar/api/operations/flows.js';
import { faceAuth } from '@cinnabar/api/operations/members.js';
import { payOrderAdd } from '@cinnabar/api/operations/payments.js';
import { sendSmsVerifyCode } from '@cinnabar/api/operations/sms.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hear } from '../support/answers-of-attacks.js';
import { type RunningApp, startApp } from '../support/app.js';
import { enterLink, openLink, tryEntering } from '../support/enter-link.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  confirmByPassword,
  type FlowId,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  sealEverything,
  sign,
  startFlow,
} from '../support/given-flow.js';
import {
  givenChannels,
  givenSaleTemplate,
  lookAtOrder,
  payAtProvider,
  signerOf,
  startSale,
} from '../support/given-payments.js';
import { givenOwnPassword } from '../support/own-password.js';

let app: RunningApp;
let buyer: Enterprise;
let seller: Enterprise;
let template: GivenTemplate;

beforeAll(async () => {
  app = await startApp();
  buyer = await givenEnterprise(app);
  seller = await givenEnterprise(app);
  await givenSeal(buyer);
  await givenSeal(seller);
  template = await givenTemplate(buyer.owner.client, {
    pages: 1,
    parties: [
      { flag: '甲方', mode: 3, area: true, signOrder: 1 },
      { flag: '乙方', area: true, signOrder: 1 },
    ],
  });
});
afterAll(() => app.close());

async function contract(by: Person = seller.owner): Promise<FlowId> {
  const participantList = [as('乙方', by, seller)];
  return (await startFlow(buyer.owner.client, template, { participantList })).flowId;
}

const wishRequired = [403, '403', 'WISH_REQUIRED'];

describe('an intent', () => {
  test('signs once; any other act needs a new one, in this contract and in others', async () => {
    const [first, second] = [await contract(), await contract()];
    await confirmByPassword(seller.owner, first);
    const body = { flowId: second, signComponents: await sealEverything(seller.owner, second) };
    expect(await hear(seller.owner, signContract, body)).toEqual(wishRequired);
    const signComponents = await sealEverything(seller.owner, first);
    await seller.owner.client.data(signContract, { flowId: first, signComponents });
    expect(await hear(seller.owner, signContract, { flowId: first, signComponents })).toEqual([
      403,
      '403',
      'FLOW_STATE',
    ]);
  });

  test('expires after ten minutes', async () => {
    const flowId = await contract();
    await confirmByPassword(seller.owner, flowId);
    await app.advance(10 * 60);
    const signComponents = await sealEverything(seller.owner, flowId);
    expect(await hear(seller.owner, signContract, { flowId, signComponents })).toEqual(wishRequired);
  });

  test('is void for a successor, and for the original person after the part was assigned back', async () => {
    const [first, second] = [await seller.member(['SEAL_ADMIN']), await seller.member(['SEAL_ADMIN'])];
    const flowId = await contract(first);
    await confirmByPassword(first, flowId);
    const hand = (from: Person, to: Person) =>
      from.client.data(contractTransfer, { flowId, psnAccount: to.mobile, psnName: to.realName });
    await hand(first, second);
    const attempt = async (person: Person) =>
      hear(person, signContract, { flowId, signComponents: await sealEverything(person, flowId) });
    expect(await attempt(second)).toEqual(wishRequired);
    await hand(second, first);
    expect(await attempt(first)).toEqual(wishRequired);
  });

  test('is used by one of several concurrent signatures', async () => {
    const flowId = await contract();
    await confirmByPassword(seller.owner, flowId);
    const signComponents = await sealEverything(seller.owner, flowId);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        seller.owner.client.post(signContract.path, { flowId, signComponents }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { db } = app.app.database;
    const events = await db
      .selectFrom('flow_events')
      .select('kind')
      .where('flow_id', '=', flowId)
      .where('kind', '=', 'signed')
      .execute();
    expect(events).toHaveLength(1);
  });
});

describe('the proof of an approver', () => {
  test('decides once, by them alone, within ten minutes', async () => {
    const strict = await givenEnterprise(app, { profile: { settings: { approvalAuth: true } } });
    await givenSeal(strict);
    const [plain, other] = [await strict.member(), await strict.member(['ADMIN'])];
    const own = await givenTemplate(strict.owner.client, {
      pages: 1,
      parties: [{ flag: '甲方', mode: 3, area: true }],
    });
    const asked = async (): Promise<number> => {
      const { flowId } = await startFlow(plain.client, own, { participantList: [] });
      return (await sign(plain, flowId)).approvalId ?? 0;
    };
    const [first, second] = [await asked(), await asked()];
    await givenOwnPassword(app, strict.owner);
    const prove = (approvalId: number) =>
      hear(strict.owner, approvalSignAuth, {
        approvalId: String(approvalId),
        authType: 'pwd',
        signPwd: strict.owner.signPwd,
      });
    const decide = (person: Person, approvalId: number) =>
      hear(person, approvalSign, { approvalId, approvalStatus: 2 });
    const needed = [403, '403', 'APPROVAL_AUTH_REQUIRED'];
    expect(await prove(first)).toEqual([200, '0', null]);
    expect(await decide(other, first)).toEqual(needed);
    expect(await decide(strict.owner, second)).toEqual(needed);
    const both = await Promise.all([decide(strict.owner, first), decide(strict.owner, first)]);
    expect(both.map(([status]) => status).toSorted()).toEqual([200, 403]);
    expect(await decide(strict.owner, second)).toEqual(needed);
    expect(await prove(second)).toEqual([200, '0', null]);
    await app.advance(10 * 60);
    expect(await decide(strict.owner, second)).toEqual(needed);
  });
});

describe('a face check', () => {
  test('proves one of several concurrent intents, and no other purpose', async () => {
    const flowId = await contract();
    const { url } = await seller.owner.client.data(faceAuth, {
      authType: 'signContract',
      id: String(flowId),
      channel: 'channelA',
      callbackUrl: 'https://erp.example.com/face',
    });
    const orderNo = new URL(url).searchParams.get('orderNo') ?? '';
    const ended = await app.post(`/sandbox/face/${orderNo}`, { result: 'pass' });
    const { searchParams } = new URL(String(Reflect.get(ended.envelope, 'redirect')));
    const face = Object.fromEntries(searchParams);
    const attempt = () => hear(seller.owner, signWish, { flowId, authType: 'face', ...face });
    const codes = (await Promise.all(Array.from({ length: 8 }, attempt))).map(([, code]) => code);
    expect(codes.toSorted()).toEqual(['0', ...Array(7).fill('1403')]);
  });
});

describe('a code', () => {
  test('proves one of two concurrent contracts', async () => {
    const [first, second] = [await contract(), await contract()];
    const person = seller.owner;
    await person.client.data(sendSmsVerifyCode, { mobile: person.mobile, smsType: 'sign' });
    const verifyCode = await app.newestCode(person.mobile);
    const codes = await Promise.all(
      [first, second].map((flowId) => hear(person, signWish, { flowId, authType: 'sms', verifyCode })),
    );
    expect(codes.map(([, code]) => code).toSorted()).toEqual(['0', '1401']);
  });
});

describe('an Idempotency-Key', () => {
  test('of another application or a colleague does not return the first response', async () => {
    const key = { 'idempotency-key': 'start-of-a-contract' };
    const body = { templateId: template.templateId, participantList: [as('乙方', seller.owner, seller)] };
    const first = await buyer.owner.client.post<{ flowId: number }>(startSignFlow.path, body, key);
    expect(first.envelope.code).toBe('200');
    const foreign = await seller.owner.client.post(startSignFlow.path, body, key);
    expect([foreign.status, foreign.envelope.data]).toEqual([404, null]);
    const colleague = await buyer.member();
    const theirs = await colleague.client.post(startSignFlow.path, body, key);
    expect([theirs.status, theirs.envelope.data]).toEqual([409, null]);
    expect((await buyer.owner.client.post(startSignFlow.path, body, key)).envelope).toEqual(first.envelope);
  });

  test('returns nothing to a former member, nor to an invalid token', async () => {
    const person = await buyer.member();
    const key = { 'idempotency-key': 'of-who-leaves' };
    const body = { templateId: template.templateId, participantList: [as('乙方', seller.owner, seller)] };
    expect((await person.client.post(startSignFlow.path, body, key)).envelope.code).toBe('200');
    await app.app.database.db
      .updateTable('members')
      .set({ state: 'deleted' })
      .where('corp_id', '=', buyer.corpId)
      .where('user_id', '=', person.userId)
      .execute();
    expect(await hear(person, startSignFlow, body, key)).toEqual([403, '403', 'NOT_MEMBER']);
    expect(await hear(person, startSignFlow, body, { ...key, accessToken: 'x' })).toEqual([
      401,
      '401',
      'TOKEN_INVALID',
    ]);
  });
});

describe('a session', () => {
  test('permits nothing after its contract was revoked, and its link opens no other contract', async () => {
    const flowId = await contract();
    const part = (await seller.owner.client.data(contractTaskInfo, { flowId })).participantList[1];
    const link = await buyer.owner.client.data(getSignUrl, {
      flowId,
      ...(part === undefined ? {} : { participantId: part.participantId }),
    });
    const session = await enterLink(app, link, seller.owner);
    expect(await hear(session, contractTaskInfo, { flowId })).toEqual([200, '200', null]);
    await buyer.owner.client.data(contractCancel, { flowId });
    for (const operation of [contractTaskInfo, signWish, signContract, baseInfo]) {
      expect([operation.path, (await hear(session, operation, { flowId }))[0]]).toEqual([
        operation.path,
        410,
      ]);
    }
    expect((await openLink(app, link)).envelope.data.state).toBe('ended');
    expect((await tryEntering(app, link, '000000')).status).toBe(410);
  });
});

describe('a payment', () => {
  test('reported repeatedly and concurrently counts once, only for its own order', async () => {
    const channels = await givenChannels(app, buyer.corpId, ['chatAQrCode']);
    const sale = await givenSaleTemplate(buyer);
    const order = async () => {
      const flow = await startSale(buyer, sale, [seller.owner, seller], { amount: 10, priority: 0 });
      const channelModelId = channels('chatAQrCode');
      return seller.owner.client.data(payOrderAdd, { channelModelId, signerId: signerOf(flow) });
    };
    const [paid, unpaid] = [await order(), await order()];
    await Promise.all(Array.from({ length: 6 }, () => payAtProvider(app, paid.businessOrderNo)));
    expect(await lookAtOrder(buyer.owner, paid.id)).toMatchObject({ status: 2, refundTimes: 0 });
    expect(await lookAtOrder(buyer.owner, unpaid.id)).toMatchObject({ status: 1 });
    const { db } = app.app.database;
    const news = await db
      .selectFrom('outbox')
      .select('id')
      .where('topic', '=', 'payment.succeeded')
      .execute();
    expect(news).toHaveLength(1);
  });
});
