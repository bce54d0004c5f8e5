/** Codes, passwords, secrets, tokens and order numbers: guessed one at a time and concurrently. */

import { approvalSignAuth } from '@cinnabar/api/operations/approvals.js';
import { getAccessToken } from '@cinnabar/api/operations/credentials.js';
import { baseInfo } from '@cinnabar/api/operations/enterprise.js';
import { signContract, signWish } from '@cinnabar/api/operations/flows.js';
import { sendSmsVerifyCode } from '@cinnabar/api/operations/sms.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hear, heard, tally } from '../support/answers-of-attacks.js';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  type FlowId,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  sealEverything,
  sign,
  startFlow,
} from '../support/given-flow.js';
import { givenOwnPassword } from '../support/own-password.js';

let app: RunningApp;
let corp: Enterprise;
let template: GivenTemplate;

beforeAll(async () => {
  app = await startApp();
  corp = await givenEnterprise(app);
  await givenSeal(corp);
  template = await givenTemplate(corp.owner.client, {
    pages: 1,
    parties: [{ flag: '甲方', mode: 3, area: true }],
  });
});
afterAll(() => app.close());

async function contractOf(person: Person): Promise<FlowId> {
  const participantList = [as('甲方', person, corp)];
  return (await startFlow(corp.owner.client, template, { participantList })).flowId;
}

/** Distinct codes, none of them correct. */
function wrongGuesses(right: string, count: number): readonly string[] {
  const all = Array.from({ length: count + 1 }, (_, number) => String(100_000 + 7 * number));
  return all.filter((guess) => guess !== right).slice(0, count);
}

const atOnce = <T>(guesses: readonly string[], attempt: (guess: string) => Promise<T>): Promise<T[]> =>
  Promise.all(guesses.map(attempt));

const ended = [200, '1401', 'CODE_ENDED'];

describe('a verification code', () => {
  async function sentTo(person: Person): Promise<string> {
    await person.client.data(sendSmsVerifyCode, { mobile: person.mobile, smsType: 'sign' });
    return app.newestCode(person.mobile);
  }

  test('ends after five concurrent wrong guesses, and the correct one comes too late', async () => {
    const person = await corp.member(['SEAL_ADMIN']);
    const flowId = await contractOf(person);
    const right = await sentTo(person);
    const guess = (verifyCode: string) => hear(person, signWish, { flowId, authType: 'sms', verifyCode });
    expect(tally(await atOnce(wrongGuesses(right, 20), guess))).toEqual({
      '200 1401 CODE_WRONG': 4,
      '200 1401 CODE_ENDED': 16,
    });
    expect(await guess(right)).toEqual(ended);
  });

  test('belongs to one mobile and purpose: for another person or another act it proves nothing', async () => {
    const [person, other] = [await corp.member(['SEAL_ADMIN']), await corp.member()];
    const flowId = await contractOf(person);
    const ofOther = await sentTo(other);
    const guess = (verifyCode: string) => hear(person, signWish, { flowId, authType: 'sms', verifyCode });
    expect(await guess(ofOther)).toEqual(ended);
    for (const smsType of ['commSms', 'approval', 'signPwd'] as const) {
      await person.client.data(sendSmsVerifyCode, { mobile: person.mobile, smsType });
      expect(await guess(await app.newestCode(person.mobile))).toEqual(ended);
    }
  });

  test('is accepted once among concurrent requests that use it', async () => {
    const person = await corp.member(['SEAL_ADMIN']);
    const flowId = await contractOf(person);
    const verifyCode = await sentTo(person);
    const attempts = Array.from({ length: 12 }, () =>
      hear(person, signWish, { flowId, authType: 'sms', verifyCode }),
    );
    expect(tally(await Promise.all(attempts))).toEqual({ '200 0': 1, '200 1401 CODE_ENDED': 11 });
  });

  test('cannot be requested again and again', async () => {
    const person = await corp.member();
    const ask = () => hear(person, sendSmsVerifyCode, { mobile: person.mobile, smsType: 'sign' });
    const answers = await Promise.all(Array.from({ length: 10 }, ask));
    expect(tally(answers)).toEqual({ '200 200': 1, '429 429 CODE_LIMITED': 9 });
  });
});

describe('a signing password', () => {
  test('is locked after five of many concurrent guesses, even the correct one, for 30 minutes', async () => {
    const person = await corp.member(['SEAL_ADMIN']);
    const flowId = await contractOf(person);
    const guess = (signPwd: string) => hear(person, signWish, { flowId, authType: 'pwd', signPwd });
    const counts = tally(await atOnce(wrongGuesses(person.signPwd, 20), guess));
    expect(counts).toEqual({ '200 1402': 5, '200 1404': 15 });
    expect(await guess(person.signPwd)).toEqual([200, '1404', null]);
    // Through any channel.
    const signComponents = await sealEverything(person, flowId);
    const inline = { flowId, signComponents, authType: 'pwd', signPwd: person.signPwd };
    expect(await hear(person, signContract, inline)).toEqual([200, '1404', null]);
    await app.advance(30 * 60);
    expect(await guess(person.signPwd)).toEqual([200, '0', null]);
  });

  test('is counted together with the attempts at approvals', async () => {
    const buyer = await givenEnterprise(app, { profile: { settings: { approvalAuth: true } } });
    await givenSeal(buyer);
    const plain = await buyer.member();
    const own = await givenTemplate(buyer.owner.client, {
      pages: 1,
      parties: [{ flag: '甲方', mode: 3, area: true }],
    });
    const { flowId } = await startFlow(plain.client, own, { participantList: [] });
    const { approvalId } = await sign(plain, flowId);
    await givenOwnPassword(app, buyer.owner);
    const guess = (signPwd: string) =>
      hear(buyer.owner, approvalSignAuth, { approvalId: String(approvalId), authType: 'pwd', signPwd });
    const counts = tally(await atOnce(wrongGuesses(buyer.owner.signPwd, 12), guess));
    expect(counts).toEqual({ '200 1402': 5, '200 1404': 7 });
    expect(await guess(buyer.owner.signPwd)).toEqual([200, '1404', null]);
  });

  test('that was never set is neither six zeros nor anything else', async () => {
    const person = await corp.member();
    const { db } = app.app.database;
    await db
      .updateTable('members')
      .set({ signing_password: null })
      .where('corp_id', '=', corp.corpId)
      .where('user_id', '=', person.userId)
      .execute();
    const flowId = await contractOf(person);
    for (const signPwd of ['000000', '', 'null', 'undefined', person.signPwd]) {
      const { envelope } = await person.client.post(signWish.path, { flowId, authType: 'pwd', signPwd });
      expect(['1402', '400']).toContain(envelope.code);
    }
  });
});

describe('secrets and tokens', () => {
  test('a secret is not accepted by prefix, in another case or as another type', async () => {
    const { appId, appSecret } = await givenEnterprise(app);
    const swapped = appSecret.replace(/[a-z]/i, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
    const attempts = [appSecret.slice(0, -1), `${appSecret}a`, swapped, ` ${appSecret}`, `${appSecret}%`];
    for (const attempt of attempts) {
      const answer = await app.client.post(getAccessToken.path, { appId, appSecret: attempt });
      expect([attempt === appSecret, answer.status, answer.envelope.data]).toEqual([false, 401, null]);
    }
    for (const attempt of [{ $ne: '' }, [appSecret], true, null]) {
      const answer = await app.client.post(getAccessToken.path, { appId, appSecret: attempt });
      expect([answer.status, answer.envelope.data]).toEqual([answer.status, null]);
    }
  });

  test('a token is not accepted by prefix, in another case or with a wildcard', async () => {
    const { accessToken } = corp;
    for (const attempt of [accessToken.slice(0, -1), `${accessToken}A`, '%', '*', 'null', 'undefined', '']) {
      const answer = await corp.owner.client.post(baseInfo.path, {}, { accessToken: attempt });
      expect([attempt, ...heard(answer)]).toEqual([attempt, 401, '401', 'TOKEN_INVALID']);
    }
  });

  test('unknown links, orders and face checks get identical responses', async () => {
    const invented = Array.from({ length: 20 }, (_, number) => `${'A'.repeat(40)}${number}`);
    for (const token of invented) {
      expect((await app.post('/pages/link/open', { token })).status).toBe(404);
      expect((await app.post('/pages/face/open', { orderNo: token })).status).toBe(404);
      expect((await fetch(`${app.baseUrl}/files/${token}`)).status).toBe(404);
      expect((await fetch(`${app.baseUrl}/l/${token}`)).status).toBe(404);
    }
  });
});
