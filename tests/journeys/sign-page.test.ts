import { contractExtend, getSignUrl, signContract } from '@cinnabar/api/operations/flows.js';
import { acceptanceOf, agreementsFor } from '@cinnabar/api/pages/agreements.js';
import type { SignPageOther, SignPageView } from '@cinnabar/api/pages/sign.js';
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
import { actOnPage, codeOnPage, shownOnPage, signOnPage } from '../support/sign-on-page.js';

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

async function participantOf(flowId: FlowId) {
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

/** The history's record of the newest signature. */
async function signedEvent(flowId: FlowId) {
  const rows = await app.app.database.db
    .selectFrom('flow_events')
    .select('canonical')
    .where('flow_id', '=', flowId)
    .where('kind', '=', 'signed')
    .orderBy('sequence', 'desc')
    .execute();
  return JSON.parse(rows[0]?.canonical ?? '{}').detail;
}

describe('the sign page', () => {
  test('one code signs several displayed contracts, each by an act of its own', async () => {
    const [flowId, second, third] = [await flowFor(guest), await flowFor(guest), await flowFor(guest)];
    const session = await enter(flowId, guest);
    const others = (await ask<readonly SignPageOther[]>(session, '/sign/others')).envelope.data;
    expect(others.map((other) => other.flowId).sort()).toEqual([second, third].sort());

    // The second is displayed on its own page; of the third the page knows only what to place.
    const [next, last] = [await enter(second, guest), await enter(third, guest)];
    const other = {
      ...(await actOnPage(app, next, guest, second)),
      participantId: await participantOf(second),
    };
    const act = await actOnPage(app, session, guest, flowId);
    const proof = { authType: 'sms', verifyCode: await codeOnPage(app, session, [flowId, second]) } as const;
    const unseen = {
      ...other,
      flowId: third,
      participantId: await participantOf(third),
      signComponents: await sealEverything(bySession(guest, last), third),
    };
    const guessed = await session.client.post(signContract.path, { ...act, ...proof, others: [unseen] });
    expect(guessed.envelope).toMatchObject({ code: '409', reason: 'CONTENT_CHANGED' });
    expect((await taskInfo(buyer.owner, flowId)).participantList[1]?.signStatus).toBe(2);

    // A request refused before the proof was examined has not consumed it.
    const { shown = '' } = other;
    const signed = await session.client.data(signContract, {
      ...act,
      ...proof,
      others: [{ ...other, shown }],
    });
    expect(signed).toMatchObject({ signStatus: 3, others: [{ flowId: second, code: '0', reason: null }] });
    for (const [each, signStatus] of [
      [flowId, 3],
      [second, 3],
      [third, 2],
    ] as const) {
      expect((await taskInfo(buyer.owner, each)).participantList[1]?.signStatus).toBe(signStatus);
    }
    const [mine, theirs] = [await signedEvent(flowId), await signedEvent(second)];
    expect(mine.intent.digest).not.toBe(theirs.intent.digest);
    expect(theirs.intent).toMatchObject({ shownBy: 'page', scope: 'commands' });
  });

  test('content that is no longer current is not signed, and the proof stays unused', async () => {
    const person = await seller.member();
    const flowId = await flowFor(person);
    const session = await enter(flowId, person);
    const act = await actOnPage(app, session, person, flowId);
    const proof = { authType: 'sms', verifyCode: await codeOnPage(app, session) } as const;
    const expireDate = '2027-01-31 12:00:00';
    await buyer.owner.client.data(contractExtend, { flowId, expireDate });
    const refused = await session.client.post(signContract.path, { ...act, ...proof });
    expect([refused.status, refused.envelope.reason]).toEqual([409, 'CONTENT_CHANGED']);
    const { shown } = await shownOnPage(app, session);
    expect(shown).not.toBe(act.shown);
    expect(await session.client.data(signContract, { ...act, ...proof, shown })).toMatchObject({
      signStatus: 3,
    });
  });

  test('an act in the page’s session names the digest of what was displayed', async () => {
    const person = await seller.member();
    const flowId = await flowFor(person);
    const session = await enter(flowId, person);
    const { shown: _shown, ...act } = await actOnPage(app, session, person, flowId);
    const { envelope } = await session.client.post(signContract.path, act);
    expect(envelope).toMatchObject({ code: '400', reason: 'INVALID_FIELD' });
    expect(envelope.msg).toContain('shown');
  });

  test('another person’s contract can be neither signed nor opened through one’s own link', async () => {
    const other = await seller.member();
    const person = await seller.member();
    const [flowId, foreign] = [await flowFor(person), await flowFor(other)];
    const session = await enter(flowId, person);
    const part = { flowId: foreign, participantId: await participantOf(foreign) };
    expect((await ask(session, '/sign/openOther', part)).envelope.code).toBe('404');
    const act = await actOnPage(app, session, person, flowId);
    const verifyCode = await codeOnPage(app, session);
    const others = [{ ...part, shown: act.shown, signComponents: [] }];
    const { envelope } = await session.client.post(signContract.path, {
      ...act,
      authType: 'sms',
      verifyCode,
      others,
    });
    expect(envelope.code).toBe('404');
    expect((await taskInfo(buyer.owner, flowId)).participantList[1]?.signStatus).toBe(2);
  });

  test('accepted agreements are named, and recorded in the history of the contract', async () => {
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
    expect(after.shown).toBe(before.shown);
  });

  test('placed marks are stored for their person until signing, and hidden from everybody else', async () => {
    const person = await seller.member();
    const flowId = await flowFor(person);
    const session = await enter(flowId, person);
    const draft = JSON.stringify([{ id: 'free 1', page: 1 }]);
    expect((await ask(session, '/sign/keepDraft', { draft })).envelope.code).toBe('0');
    const again = await enter(flowId, person);
    expect((await ask(again, '/sign/draft')).envelope.data).toEqual({ draft });
    await signOnPage(app, session, person, flowId);
    expect((await ask(again, '/sign/draft')).envelope.data).toEqual({ draft: null });
    expect((await ask(again, '/sign/keepDraft', { draft })).envelope.code).toBe('410');
  });

  test('page text for screen readers is available to the link’s person only', async () => {
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
