/** Approval of the use of a seal by a member who may not use it alone, and of contracts before they are sent. */

import {
  approvalCancel,
  approvalSign,
  approvalSignAuth,
  batchApprovalSign,
  getApprovalInfo,
  getApprovalList,
  getApprovalSignUrl,
} from '@cinnabar/api/operations/approvals.js';
import { contractCancel, contractList, getSignUrl, signContract } from '@cinnabar/api/operations/flows.js';
import { addSealAuthor, sealDelete } from '@cinnabar/api/operations/seals.js';
import { sendSmsVerifyCode } from '@cinnabar/api/operations/sms.js';
import type { ApprovalPageView } from '@cinnabar/api/pages/approval.js';
import type { SignPageView } from '@cinnabar/api/pages/sign.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { enterLink } from '../support/enter-link.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  confirmByPassword,
  download,
  type FlowId,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  sealEverything,
  sign,
  startFlow,
  taskInfo,
} from '../support/given-flow.js';
import { messagesTo } from '../support/messages-to.js';

let running: RunningApp;
let supplier: Enterprise;

beforeAll(async () => {
  running = await startApp();
  supplier = await givenEnterprise(running);
  await givenSeal(supplier);
});

afterAll(() => running.close());

/** A buyer with a seal, and a member without a role whose signature needs approval. */
async function givenBuyer(settings: Readonly<Record<string, unknown>> = {}) {
  const buyer = await givenEnterprise(running, { profile: { settings } });
  const sealId = await givenSeal(buyer);
  const plain = await buyer.member();
  const template = await givenTemplate(buyer.owner.client, {
    parties: [
      { flag: '甲方', mode: 3, area: true },
      { flag: '乙方', area: true },
    ],
  });
  return { buyer, sealId, plain, template };
}

type Buyer = Awaited<ReturnType<typeof givenBuyer>>;

/** The member starts a flow and requests the seal. */
async function asked({ buyer, plain, template }: Buyer, by: Person = plain) {
  const { flowId } = await startFlow(by.client, template, {
    participantList: [as('甲方', by, buyer), as('乙方', supplier.owner, supplier)],
  });
  const answer = await sign(by, flowId);
  return { flowId, answer, approvalId: answer.approvalId ?? failed() };
}

async function givenExaminer({ buyer, sealId }: Buyer, more: Readonly<Record<string, number>> = {}) {
  const examiner = await buyer.member();
  await buyer.owner.client.data(addSealAuthor, {
    sealId,
    authorMemberRange: 1,
    userIdList: [{ userId: examiner.userId }],
    authorRole: 'SEAL_EXAMINER',
    authorRange: 0,
    ...more,
  });
  return examiner;
}

const waiting = ({ client }: Person) => client.data(getApprovalList, { docQueryType: 0 });
const statusOf = async ({ client }: Person, approvalId: number): Promise<number> => {
  const { envelope } = await client.post<{ approvalStatus: number }>(getApprovalInfo.path, { approvalId });
  return envelope.data.approvalStatus;
};
const signStatuses = async (person: Person, flowId: FlowId) =>
  (await taskInfo(person, flowId)).participantList.map(({ signStatus }) => signStatus);

/** The newest message to a mobile, after all pending work is done. */
/** Their last message of that kind: messages that are due together are sent in any order. */
async function told({ mobile }: Person, kind: string) {
  await running.advance(0);
  return (await messagesTo(running.baseUrl, mobile)).findLast(({ smsType }) => smsType === kind);
}

describe('a member who may not use the seal', () => {
  it('requests approval by signing: the act is stored, and is signed in their name after an examiner’s approval', async () => {
    const world = await givenBuyer();
    const examiner = await givenExaminer(world, { examinerNotify: 1 });
    const { flowId, answer, approvalId } = await asked(world);
    expect(answer).toMatchObject({ flowStatus: 2, signStatus: 4 });
    expect(await taskInfo(world.plain, flowId)).toMatchObject({ operateStatus: 0 });
    expect(await told(examiner, 'approvalTurn')).toMatchObject({
      code: null,
      text: expect.stringMatching(/http.*\/l\//),
    });

    const [approval] = await waiting(examiner);
    expect(approval).toMatchObject({
      approvalId,
      corpName: world.buyer.corpName,
      signFlowId: flowId,
      approvalType: 1,
      approvalStatus: 1,
      sealId: world.sealId,
      sealName: '合同专用章',
      initiatorName: world.plain.realName,
      failReason: null,
    });
    expect(approval?.signerList).toHaveLength(2);
    expect(await waiting(world.buyer.owner)).toEqual([]);
    // Everyone asked to approve can see the content.
    expect((await examiner.client.post('/signTask/contract/info', { flowId })).envelope.code).toBe('200');

    const passed = await examiner.client.data(approvalSign, { approvalId, approvalStatus: 2 });
    expect(passed).toMatchObject({ flowId, flowStatus: 2 });
    expect(await signStatuses(world.plain, flowId)).toEqual([3, 2]);
    expect(await told(world.plain, 'approvalPassed')).toBeDefined();
    expect(await sign(supplier.owner, flowId)).toMatchObject({ flowStatus: 3 });
    await download(world.plain, flowId);
    expect(await examiner.client.data(getApprovalList, { docQueryType: 1 })).toMatchObject([
      { approvalId, approvalStatus: 2 },
    ]);
    expect(await world.plain.client.data(getApprovalList, { docQueryType: 2 })).toMatchObject([
      { approvalId },
    ]);
  });

  it('is approved by OWNER, ADMIN or SEAL_ADMIN if the seal has no examiner, and by nobody else', async () => {
    const world = await givenBuyer();
    const { approvalId } = await asked(world);
    const colleague = await world.buyer.member(['CONTRACT_ADMIN']);
    const own = await world.plain.client.call(approvalSign, { approvalId, approvalStatus: 2 });
    expect([own.status, own.envelope.reason]).toEqual([403, 'PERMISSION_DENIED']);
    const other = await colleague.client.call(approvalSign, { approvalId, approvalStatus: 2 });
    expect([other.status, other.envelope.reason]).toEqual([403, 'PERMISSION_DENIED']);
    const stranger = await supplier.owner.client.call(approvalSign, { approvalId, approvalStatus: 2 });
    expect(stranger.status).toBe(404);
    const administrator = await world.buyer.member(['SEAL_ADMIN']);
    await administrator.client.data(approvalSign, { approvalId, approvalStatus: 2 });
  });

  it('can sign again after a rejection, and request approval again', async () => {
    const world = await givenBuyer();
    const { flowId, approvalId } = await asked(world);
    const { owner } = world.buyer;
    await owner.client.data(approvalSign, { approvalId, approvalStatus: 3, failReason: '金额过大' });
    expect(await world.plain.client.data(getApprovalInfo, { approvalId })).toMatchObject({
      approvalStatus: 3,
      failReason: '金额过大',
    });
    expect(await signStatuses(world.plain, flowId)).toEqual([2, 2]);
    expect(await told(world.plain, 'approvalRejected')).toMatchObject({
      text: expect.stringContaining('金额过大'),
    });
    const again = await sign(world.plain, flowId);
    expect(again.signStatus).toBe(4);
    await owner.client.data(approvalSign, { approvalId: again.approvalId ?? failed(), approvalStatus: 2 });
    expect(await signStatuses(world.plain, flowId)).toEqual([3, 2]);
  });

  it('can withdraw the request, also by the link of its contract; nobody else can, and no other request', async () => {
    const world = await givenBuyer();
    const [{ flowId, approvalId }, other] = [await asked(world), await asked(world)];
    const input = { approvalId, approvalStatus: 4 as const, failReason: '重新提交' };
    const refused = await world.buyer.owner.client.call(approvalCancel, input);
    expect([refused.status, refused.envelope.reason]).toEqual([403, 'PERMISSION_DENIED']);
    await world.plain.client.data(approvalCancel, { ...input, approvalId: other.approvalId });
    const third = await asked(world);
    const link = await world.plain.client.data(getSignUrl, { flowId });
    const { client, cookie, entered } = await enterLink(running, link, world.plain);
    const page = new Client(running.baseUrl, { cookie, linkSession: entered.session });
    const view = async () => (await page.post<SignPageView>('/pages/sign/view', {})).envelope.data;
    expect((await view()).approval).toMatchObject({ approvalId, isOwn: true, approvers: ['员**'] });
    const foreign = await client.call(approvalCancel, { ...input, approvalId: third.approvalId });
    expect([foreign.status, foreign.envelope.reason]).toEqual([403, 'PERMISSION_DENIED']);
    await client.data(approvalCancel, input);
    expect((await view()).approval).toBeNull();
    const statuses = [approvalId, other.approvalId, third.approvalId].map((id) => statusOf(world.plain, id));
    expect(await Promise.all(statuses)).toEqual([4, 4, 1]);
    expect(await signStatuses(world.plain, flowId)).toEqual([2, 2]);
  });

  it('signs nothing with an empty list of commands, which is refused', async () => {
    const world = await givenBuyer();
    const free = await givenTemplate(world.buyer.owner.client, {
      pages: 1,
      parties: [{ flag: '甲方', mode: 3 }, { flag: '乙方' }],
    });
    for (const template of [world.template, free]) {
      const { flowId } = await startFlow(world.plain.client, template, {
        participantList: [as('甲方', world.plain, world.buyer), as('乙方', supplier.owner, supplier)],
      });
      await confirmByPassword(world.plain, flowId);
      const empty = await world.plain.client.call(signContract, { flowId, signComponents: [] });
      expect([empty.status, empty.envelope.field]).toEqual([400, 'signComponents']);
      expect(await signStatuses(world.plain, flowId)).toEqual([2, 2]);
    }
  });

  it('cannot sign while the approval is pending, and the seal cannot be deleted', async () => {
    const world = await givenBuyer();
    const { flowId } = await asked(world);
    await confirmByPassword(world.plain, flowId);
    const again = await world.plain.client.call(signContract, {
      flowId,
      signComponents: await sealEverything(world.plain, flowId),
    });
    expect([again.status, again.envelope.reason]).toEqual([403, 'AWAITING_APPROVAL']);
    const deleted = await world.buyer.owner.client.call(sealDelete, { sealId: world.sealId });
    expect(deleted.envelope.code).toBe('SEAL_DELETE_FAILED');
  });
});

describe('two concurrent decisions', () => {
  it('take effect once: the second is refused because the approval has ended', async () => {
    const world = await givenBuyer();
    const second = await world.buyer.member(['ADMIN']);
    const { flowId, approvalId } = await asked(world);
    const answers = await Promise.all([
      world.buyer.owner.client.call(approvalSign, { approvalId, approvalStatus: 2 }),
      second.client.call(approvalSign, { approvalId, approvalStatus: 3 }),
    ]);
    const codes = answers.map(({ envelope }) => envelope.code).sort();
    expect(codes).toEqual(['0', '403']);
    const passed = answers[0]?.envelope.code === '0';
    expect(await statusOf(world.plain, approvalId)).toBe(passed ? 2 : 3);
    expect(await signStatuses(world.plain, flowId)).toEqual([passed ? 3 : 2, 2]);
  });
});

describe('changes before the decision', () => {
  it('a suspended seal ends the approval with a reason, and the signer can sign again', async () => {
    const world = await givenBuyer();
    const { flowId, approvalId } = await asked(world);
    const { db } = running.app.database;
    await db.updateTable('seals').set({ status: 4 }).where('seal_id', '=', world.sealId).execute();
    const { owner } = world.buyer;
    const passed = await owner.client.call(approvalSign, { approvalId, approvalStatus: 2 });
    expect([passed.status, passed.envelope.reason]).toEqual([403, 'SEAL_NOT_USABLE']);
    expect(await statusOf(owner, approvalId)).toBe(5);
    // The reason is a sentence, not a code.
    const { failReason } = await world.plain.client.data(getApprovalInfo, { approvalId });
    expect(failReason).toMatch(/印章/);
    expect(await told(world.plain, 'approvalEnded')).toMatchObject({
      text: expect.not.stringMatching(/[A-Z]_[A-Z]/),
    });
    expect(await signStatuses(world.plain, flowId)).toEqual([2, 2]);
  });

  it('the end of a flow ends its approvals', async () => {
    const world = await givenBuyer();
    const { flowId, approvalId } = await asked(world);
    await world.plain.client.data(contractCancel, { flowId });
    expect(await statusOf(world.plain, approvalId)).toBe(5);
    const { owner } = world.buyer;
    const late = await owner.client.call(approvalSign, { approvalId, approvalStatus: 2 });
    expect([late.status, late.envelope.reason]).toEqual([403, 'FLOW_STATE']);
  });

  it('after seven days the approval expires', async () => {
    const world = await givenBuyer();
    const { flowId, approvalId } = await asked(world);
    const { db } = running.app.database;
    const past = new Date(running.app.services.clock.now().getTime() - 1000);
    await db
      .updateTable('approvals')
      .set({ expire_time: past })
      .where('approval_id', '=', approvalId)
      .execute();
    const late = await world.buyer.owner.client.call(approvalSign, { approvalId, approvalStatus: 2 });
    expect([late.status, late.envelope.reason]).toEqual([403, 'FLOW_STATE']);
    await running.advance(0);
    expect(await statusOf(world.plain, approvalId)).toBe(5);
    expect(await signStatuses(world.plain, flowId)).toEqual([2, 2]);
  });
});

describe('a strict enterprise', () => {
  it('requires approval for examined seals, even of its owner, but not of an examiner', async () => {
    const world = await givenBuyer({ sealApproval: 'strict' });
    const free = await asked(world, world.buyer.owner).catch(() => null);
    // As long as nobody examines the seal, members with the right sign at once.
    expect(free).toBeNull();
    const examiner = await givenExaminer(world);
    const { approvalId } = await asked(world, world.buyer.owner);
    await examiner.client.data(approvalSign, { approvalId, approvalStatus: 2 });
    const { flowId } = await startFlow(examiner.client, world.template, {
      participantList: [as('甲方', examiner, world.buyer), as('乙方', supplier.owner, supplier)],
    });
    expect(await sign(examiner, flowId)).toMatchObject({ signStatus: 3, approvalId: null });
  });
});

describe('an approver who must prove their identity', () => {
  it('does so for each decision, by code or password', async () => {
    const world = await givenBuyer({ approvalAuth: true });
    const { owner } = world.buyer;
    const first = await asked(world);
    const unproved = await owner.client.call(approvalSign, {
      approvalId: first.approvalId,
      approvalStatus: 2,
    });
    expect([unproved.status, unproved.envelope.reason]).toEqual([403, 'APPROVAL_AUTH_REQUIRED']);
    // A password that an application may have set is not accepted either.
    for (const signPwd of ['000000', owner.signPwd]) {
      const wrong = await owner.client.post(approvalSignAuth.path, {
        approvalId: String(first.approvalId),
        authType: 'pwd',
        signPwd,
      });
      expect(wrong.envelope.code).toBe('1402');
    }
    await owner.client.data(sendSmsVerifyCode, { mobile: owner.mobile, smsType: 'approval' });
    await owner.client.data(approvalSignAuth, {
      approvalId: first.approvalId,
      authType: 'sms',
      verifyCode: await running.newestCode(owner.mobile),
    });
    await owner.client.data(approvalSign, { approvalId: first.approvalId, approvalStatus: 2 });
    const second = await asked(world);
    const used = await owner.client.call(approvalSign, { approvalId: second.approvalId, approvalStatus: 2 });
    expect(used.envelope.reason).toBe('APPROVAL_AUTH_REQUIRED');
  });
});

describe('several decisions', () => {
  it('are independent: a failing one has its own entry with the reason', async () => {
    const world = await givenBuyer();
    const [one, two] = [await asked(world), await asked(world)];
    await world.plain.client.data(approvalCancel, { approvalId: two.approvalId, approvalStatus: 4 });
    const answer = await world.buyer.owner.client.data(batchApprovalSign, [
      { approvalId: one.approvalId, approvalStatus: 2 },
      { approvalId: two.approvalId, approvalStatus: 2 },
    ]);
    expect(answer).toMatchObject({ successCount: 1, failedCount: 1 });
    expect(answer.signFlowProcessResps).toMatchObject([
      { flowId: one.flowId, flowStatus: 2, code: '0', reason: null },
      { flowId: two.flowId, flowStatus: 2, code: '403', reason: 'FLOW_STATE' },
    ]);
  });
});

describe('a link to an approval', () => {
  it('lets the approver decide it and all others waiting for them after a code, and permits nothing else', async () => {
    const world = await givenBuyer();
    const { flowId, approvalId } = await asked(world);
    const { owner } = world.buyer;
    const denied = await world.plain.client.call(getApprovalSignUrl, { approvalId });
    expect([denied.status, denied.envelope.reason]).toEqual([403, 'PERMISSION_DENIED']);
    const link = await owner.client.data(getApprovalSignUrl, { flowId });
    const { client, cookie, entered } = await enterLink(running, link, owner);
    const page = new Client(running.baseUrl, { cookie, linkSession: entered.session });
    const pass = async (id: number | null) => {
      const { envelope } = await page.post<ApprovalPageView>('/pages/approval/view', { approvalId: id });
      return { approvalId: id, approvalStatus: 2, shown: envelope.data.shown };
    };
    expect((await client.post('/signTask/getApprovalInfo', { approvalId })).envelope.code).toBe('0');
    for (const path of ['/seal/getSealListByPage', '/signTask/contract/list', '/signTask/getApprovalList']) {
      expect((await client.post(path, {})).status).toBe(403);
    }
    const other = await asked(world);
    const wrong = await client.post('/signTask/approvalSign', {
      approvalId: other.approvalId,
      approvalStatus: 2,
    });
    expect(wrong.status).toBe(403);
    const decision = await pass(approvalId);
    const passed = await client.post('/signTask/approvalSign', decision);
    expect(passed.envelope).toMatchObject({ code: '0', data: { flowId } });
    expect(await signStatuses(world.plain, flowId)).toEqual([3, 2]);
    const again = await client.post('/signTask/approvalSign', decision);
    expect(again.envelope.reason).toBe('FLOW_STATE');
    const rest = await client.post('/signTask/batchApprovalSign', [await pass(other.approvalId), decision]);
    expect(rest.envelope).toMatchObject({ data: { successCount: 1, failedCount: 1 } });
    expect((await client.post('/signTask/approvalSign', decision)).status).toBe(410);
  });
});

describe('the page of an approval', () => {
  it('lets the approver set the signing password that proves the decision', async () => {
    const world = await givenBuyer({ approvalAuth: true });
    const { approvalId, flowId } = await asked(world);
    const { owner } = world.buyer;
    const link = await owner.client.data(getApprovalSignUrl, { flowId });
    const { client, cookie, entered } = await enterLink(running, link, owner);
    const page = new Client(running.baseUrl, { cookie, linkSession: entered.session });
    const { envelope } = await page.post<ApprovalPageView>('/pages/approval/view', { approvalId });
    const decision = { approvalId, approvalStatus: 2, shown: envelope.data.shown } as const;
    const proof = { ...decision, authType: 'pwd', signPwd: '864201' } as const;
    expect((await client.post(approvalSign.path, proof)).envelope.code).toBe('1402');
    const guessed = { ...proof, newPwd: true, verifyCode: '000000' };
    expect((await client.post(approvalSign.path, guessed)).envelope.code).toBe('1401');
    await client.data(sendSmsVerifyCode, { mobile: owner.mobile, smsType: 'signPwd' });
    const verifyCode = await running.newestCode(owner.mobile);
    const { shown: _shown, ...blind } = proof;
    expect((await client.post(approvalSign.path, blind)).envelope).toMatchObject({ code: '400' });
    const stale = { ...proof, newPwd: true, verifyCode, shown: '0'.repeat(64) };
    expect((await client.post(approvalSign.path, stale)).envelope.reason).toBe('CONTENT_CHANGED');
    expect(await client.data(approvalSign, { ...proof, newPwd: true, verifyCode })).toMatchObject({ flowId });
  });
});

describe('approval of contracts', () => {
  const start = (template: GivenTemplate, by: Person) =>
    startFlow(by.client, template, { participantList: [as('乙方', supplier.owner, supplier)] });
  const balanceOf = async ({ owner }: Enterprise): Promise<number> => {
    const { envelope } = await owner.client.post<{ accountBalance: number }>('/corp/baseInfo', {});
    return envelope.data.accountBalance;
  };

  it('keeps a started flow a free draft until OWNER or ADMIN approves it', async () => {
    const { buyer, plain, template } = await givenBuyer({ contractApproval: true });
    const before = await balanceOf(buyer);
    const { flowId, flowStatus } = await start(template, plain);
    expect(flowStatus).toBe(0);
    expect(await balanceOf(buyer)).toBe(before);
    const [approval] = await waiting(buyer.owner);
    expect(approval).toMatchObject({ signFlowId: flowId, approvalType: 2, sealId: null, sealName: null });
    const approvalId = approval?.approvalId ?? failed();
    const passed = await buyer.owner.client.data(approvalSign, { approvalId, approvalStatus: 2 });
    expect(passed).toMatchObject({ flowId, flowStatus: 2 });
    expect(await balanceOf(buyer)).toBe(before - 1);
    const listed = await supplier.owner.client.data(contractList, { listPageSize: 1000 });
    expect(listed.map((item) => item.flowId)).toContain(flowId);
  });

  it('rejected leaves the draft, withdrawn revokes it', async () => {
    const { buyer, plain, template } = await givenBuyer({ contractApproval: 'on' });
    const rejected = await start(template, plain);
    const [first] = await waiting(buyer.owner);
    await buyer.owner.client.data(approvalSign, {
      approvalId: first?.approvalId ?? failed(),
      approvalStatus: 3,
    });
    expect(await taskInfo(plain, rejected.flowId)).toMatchObject({ flowStatus: 0 });
    const withdrawn = await start(template, plain);
    const [second] = await waiting(buyer.owner);
    await plain.client.data(approvalCancel, {
      approvalId: second?.approvalId ?? failed(),
      approvalStatus: 4,
    });
    expect(await taskInfo(plain, withdrawn.flowId)).toMatchObject({ flowStatus: 4 });
  });

  it('stays open if the account has no contract left', async () => {
    const buyer = await givenEnterprise(running, {
      contracts: 0,
      profile: { settings: { contractApproval: true } },
    });
    const plain = await buyer.member();
    const template = await givenTemplate(buyer.owner.client, {
      parties: [{ flag: '甲方', mode: 3, area: true }],
    });
    await startFlow(plain.client, template, { participantList: [] });
    const [approval] = await waiting(buyer.owner);
    const approvalId = approval?.approvalId ?? failed();
    const poor = await buyer.owner.client.call(approvalSign, { approvalId, approvalStatus: 2 });
    expect([poor.status, poor.envelope.reason]).toEqual([403, 'BALANCE_NOT_ENOUGH']);
    expect(await statusOf(buyer.owner, approvalId)).toBe(1);
  });

  it('is not requested if only the initiator could give it', async () => {
    const { buyer, template } = await givenBuyer({ contractApproval: true });
    const { flowId, flowStatus } = await start(template, buyer.owner);
    expect(flowStatus).toBe(2);
    const { db } = running.app.database;
    const events = await db
      .selectFrom('flow_events')
      .select('kind')
      .where('flow_id', '=', flowId)
      .orderBy('sequence')
      .execute();
    expect(events.map(({ kind }) => kind)).toEqual(['approvalFinished', 'started', 'fillingEnded']);
  });
});

function failed(): never {
  throw new Error('there is none');
}
