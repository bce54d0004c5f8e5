import { getSignUrl, signContract } from '@cinnabar/api/flows.js';
import { acceptanceOf, agreementsFor } from '@cinnabar/api/pages/agreements.js';
import type { SignPageOpened, SignPageOther, SignPageView } from '@cinnabar/api/pages/sign.js';
import { sendSmsVerifyCode } from '@cinnabar/api/sms.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Answered, Client } from '../support/client.js';
import { bySession, enterLink, type LinkSession } from '../support/enter-link.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  type FlowId,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  sealEverything,
  startFlow,
  taskInfo,
} from '../support/given-flow.js';

let app: RunningApp;
let buyer: Enterprise;
let seller: Enterprise;
let guest: Person;
let template: GivenTemplate;

beforeAll(async () => {
  app = await startApp();
  buyer = await givenEnterprise(app);
  seller = await givenEnterprise(app);
  await givenSeal(buyer);
  guest = await seller.member();
  template = await givenTemplate(buyer.owner.client, {
    parties: [
      { flag: '甲方', mode: 3, signOrder: 2, area: true },
      { flag: '个人', type: 0, signOrder: 1, area: true },
    ],
  });
});
afterAll(() => app.close());

async function flowFor(person: Person): Promise<FlowId> {
  const { flowId } = await startFlow(buyer.owner.client, template, {
    participantList: [as('个人', person, null)],
  });
  return flowId;
}

async function participantOf(flowId: FlowId): Promise<number> {
  const { participantList } = await taskInfo(buyer.owner, flowId);
  const found = participantList.find(({ participantFlag }) => participantFlag === '个人');
  if (found === undefined) throw new Error('no participant');
  return found.participantId;
}

async function enter(flowId: FlowId, person: Person): Promise<LinkSession> {
  const participantId = await participantOf(flowId);
  const { envelope } = await buyer.owner.client.post<string>(getSignUrl.path, { flowId, participantId });
  return enterLink(app, envelope.data, person);
}

function ask<Data>({ client }: LinkSession, path: string, body: object = {}): Promise<Answered<Data>> {
  return new Client(`${app.baseUrl}/pages`, client.headers).post<Data>(path, body);
}

describe('the sign page', () => {
  test('one code is the intent for several contracts, and each is signed by an act of its own', async () => {
    const [flowId, second, third] = [await flowFor(guest), await flowFor(guest), await flowFor(guest)];
    const session = await enter(flowId, guest);
    const others = (await ask<readonly SignPageOther[]>(session, '/sign/others')).envelope.data;
    expect(others.map((other) => other.flowId).sort()).toEqual([second, third].sort());

    await session.client.data(sendSmsVerifyCode, { mobile: guest.mobile, smsType: 'sign' });
    const confirmed = await ask(session, '/sign/confirm', {
      others: [{ flowId: second, participantId: await participantOf(second) }],
      authType: 'sms',
      verifyCode: await app.newestCode(guest.mobile),
    });
    expect(confirmed.envelope.code).toBe('0');

    const signComponents = await sealEverything(bySession(guest, session), flowId);
    await session.client.data(signContract, { flowId, signComponents });
    const opened = await ask<SignPageOpened>(session, '/sign/openOther', {
      flowId: second,
      participantId: await participantOf(second),
    });
    expect(opened.envelope.data.address).toMatch(new RegExp(`^/sign/${second}\\?p=\\d+&l=\\d+$`));
    expect(opened.headers.get('set-cookie')).toMatch(/link_\d+=/);

    const next = await enter(second, guest);
    const view = (await ask<SignPageView>(next, '/sign/view')).envelope.data;
    expect(view.hasIntent).toBe(true);
    await next.client.data(signContract, {
      flowId: second,
      signComponents: await sealEverything(bySession(guest, next), second),
    });
    // The third was not ticked.
    const last = await enter(third, guest);
    expect((await ask<SignPageView>(last, '/sign/view')).envelope.data.hasIntent).toBe(false);
    const refused = await last.client.post(signContract.path, {
      flowId: third,
      signComponents: await sealEverything(bySession(guest, last), third),
    });
    expect(refused.envelope.reason).toBe('WISH_REQUIRED');
  });

  test('somebody else’s contract is neither confirmed nor opened by one’s own link', async () => {
    const other = await seller.member();
    const [flowId, foreign] = [await flowFor(guest), await flowFor(other)];
    const session = await enter(flowId, guest);
    const part = { flowId: foreign, participantId: await participantOf(foreign) };
    expect((await ask(session, '/sign/openOther', part)).envelope.code).toBe('404');
    await session.client.data(sendSmsVerifyCode, { mobile: guest.mobile, smsType: 'sign' });
    const verifyCode = await app.newestCode(guest.mobile);
    const wish = { others: [part], authType: 'sms', verifyCode };
    expect((await ask(session, '/sign/confirm', wish)).envelope.code).toBe('404');
    const view = (await ask<SignPageView>(session, '/sign/view')).envelope.data;
    expect(view.hasIntent).toBe(false);
  });

  test('what is agreed to is known by name, and stands in the history of the contract', async () => {
    const person = await seller.member();
    const session = await enter(await flowFor(person), person);
    const before = (await ask<SignPageView>(session, '/sign/view')).envelope.data;
    expect(before.agreements).toEqual([
      { name: 'electronicSignature', accepted: false },
      { name: 'certificateRequest', accepted: false },
    ]);
    await ask(session, '/consents/accept', { accepted: acceptanceOf(agreementsFor.sign) });
    const after = (await ask<SignPageView>(session, '/sign/view')).envelope.data;
    expect(after.agreements.every(({ accepted }) => accepted)).toBe(true);
    expect(after.revision).toBeGreaterThan(before.revision);
    expect(after.textVersion).toBe(before.textVersion);
  });

  test('what is placed is kept for its person until it is signed, and read by nobody else', async () => {
    const person = await seller.member();
    const flowId = await flowFor(person);
    const session = await enter(flowId, person);
    const draft = JSON.stringify([{ id: 'free 1', page: 1 }]);
    expect((await ask(session, '/sign/keepDraft', { draft })).envelope.code).toBe('0');
    const again = await enter(flowId, person);
    expect((await ask(again, '/sign/draft')).envelope.data).toEqual({ draft });
    await session.client.data(sendSmsVerifyCode, { mobile: person.mobile, smsType: 'sign' });
    await session.client.data(signContract, {
      flowId,
      signComponents: await sealEverything(bySession(person, session), flowId),
      authType: 'sms',
      verifyCode: await app.newestCode(person.mobile),
    });
    expect((await ask(again, '/sign/draft')).envelope.data).toEqual({ draft: null });
    expect((await ask(again, '/sign/keepDraft', { draft })).envelope.code).toBe('410');
  });

  test('reads a page aloud to whoever has the link, and to nobody else', async () => {
    const person = await seller.member();
    const session = await enter(await flowFor(person), person);
    const [file] = (await ask<SignPageView>(session, '/sign/view')).envelope.data.files;
    const read = await ask<{ readonly paragraphs: readonly string[] }>(session, '/text', {
      fileId: file?.fileId,
      page: 1,
    });
    expect(read.envelope.data.paragraphs.join(' ')).toContain('Purchase contract, page 1 of 2');
    expect((await ask(session, '/text', { fileId: file?.fileId, page: 3 })).envelope.code).toBe('404');
    const foreign = await enter(await flowFor(guest), guest);
    expect((await ask(foreign, '/text', { fileId: file?.fileId, page: 1 })).envelope.code).toBe('404');
  });
});
