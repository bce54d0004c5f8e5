/** Recipients and contents of text messages, and the links in them. */
import { getAccessToken } from '@cinnabar/api/operations/credentials.js';
import {
  contractCancel,
  contractChangeParticipant,
  contractDownload,
  contractExtend,
  contractRefuse,
  contractTaskInfo,
} from '@cinnabar/api/operations/flows.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { bySession, enterLink, openLink } from '../support/enter-link.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  type FlowId,
  fillAll,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  sign,
  startFlow,
  taskInfo,
} from '../support/given-flow.js';
import { messagesTo, type SandboxMessage } from '../support/messages-to.js';

let running: RunningApp;
let buyer: Enterprise;
let supplier: Enterprise;
let clerk: Person;
let template: GivenTemplate;
let filling: GivenTemplate;

beforeAll(async () => {
  running = await startApp();
  buyer = await givenEnterprise(running);
  supplier = await givenEnterprise(running);
  await givenSeal(buyer);
  await givenSeal(supplier);
  clerk = await buyer.member(['SEAL_ADMIN']);
  template = await givenTemplate(buyer.owner.client, {
    parties: [
      { flag: '甲方', mode: 3, area: true },
      { flag: '乙方', area: true },
    ],
  });
  filling = await givenTemplate(buyer.owner.client);
});

afterAll(() => running.close());

type StartMore = Omit<Parameters<typeof startFlow>[2], 'participantList' | 'templateName'>;

/** A flow with a unique title, by which its messages are recognised. */
async function started(title: string, more: StartMore = {}, of = template): Promise<FlowId> {
  const { flowId } = await startFlow(buyer.owner.client, of, {
    templateName: title,
    participantList: [as('甲方', clerk, buyer), as('乙方', supplier.owner, supplier)],
    ...more,
  });
  return flowId;
}

/** Waits until outbox and messages are processed; codes, which also name the contract, are not counted. */
async function told(person: Pick<Person, 'mobile'>, title: string): Promise<readonly SandboxMessage[]> {
  await running.advance(1);
  const messages = await messagesTo(running.baseUrl, person.mobile);
  return messages.filter(({ code, text }) => code === null && text.includes(title));
}

const kinds = (messages: readonly SandboxMessage[]) => messages.map(({ smsType }) => smsType);

function linkIn(message: SandboxMessage | undefined): string {
  const link = /https?:\/\/\S+/.exec(message?.text ?? '')?.[0];
  if (link === undefined) throw new Error(`no link in ${message?.text}`);
  return link;
}

describe('the person whose turn begins', () => {
  it('is notified once, with a link to the task', async () => {
    const flowId = await started('轮到谁', {}, filling);
    const [toClerk] = await told(clerk, '轮到谁');
    expect((await openLink(running, linkIn(toClerk))).envelope.data).toMatchObject({
      kind: 'fill',
      state: 'open',
    });
    expect(kinds(await told(supplier.owner, '轮到谁'))).toEqual([]);

    await fillAll(clerk, flowId, '一万元整');
    const [toSupplier] = await told(supplier.owner, '轮到谁');
    const session = await enterLink(running, linkIn(toSupplier), supplier.owner);
    expect(session.entered).toMatchObject({ kind: 'fill', flowId });
    await fillAll(bySession(supplier.owner, session), flowId, '上海市');

    const messages = await told(clerk, '轮到谁');
    expect(kinds(messages)).toEqual(['flowTurn', 'flowTurn']);
    expect((await openLink(running, linkIn(messages[1]))).envelope.data).toMatchObject({ kind: 'sign' });
    await sign(clerk, flowId);
    expect(kinds(await told(supplier.owner, '轮到谁'))).toEqual(['flowTurn', 'flowTurn']);
    expect(kinds(await told(clerk, '轮到谁'))).toHaveLength(2);
  });

  it('is notified anew after a reassignment', async () => {
    const flowId = await started('换人办理');
    expect(kinds(await told(clerk, '换人办理'))).toEqual(['flowTurn']);
    const other = await buyer.member(['SEAL_ADMIN']);
    const info = await taskInfo(buyer.owner, flowId);
    const part = info.participantList.find(({ participantFlag }) => participantFlag === '甲方');
    await buyer.owner.client.post(contractChangeParticipant.path, {
      flowId,
      participantId: part?.participantId,
      psnAccount: other.mobile,
      psnName: other.realName,
    });
    expect(kinds(await told(other, '换人办理'))).toEqual(['flowTurn']);
    expect(kinds(await told(clerk, '换人办理'))).toEqual(['flowTurn']);
  });

  it('gets the code instead of the title of a confidential flow', async () => {
    const flowId = await started('不可外传', { encryptFlag: 1 });
    const { flowCode } = await taskInfo(buyer.owner, flowId);
    expect(await told(clerk, '不可外传')).toEqual([]);
    expect(kinds(await told(clerk, flowCode))).toEqual(['flowTurn']);
  });
});

describe('the end of a flow', () => {
  it('completed: the initiator is notified, and copiers; those without a membership get a link to view and download', async () => {
    const stranger = { mobile: '13377770001' };
    const member = await supplier.member();
    const flowId = await started('已经签完', {
      copierList: [
        { copierType: 0, psnAccount: stranger.mobile, psnName: '外部审计' },
        { copierType: 0, psnAccount: member.mobile, psnName: member.realName },
      ],
    });
    await sign(clerk, flowId);
    expect(await told(stranger, '已经签完')).toEqual([]);
    await sign(supplier.owner, flowId);
    expect(kinds(await told(buyer.owner, '已经签完'))).toEqual(['flowCompleted']);
    const [toMember] = await told(member, '已经签完');
    expect(toMember?.text).not.toContain('http');

    const link = linkIn((await told(stranger, '已经签完'))[0]);
    const session = await enterLink(running, link, stranger);
    expect(session.entered).toMatchObject({ kind: 'copy', flowId });
    const info = await session.client.data(contractTaskInfo, { flowId });
    expect(info).toMatchObject({ flowStatus: 3, operateStatus: 0, waiting: [] });
    const { cookie, entered } = session;
    const file = await fetch(`${running.baseUrl}/pages/operations${contractDownload.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, linkSession: entered.session },
      body: JSON.stringify({ flowId }),
    });
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const other = await started('别的合同');
    const beyond = await session.client.post(contractTaskInfo.path, { flowId: other });
    expect(beyond.status).toBe(403);
    const act = await session.client.post(contractRefuse.path, { flowId });
    expect(act.status).toBe(403);
  });

  it('refused: the initiator and those already asked are notified, but not the person who refused', async () => {
    const flowId = await started('有人拒签');
    expect(kinds(await told(clerk, '有人拒签'))).toEqual(['flowTurn']);
    await supplier.owner.client.data(contractRefuse, { flowId });
    expect(kinds(await told(buyer.owner, '有人拒签'))).toEqual(['flowRefused']);
    expect(kinds(await told(clerk, '有人拒签'))).toEqual(['flowTurn', 'flowRefused']);
    expect(kinds(await told(supplier.owner, '有人拒签'))).toEqual([]);
  });

  it('revoked: those already asked are notified', async () => {
    const flowId = await started('又撤销了');
    await buyer.owner.client.data(contractCancel, { flowId });
    // A person whose turn was not notified in time is notified of the end all the same.
    expect(kinds(await told(clerk, '又撤销了')).at(-1)).toBe('flowRevoked');
    expect(kinds(await told(supplier.owner, '又撤销了'))).toEqual([]);
    expect(kinds(await told(buyer.owner, '又撤销了'))).toEqual([]);
  });
});

describe('notices disabled by the initiating enterprise', () => {
  it('are not sent', async () => {
    const { db } = running.app.database;
    const set = (settings: object) =>
      db
        .updateTable('corps')
        .set({ settings: JSON.stringify(settings) })
        .where('corp_id', '=', buyer.corpId)
        .execute();
    await set({ smsNotices: { turn: false, refusal: false } });
    const flowId = await started('不发短信');
    await supplier.owner.client.data(contractRefuse, { flowId });
    for (const person of [clerk, buyer.owner]) expect(await told(person, '不发短信')).toEqual([]);
    await set({});
  });
});

describe('three days before the deadline', () => {
  const day = 24 * 3600;
  const inDays = (days: number) =>
    new Date(running.app.services.clock.now().getTime() + days * day * 1000).toISOString();

  it('everyone whom the flow waits for is notified, once per deadline', async () => {
    const flowId = await started('快到期了', { expireDate: inDays(5) });
    const short = await started('本来就短', { expireDate: inDays(2) });
    await running.advance(day);
    expect(kinds(await told(clerk, '快到期了'))).toEqual(['flowTurn']);
    await running.advance(1.5 * day);
    const messages = await told(clerk, '快到期了');
    expect(kinds(messages)).toEqual(['flowTurn', 'flowDeadline']);
    expect((await openLink(running, linkIn(messages[1]))).envelope.data).toMatchObject({ kind: 'sign' });
    expect(kinds(await told(supplier.owner, '快到期了'))).toEqual([]);
    await running.advance(600);
    expect(kinds(await told(clerk, '快到期了'))).toHaveLength(2);

    const { accessToken } = await running.client.data(getAccessToken, {
      appId: buyer.appId,
      appSecret: buyer.appSecret,
    });
    const owner = buyer.owner.client.with({ accessToken });
    await owner.data(contractExtend, { flowId, expireDate: inDays(10) });
    await told(clerk, '快到期了');
    await running.advance(8 * day);
    expect(kinds(await told(clerk, '快到期了'))).toEqual([
      'flowTurn',
      'flowDeadline',
      'flowExtended',
      'flowDeadline',
    ]);
    expect(short).not.toBe(flowId);
    expect(kinds(await told(clerk, '本来就短'))).toEqual(['flowTurn']);
  });
});

it('taskInfo names the people whom the flow waits for, and since when', async () => {
  const fresh = await givenEnterprise(running);
  await givenSeal(fresh);
  const own = await givenTemplate(fresh.owner.client, {
    parties: [
      { flag: '甲方', mode: 3, area: true },
      { flag: '乙方', area: true },
    ],
  });
  const partner = await givenEnterprise(running);
  const { flowId } = await startFlow(fresh.owner.client, own, {
    participantList: [as('乙方', partner.owner, partner)],
  });
  const before = await taskInfo(fresh.owner, flowId);
  const [first, second] = before.participantList;
  expect(before.waiting).toEqual([
    {
      participantId: first?.participantId,
      psnName: fresh.owner.realName,
      corpName: fresh.corpName,
      for: 2,
      since: before.flowStartTime,
      trouble: null,
      why: 'linkNotOpened',
    },
  ]);
  await sign(fresh.owner, flowId);
  const after = await taskInfo(fresh.owner, flowId);
  expect(after.waiting).toMatchObject([
    { participantId: second?.participantId, for: 2, since: after.participantList[0]?.signTime },
  ]);
});
