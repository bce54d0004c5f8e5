/** Automatic placement: the platform signs for members who have consented, only in flows of their own enterprise. */
import { memberDelete } from '@cinnabar/api/operations/members.js';
import {
  addSealAuthor,
  cancelSealAuthor,
  getSealAuthorList,
  getSealAuthorUrl,
  sealDelete,
} from '@cinnabar/api/operations/seals.js';
import { sendSmsVerifyCode } from '@cinnabar/api/operations/sms.js';
import { modifyTemplate, templateInfo } from '@cinnabar/api/operations/templates.js';
import type { AutomaticSealView } from '@cinnabar/api/pages/automatic.js';
import type { AuthorisationId } from '@cinnabar/api/schemas/seal-author.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { askedForAutomatic, switchedOn } from '../support/automatic-seal.js';
import { Client, type Wire } from '../support/client.js';
import { enterLink, type LinkSession, openLink } from '../support/enter-link.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  download,
  type FlowId,
  fillAll,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  sign,
  startFlow,
  taskInfo,
} from '../support/given-flow.js';
import { messagesTo } from '../support/messages-to.js';

let running: RunningApp;
let buyer: Enterprise;
let supplier: Enterprise;
let sealId: Awaited<ReturnType<typeof givenSeal>>;

beforeAll(async () => {
  running = await startApp();
  buyer = await givenEnterprise(running);
  supplier = await givenEnterprise(running);
  sealId = await givenSeal(buyer);
  await givenSeal(supplier);
});

afterAll(() => running.close());

const parties = [
  { flag: '甲方', mode: 3, area: true },
  { flag: '乙方', area: true },
] as const;

const signStatus = async (person: Person, flowId: FlowId, flag: string) => {
  const { participantList } = await taskInfo(person, flowId);
  return participantList.find(({ participantFlag }) => participantFlag === flag)?.signStatus;
};

/** Jobs run concurrently with requests: the seal is placed within seconds. */
const signedSoon = (person: Person, flowId: FlowId, flag: string) =>
  expect.poll(() => signStatus(person, flowId, flag), { timeout: 20_000, interval: 100 }).toBe(3);

const recordOf = async (authorisationId: AuthorisationId) =>
  (await buyer.owner.client.data(getSealAuthorList, { sealId, listPageSize: 100 })).find(
    ({ id }) => id === authorisationId,
  );

const standing = async (authorisationId: AuthorisationId) => {
  const record = await recordOf(authorisationId);
  return [record?.autoSign, record?.autoSignStatus];
};

/** A member and a template for which the operator has enabled automatic placement. */
async function switchedOnFor(template: GivenTemplate, clerk: Person): Promise<AuthorisationId> {
  const authorisationId = await askedForAutomatic(buyer, sealId, clerk, template);
  await switchedOn(running, authorisationId);
  return authorisationId;
}

/** Calls the endpoints of the pages with a session. */
const pages = (session: LinkSession) =>
  new Client(`${running.baseUrl}/pages`, { cookie: session.cookie, linkSession: session.entered.session });

const view = (page: Client, id?: AuthorisationId) =>
  page.post<Wire<AutomaticSealView>>('/automatic/view', id === undefined ? {} : { id });

async function want(page: Client, id?: AuthorisationId) {
  const { shown } = (await view(page, id)).envelope.data;
  const { status, envelope } = await page.post('/automatic/decide', { id, wanted: true, shown });
  return [status, envelope.reason ?? envelope.code];
}

const takeBack = async (page: Client, id?: AuthorisationId) =>
  (await page.post('/automatic/decide', { id, wanted: false })).envelope.code;

/** The page of getSealAuthorUrl, which the seal's manager opens with a code. */
async function managersPage(): Promise<LinkSession> {
  return enterLink(running, await buyer.owner.client.data(getSealAuthorUrl, {}), buyer.owner);
}

/** The newest link about a seal sent to the member. */
async function addressSentTo({ mobile }: Person): Promise<string> {
  const asked = async () =>
    (await messagesTo(running.baseUrl, mobile)).findLast(({ text }) => text.includes('自动落章'));
  await expect.poll(asked, { timeout: 20_000 }).toBeDefined();
  return /https?:\S+\/l\/\S+/.exec((await asked())?.text ?? '')?.[0] ?? '';
}

const membersPage = async (member: Person) =>
  pages(await enterLink(running, await addressSentTo(member), member));

async function startedBy(clerk: Person, template: GivenTemplate): Promise<FlowId> {
  const { flowId } = await startFlow(clerk.client, template, {
    participantList: [as('甲方', clerk, buyer), as('乙方', supplier.owner, supplier)],
  });
  return flowId;
}

/** Longer than the platform would have needed. */
async function staysUnsigned(clerk: Person, flowId: FlowId): Promise<void> {
  await running.advance(0);
  expect(await signStatus(clerk, flowId, '甲方')).toBe(2);
}

describe('consents to automatic placement', () => {
  it('an application alone cannot enable it: manager and member are each asked on a page of their own', async () => {
    const [template, clerk] = [await givenTemplate(buyer.owner.client, { parties }), await buyer.member()];
    const id = await askedForAutomatic(buyer, sealId, clerk, template);
    expect(await standing(id)).toEqual([0, 'awaitingManager']);
    await staysUnsigned(clerk, await startedBy(clerk, template));

    const manager = pages(await managersPage());
    expect((await view(manager, id)).envelope.data).toMatchObject({
      memberName: clerk.realName,
      status: 'awaitingManager',
      manager: null,
      templates: [
        { templateId: template.templateId, files: [{ pages: [expect.any(String), expect.any(String)] }] },
      ],
    });
    expect(await want(manager, id)).toEqual([200, '0']);
    expect(await standing(id)).toEqual([0, 'awaitingMember']);
    await staysUnsigned(clerk, await startedBy(clerk, template));

    const member = await membersPage(clerk);
    expect((await view(member)).envelope.data).toMatchObject({
      corpName: buyer.corpName,
      memberName: clerk.realName,
      manager: buyer.owner.realName,
      status: 'awaitingMember',
    });
    expect(await want(member)).toEqual([200, '0']);
    expect(await standing(id)).toEqual([1, 'inForce']);
    const flowId = await startedBy(clerk, template);
    await signedSoon(clerk, flowId, '甲方');
  });

  it('the manager may consent in addSealAuthor with a code to their mobile; a password is no consent', async () => {
    const [template, clerk] = [await givenTemplate(buyer.owner.client, { parties }), await buyer.member()];
    const { owner } = buyer;
    const body = {
      sealId,
      authorMemberRange: 1,
      userIdList: [{ userId: clerk.userId }],
      authorRole: 'SEAL_USER',
      authorRange: 1,
      templatesList: [{ templateId: template.templateId }],
      autoSign: 1,
    };
    const byPassword = { ...body, authType: 'pwd', signPwd: owner.signPwd };
    expect((await owner.client.post(addSealAuthor.path, byPassword)).envelope.code).toBe('400');
    await owner.client.data(sendSmsVerifyCode, { mobile: owner.mobile, smsType: 'sign', sealId });
    const wrong = { ...body, authType: 'sms', verifyCode: 'x' };
    expect((await owner.client.post(addSealAuthor.path, wrong)).envelope.code).toBe('1401');
    const verifyCode = await running.newestCode(owner.mobile);
    const id = await askedForAutomatic(buyer, sealId, clerk, template, { authType: 'sms', verifyCode });
    expect(await standing(id)).toEqual([0, 'awaitingMember']);
    expect(await want(await membersPage(clerk))).toEqual([200, '0']);
    expect(await standing(id)).toEqual([1, 'inForce']);
  });

  it('authorising on the page of the seal’s manager counts as consent, and only the member is asked', async () => {
    const [template, clerk] = [await givenTemplate(buyer.owner.client, { parties }), await buyer.member()];
    const { client } = await managersPage();
    await client.data(addSealAuthor, {
      sealId,
      authorMemberRange: 1,
      userIdList: [{ userId: clerk.userId }],
      authorRole: 'SEAL_USER',
      authorRange: 1,
      templatesList: [{ templateId: template.templateId }],
      autoSign: 1,
    });
    const [record] = await buyer.owner.client.data(getSealAuthorList, { sealId });
    expect(record).toMatchObject({ userId: clerk.userId, autoSign: 0, autoSignStatus: 'awaitingMember' });
  });

  it('cannot be given for all contracts', async () => {
    const clerk = await buyer.member();
    const { envelope } = await buyer.owner.client.post(addSealAuthor.path, {
      sealId,
      authorMemberRange: 1,
      userIdList: [{ userId: clerk.userId }],
      authorRole: 'SEAL_USER',
      authorRange: 0,
      autoSign: 1,
    });
    expect([envelope.code, envelope.reason]).toEqual(['400', 'INVALID_FIELD']);
    expect(envelope.msg).toContain('authorRange');
  });

  it('either side can withdraw at any time; both are then asked again', async () => {
    const [template, clerk] = [await givenTemplate(buyer.owner.client, { parties }), await buyer.member()];
    const id = await askedForAutomatic(buyer, sealId, clerk, template);
    const manager = pages(await managersPage());
    await want(manager, id);
    const member = await membersPage(clerk);
    await want(member);
    expect(await takeBack(member)).toBe('0');
    expect(await standing(id)).toEqual([0, 'none']);
    await staysUnsigned(clerk, await startedBy(clerk, template));
    // The member alone cannot restore it either.
    expect(await want(member)).toEqual([409, 'TEMPLATE_CHANGED']);
    expect(await want(manager, id)).toEqual([200, '0']);
    expect(await standing(id)).toEqual([0, 'awaitingMember']);
    expect(await want(member)).toEqual([200, '0']);
    expect(await takeBack(manager, id)).toBe('0');
    expect(await standing(id)).toEqual([0, 'none']);
    const { db } = running.app.database;
    const trail = await db
      .selectFrom('auto_sign_consents')
      .select(['side', 'wanted'])
      .where('authorisation_id', '=', id)
      .orderBy('created_at')
      .execute();
    expect(trail.map(({ side, wanted }) => `${wanted ? '+' : '-'}${side}`)).toEqual([
      '+manager',
      '+member',
      '-member',
      '+manager',
      '+member',
      '-manager',
    ]);
    await expect(db.deleteFrom('auto_sign_consents').execute()).rejects.toThrow('never changed');
  });

  it('cover the displayed template: after a change both are asked again, and earlier contracts are signed manually', async () => {
    const { owner } = buyer;
    const [template, clerk] = [
      await givenTemplate(owner.client, {
        parties: [
          { flag: '甲方', mode: 3, signOrder: 2, area: true },
          { flag: '乙方', signOrder: 1, area: true },
        ],
      }),
      await buyer.member(),
    ];
    const id = await askedForAutomatic(buyer, sealId, clerk, template);
    const manager = pages(await managersPage());
    await want(manager, id);
    const member = await membersPage(clerk);
    const { shown } = (await view(member)).envelope.data;
    await want(member);
    const before = await startedBy(clerk, template);
    const info = await owner.client.data(templateInfo, {
      templateId: template.templateId,
      templateType: '1',
    });
    const { templateId } = template;
    await owner.client.data(modifyTemplate, { ...info, templateId, templateName: '换了内容的模板' });
    expect(await standing(id)).toEqual([0, 'awaitingManager']);
    await sign(supplier.owner, before);
    await staysUnsigned(clerk, before);
    // Neither may consent to what was displayed before.
    const stale = await member.post('/automatic/decide', { wanted: true, shown });
    expect([stale.status, stale.envelope.reason]).toEqual([409, 'TEMPLATE_CHANGED']);
    expect(await want(manager, id)).toEqual([200, '0']);
    expect(await want(member)).toEqual([200, '0']);
    expect(await standing(id)).toEqual([1, 'inForce']);
    await staysUnsigned(clerk, before);
    const after = await startedBy(clerk, template);
    await sign(supplier.owner, after);
    await signedSoon(clerk, after, '甲方');
  });

  it('cannot be given by another person with the member’s link, nor by a former member', async () => {
    const [template, clerk] = [await givenTemplate(buyer.owner.client, { parties }), await buyer.member()];
    const id = await askedForAutomatic(buyer, sealId, clerk, template);
    await want(pages(await managersPage()), id);
    const address = await addressSentTo(clerk);
    const session = await enterLink(running, address, clerk);
    // The link opens nothing else, and no other record.
    expect((await session.client.post(getSealAuthorList.path, { sealId })).status).toBe(403);
    const other = await askedForAutomatic(buyer, sealId, await buyer.member(), template);
    expect((await view(pages(session), other)).envelope.data.id).toBe(id);
    await buyer.owner.client.data(memberDelete, { userId: clerk.userId });
    expect((await openLink(running, address)).envelope.data.state).toBe('ended');
    expect((await view(pages(session))).status).toBe(410);
  });

  it('cannot be given after the record was withdrawn', async () => {
    const [template, clerk] = [await givenTemplate(buyer.owner.client, { parties }), await buyer.member()];
    const id = await switchedOnFor(template, clerk);
    const plain = await buyer.member();
    expect((await plain.client.call(cancelSealAuthor, { id })).envelope.reason).toBe('PERMISSION_DENIED');
    expect((await supplier.owner.client.call(cancelSealAuthor, { id })).status).toBe(404);
    expect(await recordOf(id)).toMatchObject({ status: 1, autoSign: 1 });
    await buyer.owner.client.data(cancelSealAuthor, { id });
    expect(await recordOf(id)).toMatchObject({ status: 4 });
    await staysUnsigned(clerk, await startedBy(clerk, template));
    expect((await buyer.owner.client.call(cancelSealAuthor, { id })).envelope.code).toBe('200');
    // The same authorisation can be granted again.
    await askedForAutomatic(buyer, sealId, clerk, template);
  });
});

describe('a seal placed automatically', () => {
  it('is placed at the member’s turn, and the history names the authorisation and both consents', async () => {
    const [template, clerk] = [await givenTemplate(buyer.owner.client, { parties }), await buyer.member()];
    const id = await askedForAutomatic(buyer, sealId, clerk, template);
    await want(pages(await managersPage()), id);
    await want(await membersPage(clerk));
    const flowId = await startedBy(clerk, template);
    await signedSoon(clerk, flowId, '甲方');
    expect(await sign(supplier.owner, flowId)).toMatchObject({ flowStatus: 3 });
    await download(clerk, flowId);
    const { db } = running.app.database;
    const event = await db
      .selectFrom('flow_events')
      .select('canonical')
      .where('flow_id', '=', flowId)
      .where('kind', '=', 'signed')
      .orderBy('sequence')
      .executeTakeFirstOrThrow();
    const { detail }: { detail: unknown } = JSON.parse(event.canonical);
    expect(detail).toMatchObject({
      intent: null,
      authorisation: id,
      consents: {
        manager: {
          userId: buyer.owner.userId,
          channel: 'page',
          templates: { [template.templateId]: expect.any(String) },
        },
        member: {
          userId: clerk.userId,
          channel: 'page',
          templates: { [template.templateId]: expect.any(String) },
        },
      },
    });
  });

  it('waits for the turn: after filling, and after earlier signers', async () => {
    const template = await givenTemplate(buyer.owner.client, {
      parties: [
        { flag: '甲方', mode: 3, signOrder: 2, area: true },
        { flag: '乙方', signOrder: 1, area: true, controls: ['address'] },
      ],
    });
    const clerk = await buyer.member();
    await switchedOnFor(template, clerk);
    const flowId = await startedBy(clerk, template);
    await fillAll(supplier.owner, flowId, '上海市');
    await staysUnsigned(clerk, flowId);
    await sign(supplier.owner, flowId);
    await signedSoon(clerk, flowId, '甲方');
    expect(await taskInfo(clerk, flowId)).toMatchObject({ flowStatus: 3 });
  });

  it('is never placed in another enterprise’s flow, or without a signature area', async () => {
    const clerk = await buyer.member();
    const theirs = await givenTemplate(supplier.owner.client, { parties });
    const foreign = await startFlow(supplier.owner.client, theirs, {
      participantList: [as('甲方', supplier.owner, supplier), as('乙方', clerk, buyer)],
    });
    await sign(supplier.owner, foreign.flowId);
    const free = await givenTemplate(buyer.owner.client, { parties: [{ flag: '甲方', mode: 3 }] });
    await switchedOnFor(free, clerk);
    const unplaced = await startFlow(clerk.client, free, { participantList: [as('甲方', clerk, buyer)] });
    await running.advance(0);
    expect(await signStatus(clerk, foreign.flowId, '乙方')).toBe(2);
    expect(await signStatus(clerk, unplaced.flowId, '甲方')).toBe(2);
  });

  it('cannot be deleted while such a turn is pending', async () => {
    const template = await givenTemplate(buyer.owner.client, {
      parties: [
        { flag: '甲方', mode: 3, signOrder: 2, area: true },
        { flag: '乙方', signOrder: 1, area: true },
      ],
    });
    const clerk = await buyer.member();
    await switchedOnFor(template, clerk);
    await startedBy(clerk, template);
    const { envelope } = await buyer.owner.client.call(sealDelete, { sealId });
    expect(envelope.code).toBe('SEAL_DELETE_FAILED');
  });
});
