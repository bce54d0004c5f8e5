import { baseInfo } from '@cinnabar/api/operations/enterprise.js';
import {
  contractCancel,
  contractList,
  fillSignForm,
  signContract,
  signWish,
  startSignFlow,
} from '@cinnabar/api/operations/flows.js';
import {
  accessAuth,
  getPersonalAuthUrl,
  infoByCorpId,
  infoByMobileOrName,
  memberAuth,
  memberCreate,
  memberDelete,
} from '@cinnabar/api/operations/members.js';
import { createSealByTemplate, getSealAuthorUrl, getSealListByPage } from '@cinnabar/api/operations/seals.js';
import { sendSmsVerifyCode } from '@cinnabar/api/operations/sms.js';
import {
  addTemplate,
  getTemplateUrl,
  templateDelete,
  templateInfo,
  templateList,
  updateStatus,
} from '@cinnabar/api/operations/templates.js';
import { acceptanceOf, agreementsFor } from '@cinnabar/api/pages/agreements.js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { bySession, enterLink, openLink, tokenOf, tryEntering } from '../support/enter-link.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  fillAll,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  sealEverything,
  startFlow,
} from '../support/given-flow.js';
import { messagesTo } from '../support/messages-to.js';

let app: RunningApp;
let home: Enterprise;
let partner: Enterprise;
let template: GivenTemplate;
let mobiles = 13_600_000_000;

beforeAll(async () => {
  app = await startApp();
  home = await givenEnterprise(app);
  partner = await givenEnterprise(app);
  await givenSeal(home);
  template = await givenTemplate(home.owner.client);
});
afterAll(() => app.close());

/** A member of the enterprise, verified or not. */
async function listed(mobile = String(++mobiles)) {
  const input = { userName: '被邀请的人', mobile, jobNum: '7' };
  const member = await home.owner.client.data(memberCreate, input);
  return { ...member, client: home.client.with({ userId: String(member.userId) }) };
}

/** Messages are sent by a job, for which a busy machine may take longer than vitest's second. */
const SENT = { timeout: 30_000 };

/** The link in the text message by which the enterprise invites the person. */
function invitationTo(mobile: string): Promise<string> {
  return vi.waitFor(async () => {
    const { text } = (await messagesTo(app.baseUrl, mobile)).at(-1) ?? { text: '' };
    expect(text).toContain(home.corpName);
    return /https?:\S+/.exec(text)?.[0] ?? '';
  }, SENT);
}

async function refusal(person: Pick<Person, 'client'>, operation: { readonly path: string }, body: unknown) {
  const { status, envelope } = await person.client.post(operation.path, body);
  return [status, envelope.code, envelope.reason ?? null];
}

const denied = [403, '403', 'PERMISSION_DENIED'];

describe('a verification link', () => {
  const info = { realName: '钱自证', identNum: '11010519491231002X', signPwd: '135791' };

  test('lets its person enter name, number and password, once', async () => {
    const somebody = await listed();
    const address = await somebody.client.data(getPersonalAuthUrl, {});
    const session = await enterLink(app, address, somebody);
    expect(session.entered).toMatchObject({ kind: 'personalAuth', userId: somebody.userId });
    expect(await refusal(session, memberAuth, { ...info, identNum: '110105194912000000' })).toEqual([
      200,
      'AUTH_INFO_INVALID',
      null,
    ]);
    await session.client.data(memberAuth, info);
    const [member] = await home.owner.client.data(infoByCorpId, { userId: somebody.userId });
    expect(member).toMatchObject({ realName: '钱自证', realNameStatus: 1 });

    expect((await session.client.post(memberAuth.path, info)).status).toBe(410);
    expect((await openLink(app, address)).envelope.data.state).toBe('ended');
    expect(await refusal(somebody, getPersonalAuthUrl, {})).toEqual([
      200,
      'USER_ALREADY_AUTHENTICATED',
      null,
    ]);
  });

  test('expires after 30 minutes', async () => {
    const somebody = await listed();
    const address = await somebody.client.data(getPersonalAuthUrl, {});
    await app.advance(30 * 60);
    expect((await openLink(app, address)).envelope.data.state).toBe('expired');
    expect((await tryEntering(app, address, '000000')).status).toBe(410);
  });
});

describe('an invitation', () => {
  test('is sent by text message with a link that only its recipient can accept', async () => {
    const somebody = await partner.member();
    const invited = await listed(somebody.mobile);
    expect(invited).toMatchObject({ realName: null, realNameStatus: 0 });
    const address = await invitationTo(somebody.mobile);
    expect((await openLink(app, address)).envelope.data).toMatchObject({
      kind: 'invitation',
      state: 'open',
      corpName: home.corpName,
    });
    expect(await refusal(invited, baseInfo, {})).toEqual([403, '403', 'NOT_MEMBER']);

    const session = await enterLink(app, address, somebody);
    const silent = await app.post('/pages/membership/confirm', {}, session.client.headers);
    expect(silent.envelope).toMatchObject({ code: '400', msg: expect.stringContaining('accepted') });
    const body = { accepted: acceptanceOf(agreementsFor.confirmMembership) };
    const confirmed = await app.post('/pages/membership/confirm', body, session.client.headers);
    expect(confirmed.envelope).toMatchObject({ code: '0', data: {} });
    const [member] = await home.owner.client.data(infoByCorpId, { userId: invited.userId });
    expect(member).toMatchObject({ realName: somebody.realName, realNameStatus: 1 });
    expect((await invited.client.data(baseInfo, {})).corpName).toBe(home.corpName);
    expect((await app.post('/pages/membership/confirm', {}, session.client.headers)).status).toBe(410);
  });

  test('ends with the membership, and a new membership does not restore the old link', async () => {
    const somebody = await partner.member();
    const invited = await listed(somebody.mobile);
    const address = await invitationTo(somebody.mobile);
    await home.owner.client.data(memberDelete, { userId: invited.userId });
    expect((await openLink(app, address)).envelope.data.state).toBe('ended');
    await listed(somebody.mobile);
    expect((await openLink(app, address)).envelope.data.state).toBe('withdrawn');
  });

  test('permits nothing else', async () => {
    const somebody = await partner.member();
    await listed(somebody.mobile);
    const session = await enterLink(app, await invitationTo(somebody.mobile), somebody);
    expect(await refusal(session, baseInfo, {})).toEqual(denied);
  });
});

describe('an access link', () => {
  test('opens the pages as a member once, within five minutes', async () => {
    const clerk = await home.member();
    const address = await home.owner.client.data(accessAuth, { userId: clerk.userId });
    expect((await openLink(app, address)).envelope.data).toMatchObject({ kind: 'access', entry: 'once' });
    expect((await app.post('/pages/link/sendCode', { token: tokenOf(address) })).status).toBe(403);
    const session = await enterLink(app, address);
    expect((await session.client.data(baseInfo, {})).corpName).toBe(home.corpName);
    expect((await tryEntering(app, address)).status).toBe(410);
    expect((await openLink(app, address)).envelope.data.state).toBe('expired');
    const late = await home.owner.client.data(accessAuth, { userId: clerk.userId });
    await app.advance(5 * 60);
    expect((await tryEntering(app, late)).status).toBe(410);
  });

  test('permits viewing, starting and filling', async () => {
    const clerk = await home.member();
    const session = await enterLink(app, await home.owner.client.data(accessAuth, { userId: clerk.userId }));
    const { flowId } = await startFlow(session.client, template, {
      participantList: [as('乙方', partner.owner, partner)],
    });
    const [listedFlow] = await session.client.data(contractList, { docQueryType: 2 });
    expect(listedFlow).toMatchObject({ flowId, initiatorId: clerk.userId });
    expect(await fillAll(bySession(clerk, session), flowId, '一万元整')).toBe(1);
    expect(await refusal(session, contractCancel, { flowId })).toEqual(denied);
    expect(await refusal(session, memberAuth, {})).not.toEqual([200, '200', null]);
  });

  test('permits signing only with the member’s own code or face', async () => {
    const admin = await home.member(['SEAL_ADMIN']);
    const address = await home.owner.client.data(accessAuth, { userId: admin.userId });
    const session = await enterLink(app, address);
    const { flowId } = await startFlow(session.client, template, {
      participantList: [as('甲方', admin, home), as('乙方', partner.owner, partner)],
      autoFill: 2,
      fillComponents: [{ componentKey: 'amount', componentValue: '一万元整' }],
    });
    await fillAll(partner.owner, flowId, '上海市');
    const byPassword = { flowId, authType: 'pwd', signPwd: admin.signPwd };
    expect(await refusal(session, signWish, byPassword)).toEqual(denied);
    const signComponents = await sealEverything(bySession(admin, session), flowId);
    expect(await refusal(session, signContract, { ...byPassword, signComponents })).toEqual(denied);
    expect(await refusal(session, signContract, { flowId, signComponents })).toEqual([
      403,
      '403',
      'WISH_REQUIRED',
    ]);
    const elsewhere = { mobile: home.owner.mobile, smsType: 'sign' };
    expect(await refusal(session, sendSmsVerifyCode, elsewhere)).toEqual(denied);
    await session.client.data(sendSmsVerifyCode, { mobile: admin.mobile, smsType: 'sign' });
    const verifyCode = await app.newestCode(admin.mobile);
    await session.client.data(signWish, { flowId, authType: 'sms', verifyCode });
    expect(await session.client.data(signContract, { flowId, signComponents })).toMatchObject({
      signStatus: 3,
    });
  });

  test('is not issued for members with more rights than one’s own, nor for those who have not accepted', async () => {
    const admin = await home.member(['ADMIN']);
    const keeper = await home.member(['MEMBER_ADMIN']);
    const sealer = await home.member(['SEAL_ADMIN']);
    const clerk = await home.member();
    const of = (person: { readonly userId: number }) => ({ userId: person.userId });
    expect(await refusal(admin, accessAuth, of(home.owner))).toEqual(denied);
    expect(await refusal(keeper, accessAuth, of(admin))).toEqual(denied);
    expect(await refusal(keeper, accessAuth, of(sealer))).toEqual(denied);
    expect(await refusal(clerk, accessAuth, of(clerk))).toEqual(denied);
    expect(await refusal(keeper, accessAuth, of(clerk))).toEqual([200, '200', null]);
    expect(await refusal(admin, accessAuth, of(sealer))).toEqual([200, '200', null]);
    const invited = await listed((await partner.member()).mobile);
    expect(await refusal(keeper, accessAuth, of(invited))).toEqual([403, '403', 'NOT_MEMBER']);
  });
});

describe('deleting a member', () => {
  test('ends their sessions and roles; their id is kept, and lists no longer find them', async () => {
    const leaver = await home.member(['SEAL_ADMIN']);
    const session = await enterLink(app, await leaver.client.data(getSealAuthorUrl, {}), leaver);
    await session.client.data(getSealListByPage, {});
    await home.owner.client.data(memberDelete, { userId: leaver.userId });
    expect((await session.client.post(getSealListByPage.path, {})).status).toBe(410);
    expect(await refusal(leaver, baseInfo, {})).toEqual([403, '403', 'NOT_MEMBER']);
    const [known] = await home.owner.client.data(infoByCorpId, { mobile: leaver.mobile });
    expect(known).toMatchObject({ userId: leaver.userId, userStatus: 1 });
    expect(await home.owner.client.data(infoByMobileOrName, { paramString: leaver.mobile })).toEqual([]);
    expect(await refusal(home.owner, memberDelete, { userId: leaver.userId })).toEqual([
      200,
      'MEMBER_NOT_FOUND',
      null,
    ]);

    const back = await listed(leaver.mobile);
    expect(back).toMatchObject({ userId: leaver.userId, userStatus: 0 });
    expect((await session.client.post(getSealListByPage.path, {})).status).toBe(410);
    // Invited again, they act for the enterprise only after they accept.
    expect(await refusal(leaver, createSealByTemplate, createSealByTemplate.example)).toEqual([
      403,
      '403',
      'NOT_MEMBER',
    ]);
  });

  test('is refused while contracts wait for them, and the refusal names five of them', async () => {
    const signer = await home.member();
    const codes: string[] = [];
    for (let number = 0; number < 6; number += 1) {
      const { flowCode } = await startFlow(home.owner.client, template, {
        templateName: `合同${number}`,
        participantList: [as('甲方', signer, home), as('乙方', partner.owner, partner)],
        ...(number === 0 ? { privaryFlag: 1 as const } : {}),
      });
      codes.push(flowCode);
    }
    const { envelope } = await home.owner.client.post(memberDelete.path, { userId: signer.userId });
    expect(envelope.code).toBe('MEMBER_DELETE_FAILED');
    const [secret = '', second = '', third = '', fourth = '', fifth = '', sixth = ''] = codes;
    for (const code of [secret, second, third, fourth, fifth]) expect(envelope.msg).toContain(code);
    expect(envelope.msg).not.toContain(sixth);
    expect(envelope.msg).toContain('《合同1》');
    // A confidential contract is named by its id, which reveals nothing.
    expect(envelope.msg).not.toContain('合同0');
  });

  test('is refused for the owner and for oneself', async () => {
    const admin = await home.member(['ADMIN']);
    const failed = [200, 'MEMBER_DELETE_FAILED', null];
    expect(await refusal(admin, memberDelete, { userId: home.owner.userId })).toEqual(failed);
    expect(await refusal(admin, memberDelete, { userId: admin.userId })).toEqual(failed);
  });

  test('is refused while they have to sign for themselves in a contract of the enterprise, but not of others', async () => {
    const parties = [
      { flag: '甲方', mode: 3, signOrder: 2, area: true },
      { flag: '个人', type: 0, signOrder: 1, area: true },
    ] as const;
    const elsewhere = await givenEnterprise(app);
    const [here, there] = [home, elsewhere];
    const signer = await home.member();
    const foreign = await givenTemplate(there.owner.client, { parties });
    await startFlow(there.owner.client, foreign, { participantList: [as('个人', signer, null)] });
    const own = await givenTemplate(here.owner.client, { parties });
    const { flowId, flowCode } = await startFlow(here.owner.client, own, {
      participantList: [as('个人', signer, null)],
    });
    const { userId } = signer;
    const kept = await home.owner.client.post(memberDelete.path, { userId });
    expect(kept.envelope).toMatchObject({ code: 'MEMBER_DELETE_FAILED', data: null });
    expect(kept.envelope.msg).toContain(flowCode);
    expect(kept.envelope.msg.match(/《/g)).toHaveLength(1);
    await here.owner.client.data(contractCancel, { flowId });
    await home.owner.client.data(memberDelete, { userId });
  });
});

describe('a management link', () => {
  test('for seals is restricted to members with the right, and to that task', async () => {
    const clerk = await home.member();
    expect(await refusal(clerk, getSealAuthorUrl, {})).toEqual([403, 'PERMISSION_DENIED', null]);
    const sealer = await home.member(['SEAL_ADMIN', 'CONTRACT_ADMIN']);
    const session = await enterLink(app, await sealer.client.data(getSealAuthorUrl, {}), sealer);
    const made = { ...(createSealByTemplate.example as object), sealName: '页面上做的章' };
    expect(await refusal(session, createSealByTemplate, made)).toEqual([200, '200', null]);
    expect(await refusal(session, startSignFlow, {})).not.toEqual([200, '200', null]);
    expect(await refusal(session, contractList, {})).toEqual(denied);
  });

  test('covers one template, or all of them', async () => {
    const { client } = home.owner;
    const one = await givenTemplate(client);
    const other = await givenTemplate(client);
    const { templateId } = one;
    const bound = await enterLink(app, await client.data(getTemplateUrl, { templateId }), home.owner);
    expect(bound.entered).toMatchObject({ templateId });
    await bound.client.data(updateStatus, { templateId, templateStatus: 0 });
    const foreign = { templateId: other.templateId, templateStatus: 0 };
    expect(await refusal(bound, updateStatus, foreign)).toEqual(denied);
    expect(await refusal(bound, templateInfo, { templateId: other.templateId, templateType: '1' })).toEqual(
      denied,
    );
    expect(await refusal(bound, templateDelete, { templateId })).toEqual(denied);
    expect(await refusal(bound, templateList, {})).toEqual(denied);
    expect(await refusal(bound, fillSignForm, {})).not.toEqual([200, '0', null]);

    const free = await enterLink(app, await client.data(getTemplateUrl, {}), home.owner);
    expect(
      await free.client.data(templateInfo, { templateId: other.templateId, templateType: '1' }),
    ).toMatchObject({
      templateId: other.templateId,
    });
    await free.client.data(templateDelete, { templateId: other.templateId });
    expect(await refusal(free, addTemplate, {})).toEqual([400, '400', 'INVALID_FIELD']);
  });
});
