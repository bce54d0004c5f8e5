/** Suspending seals, and the record of who has used which seal. */
import { approvalSign, getApprovalInfo } from '@cinnabar/api/operations/approvals.js';
import { signContract } from '@cinnabar/api/operations/flows.js';
import {
  addSealAuthor,
  getSealInfo,
  sealUpdateStatus,
  sealUsageList,
} from '@cinnabar/api/operations/seals.js';
import { moveSeal } from '@cinnabar/server/areas/seals/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { consoleOf } from '../support/console-login.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  confirmByPassword,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  sealEverything,
  sign,
  startFlow,
  taskInfo,
} from '../support/given-flow.js';

let app: RunningApp;
let buyer: Enterprise;
let supplier: Enterprise;
let template: GivenTemplate;
let sealId: Awaited<ReturnType<typeof givenSeal>>;

beforeAll(async () => {
  app = await startApp();
  supplier = await givenEnterprise(app);
  await givenSeal(supplier);
});
afterAll(() => app.close());

async function newBuyer(): Promise<void> {
  buyer = await givenEnterprise(app);
  sealId = await givenSeal(buyer);
  template = await givenTemplate(buyer.owner.client, {
    pages: 1,
    parties: [
      { flag: '甲方', mode: 3, area: true },
      { flag: '乙方', area: true },
    ],
  });
}

function started(by: Person, more: Readonly<Record<string, 0 | 1>> = {}) {
  const participantList = [as('甲方', by, buyer), as('乙方', supplier.owner, supplier)];
  return startFlow(by.client, template, { participantList, ...more });
}

function authorise(person: Person, authorRole: 'SEAL_USER' | 'SEAL_EXAMINER' = 'SEAL_USER') {
  const userIdList = [{ userId: person.userId }];
  return buyer.owner.client.data(addSealAuthor, {
    ...{ sealId, authorMemberRange: 1, userIdList, authorRole, authorRange: 0 },
  });
}

const stop = (more: { readonly dryRun?: 1 } = {}) =>
  buyer.owner.client.data(sealUpdateStatus, { sealId, status: 4, reason: '公章遗失', ...more });
const resume = (by: Person = buyer.owner) => by.client.call(sealUpdateStatus, { sealId, status: 1 });

describe('a seal that its enterprise suspends', () => {
  test('tells before and after how many contracts wait for it, and nothing of confidential ones', async () => {
    await newBuyer();
    const [clerk, user] = [await buyer.member(), await buyer.member()];
    await authorise(user);
    await started(user);
    await started(user, { privaryFlag: 1 });
    await sign(clerk, (await started(clerk)).flowId);
    // Who has neither an authorisation nor asked for consent does not wait for this seal.
    await started(clerk);
    expect(await stop({ dryRun: 1 })).toEqual({ sealId, status: 1, waitingNum: 2 });
    expect(await stop()).toEqual({ sealId, status: 4, waitingNum: 2 });
    await givenSeal(buyer, '财务章');
    expect(await stop()).toEqual({ sealId, status: 4, waitingNum: 2 });
    const seal = await buyer.owner.client.data(getSealInfo, { sealId });
    expect(seal.stop).toMatchObject({ byPlatform: false, reason: '公章遗失' });
  });

  test('leaves the contract waiting: who consents is told, and signs once it is resumed', async () => {
    await newBuyer();
    const [clerk, examiner] = [await buyer.member(), await buyer.member()];
    await authorise(examiner, 'SEAL_EXAMINER');
    const { flowId } = await started(clerk);
    const { approvalId } = await sign(clerk, flowId);
    if (approvalId === null) throw new Error('no approval was asked for');
    await stop();
    const told = await examiner.client.call(approvalSign, { approvalId, approvalStatus: 2 });
    expect([told.status, told.envelope.reason]).toEqual([403, 'SEAL_NOT_USABLE']);
    expect(await taskInfo(clerk, flowId)).toMatchObject({ flowStatus: 2 });
    expect(await clerk.client.data(getApprovalInfo, { approvalId })).toMatchObject({ approvalStatus: 5 });
    expect((await resume()).envelope.code).toBe('0');
    const again = await sign(clerk, flowId);
    if (again.approvalId === null) throw new Error('no approval was asked for');
    await examiner.client.data(approvalSign, { approvalId: again.approvalId, approvalStatus: 2 });
    const uses = await buyer.owner.client.data(sealUsageList, { sealId });
    expect(uses.map(({ outcome, basis, userId }) => [outcome, basis, userId])).toEqual([
      ['placed', 'approval', clerk.userId],
      ['failed', null, clerk.userId],
    ]);
  });

  test('is an entry of the audit, and resuming it takes a fresh proof in the console', async () => {
    await newBuyer();
    await stop();
    await stop();
    const browser = await consoleOf(app, buyer.owner.mobile);
    await app.advance(11 * 60);
    const body = { sealId, status: 1 };
    expect(await browser.act(buyer.corpId, sealUpdateStatus.path, body)).toMatchObject({
      status: 403,
      envelope: { reason: 'FRESH_PROOF_REQUIRED' },
    });
    const stopping = { sealId, status: 4, reason: '仍未找到' };
    expect((await browser.act(buyer.corpId, sealUpdateStatus.path, stopping)).envelope.code).toBe('0');
    expect((await resume()).envelope.code).toBe('0');
    const entries = await app.app.database.db
      .selectFrom('audit_entries as entry')
      .innerJoin('audit_personal_data as personal', 'personal.entry_id', 'entry.entry_id')
      .select(['before', 'after', 'texts'])
      .where('act', '=', 'seal.status')
      .where('object_id', '=', sealId)
      .orderBy('entry.entry_id')
      .execute();
    expect(entries).toEqual([
      { before: { status: 1 }, after: { status: 4 }, texts: { reason: '公章遗失' } },
      { before: { status: 4 }, after: { status: 1 }, texts: {} },
    ]);
  });
});

test('a seal that the platform has suspended is resumed by the platform only, even if the enterprise had', async () => {
  await newBuyer();
  const byPlatform = (move: 'suspend' | 'resume') =>
    transact(app.app.database.db, (tx) =>
      moveSeal(tx, {
        ...{ corpId: buyer.corpId, sealId, move, reason: null },
        now: app.app.services.clock.now(),
      }),
    );
  await stop();
  expect(await byPlatform('suspend')).toMatchObject({ outcome: 'moved', status: 4 });
  const refused = await resume();
  expect([refused.status, refused.envelope.reason]).toEqual([403, 'SEAL_NOT_USABLE']);
  expect((await buyer.owner.client.data(getSealInfo, { sealId })).stop).toEqual({
    byPlatform: true,
    reason: null,
    time: expect.stringMatching(/^20/),
  });
  await byPlatform('resume');
  expect((await buyer.owner.client.data(getSealInfo, { sealId })).stop).toBeNull();
});

describe('the uses of seals', () => {
  test('have a row for each act, with its basis, by filters and pages', async () => {
    await newBuyer();
    const [clerk, user, auditor] = [
      await buyer.member(),
      await buyer.member(),
      await buyer.member(['AUDITOR']),
    ];
    await authorise(user);
    const ofOwner = await started(buyer.owner);
    await sign(buyer.owner, ofOwner.flowId);
    const secret = await started(user, { privaryFlag: 1 });
    await sign(user, secret.flowId);
    const asked = await sign(clerk, (await started(clerk)).flowId);
    if (asked.approvalId === null) throw new Error('no approval was asked for');
    const rejection = { approvalId: asked.approvalId, approvalStatus: 3, failReason: '金额有误' } as const;
    await buyer.owner.client.data(approvalSign, rejection);
    const list = (filter: object = {}) => auditor.client.data(sealUsageList, filter);
    const all = await list();
    expect(all).toMatchObject([
      { userId: clerk.userId, basis: 'approval', outcome: 'rejected', reason: '金额有误', places: 0 },
      { userId: user.userId, basis: 'authorisation', outcome: 'placed', flowId: null, flowTitle: null },
      { userId: buyer.owner.userId, basis: 'role', outcome: 'placed', flowId: ofOwner.flowId, places: 1 },
    ]);
    expect(all[0]?.examinerName).toBe(buyer.owner.realName);
    expect(all[1]?.flowCode).not.toBe('');
    const users = async (filter: object) => (await list(filter)).map(({ userId }) => userId);
    expect(await users({ userId: user.userId })).toEqual([user.userId]);
    expect(await users({ outcome: 'rejected' })).toEqual([clerk.userId]);
    expect(await users({ basis: 'role', sealId })).toEqual([buyer.owner.userId]);
    expect(await users({ endTime: '2001-01-01 00:00:00' })).toEqual([]);
    const page = await auditor.client.call(sealUsageList, { listPageSize: 1, listPageNo: 2, countLimit: 2 });
    expect(page.envelope).toMatchObject({
      totalCount: 2,
      totalLimited: true,
      data: [{ userId: user.userId }],
    });
    expect(await supplier.owner.client.data(sealUsageList, { sealId })).toEqual([]);
  });

  test('include a try with a suspended seal, once in ten minutes, and are never rewritten', async () => {
    await newBuyer();
    const { flowId } = await started(buyer.owner);
    const signComponents = await sealEverything(buyer.owner, flowId);
    await confirmByPassword(buyer.owner, flowId);
    await stop();
    for (const _time of [1, 2]) {
      const refused = await buyer.owner.client.call(signContract, { flowId, signComponents });
      expect(refused.envelope.reason).toBe('SEAL_NOT_USABLE');
    }
    const uses = await buyer.owner.client.data(sealUsageList, {});
    expect(uses).toMatchObject([{ outcome: 'failed', basis: null, places: 0, flowId, sealId }]);
    const { db } = app.app.database;
    await expect(db.deleteFrom('seal_uses').execute()).rejects.toThrow('never changed');
    await expect(db.updateTable('seal_uses').set({ places: 9 }).execute()).rejects.toThrow('never changed');
  });
});
