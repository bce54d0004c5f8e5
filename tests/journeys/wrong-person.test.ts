/** Contracts that would reach the wrong person: reassigned mobiles, misdirected links. */
import {
  contractChangeParticipant,
  contractTaskInfo,
  getSignUrl,
  signFlowRemind,
} from '@cinnabar/api/operations/flows.js';
import { accessAuth } from '@cinnabar/api/operations/members.js';
import { sendSmsVerifyCode } from '@cinnabar/api/operations/sms.js';
import type { OpenedLink } from '@cinnabar/api/pages/link.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import type { Client, Wire } from '../support/client.js';
import { enterLink, tokenOf } from '../support/enter-link.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  type FlowId,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  sign,
  startFlow,
} from '../support/given-flow.js';
import { messagesTo } from '../support/messages-to.js';
import { mySession } from '../support/my-session.js';
import { signOnPage } from '../support/sign-on-page.js';

let app: RunningApp;
let home: Enterprise;
let other: Enterprise;
let inTurn: GivenTemplate;
let mobiles = 13_322_000_000;

beforeAll(async () => {
  app = await startApp();
  home = await givenEnterprise(app);
  other = await givenEnterprise(app);
  await givenSeal(home);
  await givenSeal(other);
  inTurn = await givenTemplate(home.owner.client, {
    pages: 1,
    parties: [
      { flag: '甲方', mode: 3, signOrder: 1, area: true },
      { flag: '个人', type: 0, signOrder: 2, area: true },
    ],
  });
});
afterAll(() => app.close());

async function texts(mobile: string): Promise<readonly string[]> {
  await app.advance(1);
  return (await messagesTo(app.baseUrl, mobile)).map(({ text }) => text);
}

async function change(person: Person, mobile: string): Promise<void> {
  const session = await mySession(app, person.mobile);
  for (const to of ['old', 'new']) await session.post('/mobile/sendCode', { to, mobile });
  const [oldCode, newCode] = [await app.newestCode(person.mobile), await app.newestCode(mobile)];
  const { envelope } = await session.post('/mobile/change', { mobile, oldCode, newCode });
  expect(envelope.code).toBe('0');
}

/** From now on the mobile belongs to another proven person. */
async function passOn(former: Person): Promise<Person> {
  const heir = await home.member();
  await change(heir, former.mobile);
  return heir;
}

/** For the enterprise first, then for the person themselves. */
async function started(person: Person, title: string) {
  const { flowId, participantList } = await startFlow(home.owner.client, inTurn, {
    templateName: title,
    participantList: [as('个人', person, null)],
  });
  const part = participantList.find(({ participantFlag }) => participantFlag === '个人');
  if (part === undefined) throw new Error('the part is missing');
  return { flowId, participantId: part.participantId };
}

async function awaited(client: Client, flowId: FlowId) {
  const { waiting } = await client.data(contractTaskInfo, { flowId });
  return waiting.map(({ psnName, trouble }) => [psnName, trouble]);
}

describe('a person whose mobile now belongs to somebody else', () => {
  test('is not notified by it, and the initiator learns that nobody can be reached', async () => {
    const person = await home.member();
    const { flowId, participantId } = await started(person, '寄往旧号码');
    const heir = await passOn(person);
    const before = await texts(person.mobile);
    await sign(home.owner, flowId);
    expect(await texts(person.mobile)).toEqual(before);
    const about = (text: string) => text.includes('寄往旧号码') && text.includes('失效');
    const heard = (await texts(home.owner.mobile)).filter(about);
    expect(heard).toHaveLength(1);
    expect(heard[0]).toContain(`${person.realName}处理，但其手机号已失效`);
    expect(await awaited(home.owner.client, flowId)).toEqual([[person.realName, 'noMobile']]);
    const reminded = await home.owner.client.post(signFlowRemind.path, { flowId });
    expect(reminded.envelope.msg).toContain('手机号已失效');
    expect(await texts(person.mobile)).toEqual(before);
    const code = { mobile: person.mobile, smsType: 'sign', flowId };
    expect((await home.owner.client.post(sendSmsVerifyCode.path, code)).envelope.code).toBe('400');
    expect(heir.mobile).not.toBe(person.mobile);
    // A link requested by the initiator now has no recipient either.
    const link = await home.owner.client.data(getSignUrl, { flowId, participantId });
    const { envelope } = await app.post<Wire<OpenedLink>>('/pages/link/open', { token: tokenOf(link) });
    expect(envelope.data).toMatchObject({ state: 'withdrawn', mobile: '', name: null, title: null });
  });

  test('may have been notified before: the initiator is informed once the mobile has been reassigned', async () => {
    const person = await home.member();
    const { flowId } = await started(person, '已经通知');
    await sign(home.owner, flowId);
    await passOn(person);
    const about = (text: string) => text.includes('已经通知') && text.includes('失效');
    expect((await texts(home.owner.mobile)).filter(about)).toHaveLength(1);
    expect(await awaited(home.owner.client, flowId)).toEqual([[person.realName, 'noMobile']]);
  });

  test('can be reassigned by the initiator, also to the mobile’s present holder, who is another person', async () => {
    const person = await home.member();
    const { flowId, participantId } = await started(person, '改给新主人');
    const heir = await passOn(person);
    const named = { flowId, participantId, psnAccount: person.mobile, psnName: heir.realName };
    await home.owner.client.data(contractChangeParticipant, named);
    await sign(home.owner, flowId);
    expect((await texts(person.mobile)).filter((text) => text.includes('改给新主人'))).toHaveLength(1);
    expect(await awaited(home.owner.client, flowId)).toEqual([[heir.realName, null]]);
  });
});

test('a person who has changed their mobile is notified by the new one, and signs with a code to it', async () => {
  const person = await home.member();
  const { flowId, participantId } = await started(person, '寄往新号码');
  const mobile = String(++mobiles);
  await change(person, mobile);
  const before = await texts(person.mobile);
  await sign(home.owner, flowId);
  expect(await texts(person.mobile)).toEqual(before);
  expect((await texts(mobile)).filter((text) => text.includes('寄往新号码'))).toHaveLength(1);
  const link = await home.owner.client.data(getSignUrl, { flowId, participantId });
  const session = await enterLink(app, link, { mobile });
  await signOnPage(app, session, { ...person, mobile }, flowId);
  expect((await home.owner.client.data(contractTaskInfo, { flowId })).flowStatus).toBe(3);
});

describe('a person who opens somebody else’s link', () => {
  async function describeLink(address: string) {
    const { envelope } = await app.post<Wire<OpenedLink>>('/pages/link/open', { token: tokenOf(address) });
    return envelope.data;
  }

  function disown(address: string) {
    return app.post('/pages/link/disown', { token: tokenOf(address) });
  }

  async function events(flowId: FlowId) {
    const { rows } = await app.app.database.pool.query(
      `select canonical from flow_events where flow_id = $1 and kind = 'disowned'`,
      [flowId],
    );
    return rows.map(({ canonical }) => JSON.parse(canonical).detail);
  }

  test('can report it: the initiator is notified, once, and nothing else changes', async () => {
    const person = await home.member();
    const { flowId, participantId } = await started(person, '发错了人');
    await sign(home.owner, flowId);
    const ask = () => home.owner.client.data(getSignUrl, { flowId, participantId });
    const [one, two] = [await ask(), await ask()];
    expect(await describeLink(one)).toMatchObject({ state: 'open', name: '员**', disowned: false });
    expect((await disown(one)).envelope.code).toBe('0');
    for (const link of [one, two, one]) expect((await disown(link)).envelope.code).toBe('0');
    expect(await describeLink(two)).toMatchObject({ state: 'open', disowned: true });
    const about = (text: string) => text.includes('发错了人') && text.includes('不是本人');
    const told = (await texts(home.owner.mobile)).filter(about);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(`发给${person.realName}的链接，表示不是本人`);
    expect(await events(flowId)).toMatchObject([{ participantId, name: person.realName, visitor: {} }]);
    expect(await awaited(home.owner.client, flowId)).toEqual([[person.realName, 'notMe']]);
    // The report proves nothing: the intended person continues as before.
    expect((await enterLink(app, two, person)).entered.flowId).toBe(flowId);
  });

  test('is irrelevant once the intended person has another mobile, whose links can be misdirected anew', async () => {
    const person = await home.member();
    const { flowId, participantId } = await started(person, '换号');
    await sign(home.owner, flowId);
    const ask = () => home.owner.client.data(getSignUrl, { flowId, participantId });
    const first = await ask();
    await disown(first);
    const mobile = String(++mobiles);
    await change(person, mobile);
    expect(await describeLink(first)).toMatchObject({ state: 'withdrawn', name: null, title: null });
    expect((await disown(first)).status).toBe(410);
    expect(await awaited(home.owner.client, flowId)).toEqual([[person.realName, null]]);
    const second = await ask();
    expect(await describeLink(second)).toMatchObject({ state: 'open', disowned: false });
    await disown(second);
    expect(await awaited(home.owner.client, flowId)).toEqual([[person.realName, 'notMe']]);
    expect(await events(flowId)).toHaveLength(2);
  });

  test('is irrelevant once somebody else has the part', async () => {
    const [person, right] = [await home.member(), await home.member()];
    const { flowId, participantId } = await started(person, '换人');
    await disown(await home.owner.client.data(getSignUrl, { flowId, participantId }));
    const named = { flowId, participantId, psnAccount: right.mobile, psnName: right.realName };
    await home.owner.client.data(contractChangeParticipant, named);
    await sign(home.owner, flowId);
    expect(await awaited(home.owner.client, flowId)).toEqual([[right.realName, null]]);
  });

  test('of another enterprise’s contract does not reveal to its members how to reach people', async () => {
    const both = await givenTemplate(home.owner.client, {
      pages: 1,
      parties: [
        { flag: '乙方', signOrder: 1, area: true },
        { flag: '个人', type: 0, signOrder: 1, area: true },
      ],
    });
    const person = await home.member();
    const { flowId, participantList } = await startFlow(home.owner.client, both, {
      participantList: [as('乙方', other.owner, other), as('个人', person, null)],
    });
    const part = participantList.find(({ participantFlag }) => participantFlag === '个人');
    if (part === undefined) throw new Error('the part is missing');
    await disown(await home.owner.client.data(getSignUrl, { flowId, participantId: part.participantId }));
    expect(await awaited(home.owner.client, flowId)).toContainEqual([person.realName, 'notMe']);
    expect(await awaited(other.owner.client, flowId)).toContainEqual([person.realName, null]);
  });

  test('can report only a contract, and no unknown or ended link', async () => {
    const member = await home.member();
    const access = await home.owner.client.data(accessAuth, { userId: member.userId });
    expect((await disown(access)).envelope).toMatchObject({ reason: 'PERMISSION_DENIED' });
    expect((await disown('http://x/l/unknown')).status).toBe(404);
    const { flowId, participantId } = await started(member, '已撤销');
    const link = await home.owner.client.data(getSignUrl, { flowId, participantId });
    await home.owner.client.post('/signTask/contract/cancel', { flowId });
    expect((await disown(link)).status).toBe(410);
    expect(await describeLink(link)).toMatchObject({ name: null });
    expect(await events(flowId)).toEqual([]);
  });
});
