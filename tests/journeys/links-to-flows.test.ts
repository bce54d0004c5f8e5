import {
  contractCancel,
  contractInfo,
  contractList,
  contractTaskInfo,
  getFillUrl,
  getSignUrl,
  signContract,
  signWish,
} from '@cinnabar/api/operations/flows.js';
import { sendSmsVerifyCode } from '@cinnabar/api/operations/sms.js';
import type { SignPageView } from '@cinnabar/api/pages/sign.js';
import { ensureUser } from '@cinnabar/server/areas/members/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { Client } from '../support/client.js';
import {
  bySession,
  enterLink,
  type LinkSession,
  openLink,
  sendLinkCode,
  tryEntering,
} from '../support/enter-link.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  download,
  type FlowId,
  fillAll,
  type GivenTemplate,
  givenTemplate,
  sealEverything,
  sign,
  startFlow,
  taskInfo,
} from '../support/given-flow.js';
import { flowToFill, flowToSign, givenParties } from '../support/given-parties.js';
import { refusal } from '../support/refusal.js';
import { actOnPage, codeOnPage, shownOnPage, signOnPage } from '../support/sign-on-page.js';

let app: RunningApp;
let buyer: Enterprise;
let seller: Enterprise;
let clerk: Person;
let template: GivenTemplate;
let personal: GivenTemplate;

beforeAll(async () => {
  app = await startApp();
  ({ buyer, seller, template } = await givenParties(app));
  clerk = await buyer.member();
  personal = await givenTemplate(buyer.owner.client, {
    parties: [
      { flag: '甲方', mode: 3, signOrder: 2, area: true },
      { flag: '个人', type: 0, signOrder: 1, area: true },
    ],
  });
});
afterAll(() => app.close());

const fillingFlow = () => flowToFill({ buyer, seller, template });
const signingFlow = () => flowToSign({ buyer, seller, template });

async function personalFlow(person: Person, flags: { readonly encryptFlag?: 1 } = {}): Promise<FlowId> {
  const { flowId } = await startFlow(buyer.owner.client, personal, {
    participantList: [as('个人', person, null)],
    ...flags,
  });
  return flowId;
}

async function participantOf(flowId: FlowId, flag: string): Promise<number> {
  const { participantList } = await taskInfo(buyer.owner, flowId);
  const found = participantList.find((each) => each.participantFlag === flag);
  if (found === undefined) throw new Error(`no ${flag}`);
  return found.participantId;
}

function signLink(person: Person, flowId: FlowId, more: object = {}): Promise<string> {
  return linkFrom(person, getSignUrl, { flowId, ...more });
}

function fillLink(person: Person, flowId: FlowId, more: object = {}): Promise<string> {
  return linkFrom(person, getFillUrl, { flowId, ...more });
}

async function linkFrom(person: Person, operation: { readonly path: string }, body: object): Promise<string> {
  const { envelope } = await person.client.post<string>(operation.path, body);
  if (envelope.code !== '0') throw new Error(JSON.stringify(envelope));
  return envelope.data;
}

/** Code, intent and signature, using only the session. */
function signBySession(person: Person, session: LinkSession, flowId: FlowId) {
  return signOnPage(app, session, person, flowId);
}

describe('a link to fill', () => {
  test('shows its subject, sends a code, and lets its person fill', async () => {
    const flowId = await fillingFlow();
    const returnUrl = 'https://erp.example.com/back?contract=7#top';
    const address = await fillLink(seller.owner, flowId, { returnUrl: encodeURIComponent(returnUrl) });
    expect(address).toMatch(new RegExp(`^${app.baseUrl}/l/[\\w-]{43}$`));

    const { envelope } = await openLink(app, address);
    expect(envelope).toMatchObject({
      code: '0',
      data: {
        kind: 'fill',
        state: 'open',
        entry: 'code',
        corpName: buyer.corpName,
        mobile: `${seller.owner.mobile.slice(0, 3)}****${seller.owner.mobile.slice(-4)}`,
        returnUrl,
      },
    });
    const looked: unknown = await (await fetch(address)).json();
    expect(looked).toEqual(envelope);

    const session = await enterLink(app, address, seller.owner);
    expect(session.entered).toMatchObject({
      flowId,
      userId: seller.owner.userId,
      corpId: seller.corpId,
      returnUrl,
    });
    expect(await fillAll(bySession(seller.owner, session), flowId, '上海市')).toBe(2);

    expect((await openLink(app, address)).envelope.data).toMatchObject({ state: 'ended', title: null });
    expect((await session.client.post(contractTaskInfo.path, { flowId })).status).toBe(410);
    expect((await sendLinkCode(app, address)).status).toBe(410);
  });
});

describe('a link to sign', () => {
  test('lets its person sign for the enterprise with a code to their own mobile', async () => {
    const flowId = await signingFlow();
    await sign(buyer.owner, flowId);
    const address = await signLink(seller.owner, flowId);
    expect((await openLink(app, address)).envelope.data.title).toBe(
      (await taskInfo(buyer.owner, flowId)).flowTitle,
    );
    const session = await enterLink(app, address, seller.owner);
    expect(await signBySession(seller.owner, session, flowId)).toMatchObject({
      flowStatus: 3,
      signStatus: 3,
    });
    await download(buyer.owner, flowId);
    expect((await openLink(app, address)).envelope.data.state).toBe('ended');
  });

  test('lets a person sign for themselves who is not a member of any enterprise of the initiator', async () => {
    const stranger = await (await givenEnterprise(app)).member();
    const flowId = await personalFlow(stranger);
    const participantId = await participantOf(flowId, '个人');
    const session = await enterLink(app, await signLink(buyer.owner, flowId, { participantId }), stranger);
    expect(session.entered).toMatchObject({ corpId: null, participantId });
    expect(await signBySession(stranger, session, flowId)).toMatchObject({ flowStatus: 2, signStatus: 3 });
  });

  test('lets an enterprise’s signer set their signing password, with a code to their own mobile', async () => {
    const signer = await seller.member(['ADMIN']);
    const waiting = async (): Promise<FlowId> => {
      const { flowId } = await startFlow(buyer.owner.client, template, {
        participantList: [as('乙方', signer, seller)],
        autoFill: 2,
        fillComponents: [{ componentKey: 'amount', componentValue: '一万元整' }],
      });
      await fillAll(signer, flowId, '上海市');
      await sign(buyer.owner, flowId);
      return flowId;
    };
    const flowId = await waiting();
    const session = await enterLink(app, await signLink(signer, flowId), signer);
    const visitor = bySession(signer, session);
    const password = { authType: 'pwd', signPwd: '975310' } as const;
    const act = { ...(await actOnPage(app, session, signer, flowId)), ...password };
    expect(await refusal(visitor, signContract, act)).toEqual([200, '1402', null]);
    const guessed = { ...act, newPwd: true, verifyCode: '000000' };
    expect(await refusal(visitor, signContract, guessed)).toEqual([200, '1401', 'CODE_ENDED']);
    await visitor.client.data(sendSmsVerifyCode, { mobile: signer.mobile, smsType: 'signPwd' });
    const verifyCode = await app.newestCode(signer.mobile);
    expect(await visitor.client.data(signContract, { ...act, newPwd: true, verifyCode })).toMatchObject({
      flowStatus: 3,
    });

    const next = { ...password, flowId: await waiting() };
    expect(await refusal(signer, signWish, { ...next, signPwd: signer.signPwd })).toEqual([
      200,
      '1402',
      null,
    ]);
    await signer.client.data(signWish, next);
  });

  test('lets a person set a password of their own, which no application can set and which binds only them', async () => {
    const person = await buyer.member();
    const signPwd = '864209';
    const pwd = { authType: 'pwd', signPwd } as const;
    const flowId = await personalFlow(person);
    const participantId = await participantOf(flowId, '个人');
    const setting = { ...pwd, flowId, newPwd: true };
    // An application that submits the person's code still cannot set it.
    await person.client.data(sendSmsVerifyCode, { mobile: person.mobile, smsType: 'signPwd' });
    const verifyCode = await app.newestCode(person.mobile);
    expect(await refusal(person, signWish, { ...setting, verifyCode })).toEqual([200, '1402', null]);

    const session = await enterLink(app, await signLink(buyer.owner, flowId, { participantId }), person);
    const visitor = bySession(person, session);
    const page = new Client(app.baseUrl, { cookie: session.cookie, linkSession: session.entered.session });
    const proofs = async () => (await page.post<SignPageView>('/pages/sign/view', {})).envelope.data.proofs;
    expect(await proofs()).toEqual(['sms', 'face']);
    const act = await actOnPage(app, session, person, flowId);
    for (const each of [signPwd, person.signPwd]) {
      const tried = { ...act, ...pwd, signPwd: each };
      expect(await refusal(visitor, signContract, tried)).toEqual([200, '1402', null]);
    }
    expect(await refusal(visitor, signContract, { ...act, ...setting, verifyCode: '000000' })).toEqual([
      200,
      '1401',
      'CODE_ENDED',
    ]);
    // A code requested by an application is not accepted on the page.
    expect(await refusal(visitor, signContract, { ...act, ...setting, verifyCode })).toEqual([
      200,
      '1401',
      'CODE_ENDED',
    ]);
    await visitor.client.data(sendSmsVerifyCode, { mobile: person.mobile, smsType: 'signPwd' });
    const own = { ...setting, verifyCode: await app.newestCode(person.mobile) };
    expect(await visitor.client.data(signContract, { ...act, ...own })).toMatchObject({
      signStatus: 3,
    });
    const afterwards = await personalFlow(person);
    const later = await enterLink(
      app,
      await signLink(buyer.owner, afterwards, { participantId: await participantOf(afterwards, '个人') }),
      person,
    );
    expect((await shownOnPage(app, later)).proofs).toEqual(['sms', 'pwd', 'face']);

    // From then on it applies when they sign as a person, but never when they act for an enterprise.
    const next = await personalFlow(person);
    expect(await refusal(person, signWish, { ...pwd, flowId: next, signPwd: person.signPwd })).toEqual([
      200,
      '1402',
      null,
    ]);
    await person.client.data(signWish, { ...pwd, flowId: next });
    const commands = await sealEverything(person, next);
    expect(await person.client.data(signContract, { flowId: next, signComponents: commands })).toMatchObject({
      signStatus: 3,
    });
    const { flowId: ofCorp } = await startFlow(person.client, personal, {
      participantList: [as('甲方', person, buyer), as('个人', clerk, null)],
    });
    expect(await refusal(person, signWish, { ...pwd, flowId: ofCorp })).toEqual([200, '1402', null]);
    await person.client.data(signWish, { ...pwd, flowId: ofCorp, signPwd: person.signPwd });
    const many = { ...pwd, flowIds: [ofCorp, await personalFlow(person)] };
    expect(await refusal(person, signWish, many)).toEqual([200, '1402', null]);
  });

  test('shows the contract to a new user, who can sign only after verification', async () => {
    const mobile = '13700137001';
    const { services, database } = app.app;
    const userId = await transact(database.db, (tx) =>
      ensureUser(tx, services.ids, mobile, services.clock.now()),
    );
    const newcomer: Person = { ...clerk, userId, mobile, realName: '新来的人' };
    const flowId = await personalFlow(newcomer);
    const participantId = await participantOf(flowId, '个人');
    const session = await enterLink(app, await signLink(buyer.owner, flowId, { participantId }), newcomer);
    const [file] = await session.client.data(contractInfo, { flowId });
    expect(file?.componentList).toHaveLength(2);
    const act = await actOnPage(app, session, newcomer, flowId);
    const verifyCode = await codeOnPage(app, session);
    const { envelope } = await session.client.post(signContract.path, {
      ...act,
      authType: 'sms',
      verifyCode,
    });
    expect(envelope).toMatchObject({ code: '403', reason: 'NOT_VERIFIED' });
  });

  test('hides the title of an encrypted contract until its person has entered', async () => {
    const flowId = await personalFlow(clerk, { encryptFlag: 1 });
    const participantId = await participantOf(flowId, '个人');
    const address = await signLink(buyer.owner, flowId, { participantId });
    expect((await openLink(app, address)).envelope.data).toMatchObject({ state: 'open', title: null });
    const session = await enterLink(app, address, clerk);
    expect((await session.client.data(contractTaskInfo, { flowId })).flowTitle).not.toBe('');
  });

  test('can be issued before the turn, and then waits for it', async () => {
    const flowId = await fillingFlow();
    const session = await enterLink(app, await signLink(seller.owner, flowId), seller.owner);
    const { waitForMeToDo } = (await session.client.data(contractTaskInfo, { flowId })).participantList.find(
      ({ psnId }) => psnId === seller.owner.userId,
    ) ?? { waitForMeToDo: null };
    expect(waitForMeToDo).toBe(true);
    const act = await actOnPage(app, session, seller.owner, flowId);
    expect((await session.client.post(signContract.path, act)).envelope.reason).toBe('FLOW_STATE');
    await fillAll(seller.owner, flowId, '上海市');
    await sign(buyer.owner, flowId);
    expect(await signBySession(seller.owner, session, flowId)).toMatchObject({ flowStatus: 3 });
  });

  test('ends with the flow, and at the deadline', async () => {
    const flowId = await signingFlow();
    const address = await signLink(seller.owner, flowId);
    const session = await enterLink(app, address, seller.owner);
    await buyer.owner.client.data(contractCancel, { flowId });
    expect((await session.client.post(contractInfo.path, { flowId })).status).toBe(410);
    expect((await tryEntering(app, address, '000000')).status).toBe(410);
  });
});

describe('links can be requested', () => {
  test('by the initiator for anybody: for the participant whose turn it is if none is named', async () => {
    const flowId = await personalFlow(clerk);
    const { flowStatus } = await taskInfo(buyer.owner, flowId);
    expect(flowStatus).toBe(2);
    // The initiator is a party too, so naming nobody selects the initiator.
    const own = await enterLink(app, await signLink(buyer.owner, flowId), buyer.owner);
    expect(own.entered.participantId).toBe(await participantOf(flowId, '甲方'));
  });

  test('by a participant only for themselves', async () => {
    const flowId = await signingFlow();
    const participantId = await participantOf(flowId, '甲方');
    expect(await refusal(seller.owner, getSignUrl, { flowId, participantId })).toEqual([
      403,
      '403',
      'PERMISSION_DENIED',
    ]);
    expect(await refusal(clerk, getSignUrl, { flowId })).toEqual([403, '403', 'PERMISSION_DENIED']);
    const stranger = await (await givenEnterprise(app)).member();
    expect(await refusal(stranger, getSignUrl, { flowId })).toEqual([404, '404', null]);
  });

  test('for nothing that is done, not assigned to the person, or in an ended flow', async () => {
    const flowId = await signingFlow();
    expect(await refusal(seller.owner, getFillUrl, { flowId })).toEqual([403, '403', 'FLOW_STATE']);
    await sign(buyer.owner, flowId);
    expect(
      await refusal(buyer.owner, getSignUrl, { flowId, participantId: await participantOf(flowId, '甲方') }),
    ).toEqual([403, '403', 'FLOW_STATE']);
    expect(await refusal(buyer.owner, getSignUrl, { flowId, participantId: 1 })).toEqual([
      400,
      '400',
      'INVALID_FIELD',
    ]);
    await buyer.owner.client.data(contractCancel, { flowId });
    expect(await refusal(seller.owner, getSignUrl, { flowId })).toEqual([403, '403', 'FLOW_STATE']);
  });

  test('only with a return address on the web', async () => {
    const flowId = await signingFlow();
    for (const returnUrl of [
      'javascript:alert(1)',
      'ftp://a.example',
      '//evil.example',
      'https://a@b.example',
      'https:// a',
      '%E0%A4%A',
    ]) {
      expect(await refusal(seller.owner, getSignUrl, { flowId, returnUrl })).toEqual([
        400,
        '400',
        'INVALID_FIELD',
      ]);
    }
  });
});

test('a link session has no access to lists', async () => {
  const flowId = await signingFlow();
  const session = await enterLink(app, await signLink(seller.owner, flowId), seller.owner);
  expect((await session.client.post(contractList.path, {})).envelope).toMatchObject({
    code: '403',
    reason: 'PERMISSION_DENIED',
  });
});
