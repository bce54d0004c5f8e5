/** After the first signature, the initiator cannot replace the counterparties that the signer agreed to. */
import {
  contractChangeParticipant,
  contractEvidence,
  contractExtend,
  contractTransfer,
  getSignUrl,
  signContract,
  signWish,
} from '@cinnabar/api/operations/flows.js';
import { addMember, verifyMember } from '@cinnabar/server/areas/members/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { enterLink, openLink } from '../support/enter-link.js';
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
  taskInfo,
} from '../support/given-flow.js';
import { messagesTo, type SandboxMessage } from '../support/messages-to.js';
import { pdftotext } from '../support/pdf/pdf-tools.js';

let running: RunningApp;
let buyer: Enterprise;
let seller: Enterprise;
let template: GivenTemplate;
/** 甲方 the buyer, 乙方 the seller, 担保人 a person. */
let guaranteed: GivenTemplate;

beforeAll(async () => {
  running = await startApp();
  buyer = await givenEnterprise(running);
  seller = await givenEnterprise(running);
  await givenSeal(buyer);
  await givenSeal(seller);
  const two = [
    { flag: '甲方', mode: 3, signOrder: 1, area: true },
    { flag: '乙方', signOrder: 1, area: true },
  ] as const;
  template = await givenTemplate(buyer.owner.client, { parties: two });
  guaranteed = await givenTemplate(buyer.owner.client, {
    parties: [...two, { flag: '担保人', type: 0, signOrder: 1, area: true }],
  });
});

afterAll(() => running.close());

type StartMore = Omit<Parameters<typeof startFlow>[2], 'participantList'>;

async function started(more: StartMore = {}): Promise<FlowId> {
  const participantList = [as('乙方', seller.owner, seller)];
  return (await startFlow(buyer.owner.client, template, { participantList, ...more })).flowId;
}

async function startedWith(guarantor: Person): Promise<FlowId> {
  const participantList = [as('乙方', seller.owner, seller), as('担保人', guarantor, null)];
  return (await startFlow(buyer.owner.client, guaranteed, { participantList })).flowId;
}

async function partOf(flowId: FlowId, flag: string) {
  const { participantList } = await taskInfo(buyer.owner, flowId);
  const part = participantList.find(({ participantFlag }) => participantFlag === flag);
  if (part === undefined) throw new Error(`no ${flag}`);
  return part;
}

type Named = Pick<Person, 'mobile' | 'realName'>;

/** Result of naming another person for a participant: [status, code, reason]. */
async function name(flowId: FlowId, flag: string, { mobile, realName }: Named) {
  const { participantId } = await partOf(flowId, flag);
  const answer = await buyer.owner.client.call(contractChangeParticipant, {
    flowId,
    participantId,
    psnAccount: mobile,
    psnName: realName,
  });
  return [answer.status, answer.envelope.code, answer.envelope.reason ?? null];
}

const done = [200, '0', null];
const fixed = [403, '403', 'PARTY_FIXED'];

let mobiles = 0;

/** A person verified under their own mobile, by name and number. */
async function verifiedMobile(realName: string, identNum: string): Promise<Named> {
  const { services, database } = running.app;
  const corp = await givenEnterprise(running);
  const { corpId } = corp;
  const mobile = `1367000${String(++mobiles).padStart(4, '0')}`;
  const now = services.clock.now();
  const { userId } = await transact(database.db, (tx) =>
    addMember(tx, services.ids, { corpId, userName: realName, mobile, jobNum: mobile, roles: [], now }),
  );
  const info = { realName, identNum, signPwd: '135790' };
  await verifyMember({ db: database.db, services }, { corpId, userId, info, now });
  return { mobile, realName };
}

/** A member of the seller, verified with a number known to the test. */
async function personOfNumber(identNum: string): Promise<Named> {
  return verifiedMobile('陈担保', identNum);
}

describe('before the first signature, another person can be named for a participant', () => {
  it('from another enterprise, a new user, or a different person', async () => {
    const flowId = await started();
    const stranger = await buyer.member();
    expect(await name(flowId, '乙方', stranger)).toEqual(done);
    expect(await name(flowId, '乙方', { mobile: '13612340001', realName: '新来的' })).toEqual(done);
    expect(await name(flowId, '乙方', seller.owner)).toEqual(done);
    const guarantor = await seller.member();
    const other = await startedWith(guarantor);
    expect(await name(other, '担保人', await buyer.member())).toEqual(done);
  });
});

describe('after the first signature, a participant that is an enterprise', () => {
  it('can be reassigned only to another of its members', async () => {
    const flowId = await started();
    await sign(buyer.owner, flowId);
    const insider = await seller.member(['SEAL_ADMIN']);
    for (const somebody of [
      await buyer.member(),
      (await givenEnterprise(running)).owner,
      { mobile: '13612340002', realName: '新来的' },
    ]) {
      expect(await name(flowId, '乙方', somebody)).toEqual(fixed);
    }
    expect(await partOf(flowId, '乙方')).toMatchObject({ psnAccount: seller.owner.mobile });
    expect(await name(flowId, '乙方', insider)).toEqual(done);
    expect(await sign(insider, flowId)).toMatchObject({ flowStatus: 3 });
  });

  it('explains in the message what is still permitted', async () => {
    const flowId = await started();
    await sign(buyer.owner, flowId);
    const { participantId } = await partOf(flowId, '乙方');
    const outsider = await buyer.member();
    const { envelope } = await buyer.owner.client.call(contractChangeParticipant, {
      flowId,
      participantId,
      psnAccount: outsider.mobile,
      psnName: outsider.realName,
    });
    expect(envelope.msg).toContain('本企业的其他成员');
  });

  it('can still be handed to a colleague by its present person', async () => {
    const flowId = await started();
    await sign(buyer.owner, flowId);
    const colleague = await seller.member(['SEAL_ADMIN']);
    const to = { psnAccount: colleague.mobile, psnName: colleague.realName };
    expect(await seller.owner.client.data(contractTransfer, { flowId, ...to })).toEqual({});
  });

  it('cannot be reassigned while the enterprise is unregistered and has no members', async () => {
    const participantList = [
      {
        participantFlag: '乙方',
        psnAccount: '13612340003',
        psnName: '未注册',
        participantCorpName: '尚未注册有限公司',
      },
    ];
    const { flowId } = await startFlow(buyer.owner.client, template, { participantList });
    await sign(buyer.owner, flowId);
    expect(await name(flowId, '乙方', { mobile: '13612340004', realName: '另一位' })).toEqual(fixed);
  });

  it('cannot be reassigned to a former member', async () => {
    const flowId = await started();
    await sign(buyer.owner, flowId);
    const former = await seller.member();
    await running.app.database.db
      .updateTable('members')
      .set({ state: 'deleted' })
      .where('corp_id', '=', seller.corpId)
      .where('user_id', '=', former.userId)
      .execute();
    expect(await name(flowId, '乙方', former)).toEqual(fixed);
  });
});

describe('after the first signature, a participant that is a person', () => {
  const number = '110101199203040011';

  it('can be reassigned only to another mobile of the same proven person', async () => {
    const guarantor = await personOfNumber(number);
    const flowId = await startedWith({ ...buyer.owner, ...guarantor });
    await sign(buyer.owner, flowId);
    const namesake = await personOfNumber('110101199203040022');
    const otherName = await verifiedMobile('陈保担', number);
    const unproven = { mobile: '13612340005', realName: '陈担保' };
    for (const somebody of [namesake, otherName, unproven, await buyer.member()]) {
      expect(await name(flowId, '担保人', somebody)).toEqual(fixed);
    }
    expect(await name(flowId, '担保人', await personOfNumber(number))).toEqual(done);
  });

  it('cannot be reassigned while its person is unproven', async () => {
    const flowId = await startedWith({ ...buyer.owner, mobile: '13612340006', realName: '陈担保' });
    await sign(buyer.owner, flowId);
    expect(await name(flowId, '担保人', await personOfNumber(number))).toEqual(fixed);
  });
});

it('loses the previous person’s link and intent with the reassignment', async () => {
  const flowId = await started();
  await sign(buyer.owner, flowId);
  const { owner } = seller;
  const { participantId } = await partOf(flowId, '乙方');
  const url = await owner.client.data(getSignUrl, { flowId, participantId });
  const session = await enterLink(running, url, owner);
  await owner.client.data(signWish, { flowId, authType: 'pwd', signPwd: owner.signPwd });
  const colleague = await seller.member(['SEAL_ADMIN']);
  expect(await name(flowId, '乙方', colleague)).toEqual(done);
  expect((await openLink(running, url)).envelope.data).toMatchObject({ state: 'ended' });
  const late = await session.client.call(signWish, { flowId, authType: 'pwd', signPwd: owner.signPwd });
  expect(late.status).toBe(410);
  // Assigning the participant back does not restore the intent.
  expect(await name(flowId, '乙方', owner)).toEqual(done);
  const signComponents = await sealEverything(owner, flowId);
  const unproven = await owner.client.call(signContract, { flowId, signComponents });
  expect([unproven.status, unproven.envelope.reason]).toEqual([403, 'WISH_REQUIRED']);
});

describe('a changed deadline', () => {
  const until = '2031-05-06 18:00:00';

  async function toldOf(title: string, person: Pick<Person, 'mobile'>): Promise<readonly SandboxMessage[]> {
    await running.advance(1);
    const messages = await messagesTo(running.baseUrl, person.mobile);
    return messages.filter(({ smsType, text }) => smsType === 'flowExtended' && text.includes(title));
  }

  it('is notified to every signer, signed or not; the latter get a link', async () => {
    const flowId = await started({ templateName: '延期的合同' });
    await sign(buyer.owner, flowId);
    await buyer.owner.client.data(contractExtend, { flowId, expireDate: until });
    const [toBuyer, ...noMore] = await toldOf('延期的合同', buyer.owner);
    expect(noMore).toEqual([]);
    expect(toBuyer?.text).toContain('2031-05-06 18:00');
    expect(toBuyer?.text).toContain(buyer.corpName);
    expect(toBuyer?.text).not.toContain('http');
    const [toSeller] = await toldOf('延期的合同', seller.owner);
    const link = /https?:\/\/\S+/.exec(toSeller?.text ?? '')?.[0] ?? '';
    expect((await openLink(running, link)).envelope.data).toMatchObject({ kind: 'sign', state: 'open' });
  });

  it('is notified every time, also when it returns to an earlier value', async () => {
    const flowId = await started({ templateName: '改来改去的合同' });
    for (const expireDate of [until, '2031-06-06 18:00:00', until]) {
      await buyer.owner.client.data(contractExtend, { flowId, expireDate });
    }
    expect(await toldOf('改来改去的合同', seller.owner)).toHaveLength(3);
  });

  it('is notified even if the initiating enterprise has disabled all notices', async () => {
    const { db } = running.app.database;
    const set = (settings: object) =>
      db
        .updateTable('corps')
        .set({ settings: JSON.stringify(settings) })
        .where('corp_id', '=', buyer.corpId)
        .execute();
    const flowId = await started({ templateName: '悄悄延期的合同' });
    await set({ smsNotices: { turn: false, completion: false, refusal: false, deadline: false } });
    await buyer.owner.client.data(contractExtend, { flowId, expireDate: until });
    expect(await toldOf('悄悄延期的合同', seller.owner)).toHaveLength(1);
    await set({});
  });

  it('of a confidential contract is notified by its code', async () => {
    const flowId = await started({ templateName: '保密延期', encryptFlag: 1 });
    const { flowCode } = await taskInfo(buyer.owner, flowId);
    await buyer.owner.client.data(contractExtend, { flowId, expireDate: until });
    expect(await toldOf('保密延期', seller.owner)).toEqual([]);
    expect(await toldOf(flowCode, seller.owner)).toHaveLength(1);
  });

  it('is recorded in history and evidence with those who had signed before', async () => {
    const flowId = await started();
    await buyer.owner.client.data(contractExtend, { flowId, expireDate: until });
    await sign(buyer.owner, flowId);
    await buyer.owner.client.data(contractExtend, { flowId, expireDate: '2031-07-08 18:00:00' });
    const { baseUrl, headers } = buyer.owner.client;
    const response = await fetch(baseUrl + contractEvidence.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ flowId }),
    });
    const text = pdftotext(new Uint8Array(await response.arrayBuffer())).replace(/\s+/g, '');
    const [, first = '', second = ''] = text.slice(text.indexOf('六、事件链')).split('变更截止时间');
    expect(first).toContain('变更前无人签署');
    expect(second).toContain(`变更前已签署：${buyer.corpName}`);
    // A line break may occur between them, beside another column.
    expect(second).toMatch(/改为.{0,20}2031-07-08/);
  });
});
