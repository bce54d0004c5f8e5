/** Verification codes: anonymous clients, other applications and other links can do nothing with them. */
import { getSignUrl, signWish } from '@cinnabar/api/operations/flows.js';
import { sendSmsVerifyCode } from '@cinnabar/api/operations/sms.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hear } from '../support/answers-of-attacks.js';
import { type RunningApp, startApp } from '../support/app.js';
import {
  type AskedCode,
  type EnteredLink,
  enterLink,
  sendLinkCode,
  tokenOf,
  tryEntering,
} from '../support/enter-link.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  type FlowId,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  startFlow,
  taskInfo,
} from '../support/given-flow.js';
import { messagesTo } from '../support/messages-to.js';

let app: RunningApp;
let buyer: Enterprise;
let seller: Enterprise;
let template: GivenTemplate;

beforeAll(async () => {
  // Eight a day: four for requests that only the person can make, four for anyone who knows the mobile.
  app = await startApp({ settings: { SMS_PER_MOBILE_PER_DAY: '8' } });
  buyer = await givenEnterprise(app);
  seller = await givenEnterprise(app);
  await givenSeal(buyer);
  await givenSeal(seller);
  template = await givenTemplate(buyer.owner.client, {
    pages: 1,
    parties: [
      { flag: '甲方', mode: 3, signOrder: 1, area: true },
      { flag: '乙方', signOrder: 1, area: true },
    ],
  });
});
afterAll(() => app.close());

interface Contract {
  readonly flowId: FlowId;
  /** A link of the signer's. */
  readonly address: string;
}

async function contractOf(
  signer: Person,
  more: { readonly templateName?: string; readonly encryptFlag?: 0 | 1; readonly expireDate?: string } = {},
): Promise<Contract> {
  const participantList = [as('乙方', signer, seller)];
  const { flowId } = await startFlow(buyer.owner.client, template, { participantList, ...more });
  return { flowId, address: await signer.client.data(getSignUrl, { flowId }) };
}

const ended = { code: '1401', reason: 'CODE_ENDED', attemptsLeft: 0 };
const limited = { code: '429', reason: 'CODE_LIMITED' };
const otherThan = (code: string) => (code === '000000' ? '111111' : '000000');

/** The text of the newest message with a code. */
async function newestText(mobile: string): Promise<string> {
  return (await messagesTo(app.baseUrl, mobile)).findLast(({ code }) => code !== null)?.text ?? '';
}

/** A client that knows a mobile, and nothing else. */
async function askAsStranger(mobile: string): Promise<string> {
  const { envelope } = await app.post<AskedCode>('/pages/mine/sendCode', { mobile });
  expect(envelope.code).toBe('0');
  return envelope.data.asked;
}

describe('a code that opens a link', () => {
  test('opens no other link, and not “my contracts”', async () => {
    const signer = await seller.member();
    const [one, other] = [await contractOf(signer), await contractOf(signer)];
    const asked = (await sendLinkCode(app, one.address)).envelope.data.asked;
    const code = await app.newestCode(signer.mobile);
    const elsewhere = await app.post('/pages/link/enter', { token: tokenOf(other.address), code, asked });
    expect(elsewhere.envelope).toMatchObject(ended);
    const mine = await app.post('/pages/mine/enter', { mobile: signer.mobile, code, asked });
    expect(mine.envelope).toMatchObject(ended);
    expect((await tryEntering(app, one.address, code)).envelope.code).toBe('0');
  });

  test('is accepted only where it was requested', async () => {
    const signer = await seller.member();
    const { address } = await contractOf(signer);
    const { asked } = (await sendLinkCode(app, address)).envelope.data;
    const code = await app.newestCode(signer.mobile);
    const token = tokenOf(address);
    for (const thief of [null, 'A'.repeat(43), `${asked}A`]) {
      const answer = await app.post('/pages/link/enter', { token, code, asked: thief });
      expect([thief, answer.envelope.reason]).toEqual([thief, 'CODE_ENDED']);
    }
    const entered = await app.post<EnteredLink>('/pages/link/enter', { token, code, asked });
    expect(entered.envelope.code).toBe('0');
  });

  test('is accepted with the cookie alone, too', async () => {
    const signer = await seller.member();
    const { address } = await contractOf(signer);
    const token = tokenOf(address);
    const sent = await app.post('/pages/link/sendCode', { token });
    const [cookie = ''] = (sent.headers.get('set-cookie') ?? '').split(';', 1);
    expect(sent.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Strict/);
    const code = await app.newestCode(signer.mobile);
    const entered = await app.post('/pages/link/enter', { token, code }, { cookie });
    expect(entered.envelope.code).toBe('0');
  });

  test('reports the remaining attempts, and when it has ended', async () => {
    const signer = await seller.member();
    const { address } = await contractOf(signer);
    await sendLinkCode(app, address);
    const code = await app.newestCode(signer.mobile);
    for (const attemptsLeft of [4, 3, 2, 1]) {
      const { envelope } = await tryEntering(app, address, otherThan(code));
      expect(envelope).toMatchObject({ code: '1401', reason: 'CODE_WRONG', attemptsLeft });
    }
    expect((await tryEntering(app, address, otherThan(code))).envelope).toMatchObject(ended);
    expect((await tryEntering(app, address, code)).envelope).toMatchObject(ended);
  });

  test('is not ended by wrong attempts elsewhere', async () => {
    const signer = await seller.member();
    const { address } = await contractOf(signer);
    await sendLinkCode(app, address);
    const code = await app.newestCode(signer.mobile);
    const asked = await askAsStranger(signer.mobile);
    const sentToStranger = await app.newestCode(signer.mobile);
    for (let tries = 0; tries < 6; tries += 1) {
      await app.post('/pages/mine/enter', { mobile: signer.mobile, code: otherThan(sentToStranger), asked });
      await app.post('/pages/mine/enter', { mobile: signer.mobile, code });
      await app.post('/pages/link/enter', { token: tokenOf(address), code: otherThan(code) });
    }
    expect((await tryEntering(app, address, code)).envelope.code).toBe('0');
  });
});

describe('a code of an application', () => {
  test('cannot be used or ended by another application', async () => {
    const signer = await seller.member(['SEAL_ADMIN']);
    const { flowId } = await contractOf(signer);
    await buyer.owner.client.data(sendSmsVerifyCode, { mobile: signer.mobile, smsType: 'sign', flowId });
    const ofBuyer = await app.newestCode(signer.mobile);
    const wish = (verifyCode: string) => hear(signer, signWish, { flowId, authType: 'sms', verifyCode });
    expect(await wish(ofBuyer)).toEqual([200, '1401', 'CODE_ENDED']);
    await signer.client.data(sendSmsVerifyCode, { mobile: signer.mobile, smsType: 'sign', flowId });
    expect(await wish(await app.newestCode(signer.mobile))).toEqual([200, '0', null]);
  });

  test('signs the contract that it names and no other', async () => {
    const signer = await seller.member(['SEAL_ADMIN']);
    const [named, other] = [await contractOf(signer), await contractOf(signer)];
    const { mobile } = signer;
    await signer.client.data(sendSmsVerifyCode, { mobile, smsType: 'sign', flowId: named.flowId });
    const verifyCode = await app.newestCode(mobile);
    const wish = (flowId: FlowId) => hear(signer, signWish, { flowId, authType: 'sms', verifyCode });
    expect(await wish(other.flowId)).toEqual([200, '1401', 'CODE_ENDED']);
    expect(await wish(named.flowId)).toEqual([200, '0', null]);
  });

  test('that names no contract is valid for one, and its message names the requester', async () => {
    const signer = await seller.member(['SEAL_ADMIN']);
    const [one, other] = [await contractOf(signer), await contractOf(signer)];
    const { mobile } = signer;
    await signer.client.data(sendSmsVerifyCode, { mobile, smsType: 'sign' });
    expect(await newestText(mobile)).toContain(`通过${seller.corpName}签署一份合同`);
    const verifyCode = await app.newestCode(mobile);
    const wish = (flowIds: readonly FlowId[]) =>
      hear(signer, signWish, { flowIds, authType: 'sms', verifyCode });
    expect(await wish([one.flowId, other.flowId])).toEqual([200, '1401', 'CODE_ENDED']);
    expect(await wish([one.flowId])).toEqual([200, '0', null]);
    expect(await wish([other.flowId])).toEqual([200, '1401', 'CODE_ENDED']);
  });

  test('is not valid in a session of the person’s link, nor the reverse', async () => {
    const signer = await seller.member(['SEAL_ADMIN']);
    const { flowId, address } = await contractOf(signer);
    const { mobile } = signer;
    const session = await enterLink(app, address, signer);
    await session.client.data(sendSmsVerifyCode, { mobile, smsType: 'sign' });
    const verifyCode = await app.newestCode(mobile);
    expect(await hear(signer, signWish, { flowId, authType: 'sms', verifyCode })).toEqual([
      200,
      '1401',
      'CODE_ENDED',
    ]);
  });
});

describe('the daily limit of a mobile', () => {
  test('for codes that only the person can request is not used up by others', async () => {
    const signer = await seller.member(['SEAL_ADMIN']);
    const { mobile } = signer;
    const { flowId, address } = await contractOf(signer);
    const floods = await Promise.all(
      Array.from({ length: 12 }, () => app.post('/pages/mine/sendCode', { mobile })),
    );
    expect(floods.filter(({ status }) => status === 200)).toHaveLength(4);
    for (const { envelope } of floods.filter(({ status }) => status !== 200)) {
      expect(envelope).toMatchObject(limited);
    }
    // Requests of other enterprises over the interface use up the same share.
    const bare = await buyer.owner.client.post(sendSmsVerifyCode.path, { mobile, smsType: 'sign' });
    expect(bare.envelope).toMatchObject(limited);
    // The person's own link opens, and their contract is signed with a code.
    const session = await enterLink(app, address, signer);
    await session.client.data(sendSmsVerifyCode, { mobile, smsType: 'sign' });
    await signer.client.data(sendSmsVerifyCode, { mobile, smsType: 'sign', flowId });
  });

  test('leaves codes for “my contracts” when a link’s holder has used up theirs', async () => {
    const signer = await seller.member();
    const contracts = await Promise.all(Array.from({ length: 5 }, () => contractOf(signer)));
    const statuses = [];
    for (const { address } of contracts) statuses.push((await sendLinkCode(app, address)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    await askAsStranger(signer.mobile);
  });

  test('applies a minute’s interval per requester and subject, and none after a code was used', async () => {
    const signer = await seller.member();
    const [one, other] = [await contractOf(signer), await contractOf(signer)];
    await sendLinkCode(app, one.address);
    expect((await sendLinkCode(app, one.address)).envelope).toMatchObject(limited);
    expect((await sendLinkCode(app, other.address)).envelope.code).toBe('0');
    await tryEntering(app, other.address, await app.newestCode(signer.mobile));
    expect((await sendLinkCode(app, other.address)).envelope.code).toBe('0');
  });
});

describe('the message of a code', () => {
  test('for a link states what it opens, who invites, and until when', async () => {
    const signer = await seller.member();
    const { address } = await contractOf(signer, {
      templateName: '设备采购合同',
      expireDate: '2099-11-30',
    });
    await sendLinkCode(app, address);
    const text = await newestText(signer.mobile);
    expect(text).toContain(`打开${buyer.corpName}邀请您签署的《设备采购合同》（2099-11-30 23:59 前）`);
  });

  test('for “my contracts” states that it opens all of them', async () => {
    const signer = await seller.member();
    await askAsStranger(signer.mobile);
    expect(await newestText(signer.mobile)).toContain('登录“我的合同”，查看您的全部合同');
  });

  test('requested over the interface names the contract’s title, or the number of contracts', async () => {
    const signer = await seller.member();
    const [one, other] = [
      await contractOf(signer, { templateName: '首份合同' }),
      await contractOf(signer, { templateName: '次份合同' }),
    ];
    const { mobile } = signer;
    await signer.client.data(sendSmsVerifyCode, { mobile, smsType: 'sign', flowId: one.flowId });
    expect(await newestText(mobile)).toContain(`签署${buyer.corpName}发起的《首份合同》`);
    const flowIds = [one.flowId, other.flowId];
    await signer.client.data(sendSmsVerifyCode, { mobile, smsType: 'sign', flowIds });
    expect(await newestText(mobile)).toContain('等 2 份合同');
  });

  test('contains nothing that a title tries to inject', async () => {
    const signer = await seller.member();
    const { address, flowId } = await contractOf(signer, {
      templateName: '退款通知\u202e http://evil.example/x',
    });
    await sendLinkCode(app, address);
    const { mobile } = signer;
    await signer.client.data(sendSmsVerifyCode, { mobile, smsType: 'sign', flowId });
    await app.advance(1);
    const texts = (await messagesTo(app.baseUrl, mobile)).map(({ text }) => text);
    expect(texts.filter((text) => text.includes('退款通知')).length).toBeGreaterThanOrEqual(2);
    for (const text of texts) expect(text).not.toMatch(/evil|\u202e/);
  });

  test('names the code of a confidential contract, never its title', async () => {
    const signer = await seller.member();
    const { address, flowId } = await contractOf(signer, { templateName: '不可外传', encryptFlag: 1 });
    const { flowCode } = await taskInfo(buyer.owner, flowId);
    await sendLinkCode(app, address);
    expect(await newestText(signer.mobile)).toContain(`《${flowCode}》`);
    const texts = (await messagesTo(app.baseUrl, signer.mobile)).map(({ text }) => text).join('\n');
    expect(texts).not.toContain('不可外传');
  });
});
