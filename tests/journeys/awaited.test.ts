/** Whom a flow waits for, in lists, counts, taskInfo and messages: approvers, payers, and recipients of copies. */
import { approvalCancel, approvalSign } from '@cinnabar/api/operations/approvals.js';
import { contractList, listCount, signContract, startSignFlow } from '@cinnabar/api/operations/flows.js';
import { changeRole } from '@cinnabar/server/areas/members/index.js';
import { migration } from '@cinnabar/server/database/migrations/0060-who-is-awaited.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
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
import { messagesTo } from '../support/messages-to.js';

type DocQueryType = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

let running: RunningApp;
let buyer: Enterprise;
let supplier: Enterprise;
let template: GivenTemplate;

beforeAll(async () => {
  running = await startApp();
  buyer = await givenEnterprise(running);
  supplier = await givenEnterprise(running);
  await givenSeal(buyer);
  await givenSeal(supplier);
  template = await givenTemplate(buyer.owner.client, {
    pages: 1,
    parties: [
      { flag: '甲方', mode: 3, area: true },
      { flag: '乙方', area: true },
    ],
  });
});
afterAll(() => running.close());

/** The lists of a person in which a flow appears, with its operateStatus. */
async function listed(person: Person, flowId: FlowId): Promise<Readonly<Record<number, number>>> {
  const found: Record<number, number> = {};
  for (const docQueryType of [0, 1, 2, 3, 4, 5, 6, 8] as const satisfies readonly DocQueryType[]) {
    const { envelope } = await person.client.call(contractList, { docQueryType, listPageSize: 1000 });
    const item = envelope.data.find((each) => each.flowId === flowId);
    if (item !== undefined) found[docQueryType] = item.operateStatus;
    const count = await person.client.data(listCount, { docQueryType });
    expect([docQueryType, count]).toEqual([docQueryType, envelope.totalCount]);
  }
  return found;
}

const waitingOf = async (person: Person, flowId: FlowId) =>
  (await taskInfo(person, flowId)).waiting.map(({ psnName, for: awaited }) => [psnName, awaited]);

/** A member without a role has requested the seal; the owner has to approve. */
async function givenAsked() {
  const plain = await buyer.member();
  const { flowId } = await startFlow(plain.client, template, {
    participantList: [as('甲方', plain, buyer), as('乙方', supplier.owner, supplier)],
  });
  const { approvalId } = await sign(plain, flowId);
  if (approvalId === null) throw new Error('nobody was asked');
  return { plain, flowId, approvalId };
}

describe('while an approval is open', () => {
  test('the flow waits for its approvers, and not for the requester', async () => {
    const { plain, flowId, approvalId } = await givenAsked();
    expect(await listed(buyer.owner, flowId)).toEqual({ 0: 3, 4: 3 });
    expect(await listed(plain, flowId)).toEqual({ 0: 0, 2: 0, 5: 0 });
    const info = await taskInfo(plain, flowId);
    expect([info.operateStatus, info.participantList[0]?.waitForMeToDo]).toEqual([0, false]);
    expect(await waitingOf(plain, flowId)).toEqual([[buyer.owner.realName, 3]]);
    expect((await taskInfo(buyer.owner, flowId)).operateStatus).toBe(3);

    await buyer.owner.client.data(approvalSign, { approvalId, approvalStatus: 2 });
    expect(await listed(buyer.owner, flowId)).toEqual({});
    expect(await waitingOf(plain, flowId)).toEqual([[supplier.owner.realName, 2]]);
  });

  test('a second signContract is refused because the first is waiting', async () => {
    const { plain, flowId } = await givenAsked();
    const input = { flowId, signComponents: await sealEverything(plain, flowId) };
    const again = await plain.client.call(signContract, input);
    expect([again.status, again.envelope.reason]).toEqual([403, 'AWAITING_APPROVAL']);
  });

  test('after its withdrawal it is the signer’s turn again', async () => {
    const { plain, flowId, approvalId } = await givenAsked();
    await plain.client.data(approvalCancel, { approvalId, approvalStatus: 4 });
    expect(await listed(buyer.owner, flowId)).toEqual({});
    expect(await listed(plain, flowId)).toEqual({ 0: 2, 2: 2, 4: 2 });
  });

  test('of a draft, the flow waits for its approvers too', async () => {
    const careful = await givenEnterprise(running, { profile: { settings: { contractApproval: true } } });
    await givenSeal(careful);
    const plain = await careful.member();
    const given = await givenTemplate(careful.owner.client, {
      pages: 1,
      parties: [
        { flag: '甲方', mode: 3, area: true },
        { flag: '乙方', area: true },
      ],
    });
    const started = await plain.client.data(startSignFlow, {
      templateId: given.templateId,
      participantList: [as('乙方', supplier.owner, supplier)],
    });
    const { flowId } = started;
    // Nothing has to be filled, so signing comes next.
    expect([started.flowStatus, started.nextStatus]).toEqual([0, 2]);
    expect(await listed(careful.owner, flowId)).toEqual({ 0: 3, 4: 3 });
    expect(await listed(plain, flowId)).toEqual({ 0: 0, 2: 0, 8: 0 });
    expect(await waitingOf(plain, flowId)).toEqual([[careful.owner.realName, 3]]);
  });
});

describe('a payment due after signing', () => {
  test('is awaited until it is made, also after the contract is completed', async () => {
    const { flowId } = await startFlow(buyer.owner.client, template, {
      participantList: [{ ...as('乙方', supplier.owner, supplier), payee: { amount: 12.5 } }],
    });
    await sign(buyer.owner, flowId);
    await sign(supplier.owner, flowId);
    expect(await listed(supplier.owner, flowId)).toEqual({ 0: 4, 1: 4, 4: 4, 6: 4 });
    const info = await taskInfo(supplier.owner, flowId);
    expect([info.flowStatus, info.operateStatus, info.payeeContractFlag]).toEqual([3, 4, 1]);
    expect(await waitingOf(buyer.owner, flowId)).toEqual([[supplier.owner.realName, 4]]);
    expect(await listed(buyer.owner, flowId)).toEqual({ 0: 0, 2: 0, 6: 0 });
  });

  test('has its amount checked even without the flag, and a flag of 0 contradicts it', async () => {
    const start = (more: object) =>
      buyer.owner.client.post(startSignFlow.path, {
        templateId: template.templateId,
        participantList: [{ ...as('乙方', supplier.owner, supplier), ...more }],
      });
    const negative = await start({ payee: { amount: -99 } });
    expect([negative.status, negative.envelope.field]).toEqual([400, 'participantList[0].payee.amount']);
    const contradicting = await start({ payeeContractFlag: 0, payee: { amount: 1 } });
    expect([contradicting.status, contradicting.envelope.field]).toEqual([
      400,
      'participantList[0].payeeContractFlag',
    ]);
  });

  test('cannot be requested without a collection on the account; the refusal says so', async () => {
    const poor = await givenEnterprise(running, { collections: 0 });
    await givenSeal(poor);
    const given = await givenTemplate(poor.owner.client, {
      pages: 1,
      parties: [{ flag: '乙方', area: true }],
    });
    const start = (dryRun: boolean) =>
      poor.owner.client.call(startSignFlow, {
        templateId: given.templateId,
        dryRun,
        participantList: [{ ...as('乙方', supplier.owner, supplier), payee: { amount: 1 } }],
      });
    const refused = await start(false);
    expect([refused.status, refused.envelope.reason, refused.envelope.msg]).toEqual([
      403,
      'PAYEE_BALANCE_NOT_ENOUGH',
      '收款合同份数不足',
    ]);
    const { envelope } = await start(true);
    expect(envelope.data.dryRun?.problems.map(({ reason }) => reason)).toEqual(['PAYEE_BALANCE_NOT_ENOUGH']);
  });
});

describe('a copy for an enterprise', () => {
  async function completed(auditor: Enterprise, more: object = {}): Promise<FlowId> {
    const { flowId } = await startFlow(buyer.owner.client, template, {
      participantList: [as('乙方', supplier.owner, supplier)],
      copierList: [{ copierType: 1, corpName: auditor.corpName }],
      ...more,
    });
    await sign(buyer.owner, flowId);
    expect(await listed(auditor.owner, flowId)).toEqual({});
    await sign(supplier.owner, flowId);
    return flowId;
  }

  test('appears in the lists of members who currently manage its contracts', async () => {
    const auditor = await givenEnterprise(running);
    const admin = await auditor.member(['ADMIN']);
    const manager = await auditor.member(['CONTRACT_ADMIN']);
    const plain = await auditor.member(['SEAL_ADMIN']);
    const flowId = await completed(auditor);
    for (const person of [auditor.owner, admin, manager]) {
      expect(await listed(person, flowId)).toEqual({ 0: 0, 3: 0, 6: 0 });
    }
    expect(await listed(plain, flowId)).toEqual({});

    const { db } = running.app.database;
    const change = (person: Person, held: boolean) =>
      transact(db, (tx) =>
        changeRole(tx, { corpId: auditor.corpId, userId: person.userId, role: 'CONTRACT_ADMIN', held }),
      );
    await change(plain, true);
    await change(manager, false);
    expect(await listed(plain, flowId)).toEqual({ 0: 0, 3: 0, 6: 0 });
    expect(await listed(manager, flowId)).toEqual({});
  });

  test('exists for a confidential contract too, because the sender named the enterprise', async () => {
    const auditor = await givenEnterprise(running);
    const flowId = await completed(auditor, { privaryFlag: 1 });
    expect(await listed(auditor.owner, flowId)).toEqual({ 0: 0, 3: 0, 6: 0 });
    expect((await auditor.owner.client.post('/signTask/contract/info', { flowId })).envelope.code).toBe(
      '200',
    );
  });

  test('is notified to its OWNER', async () => {
    const auditor = await givenEnterprise(running);
    await completed(auditor);
    await running.advance(0);
    const texts = await messagesTo(running.baseUrl, auditor.owner.mobile);
    expect(texts).toMatchObject([{ smsType: 'flowCompleted' }]);
  });

  test('of a participating enterprise is counted once, and listed among the copies', async () => {
    const { flowId } = await startFlow(buyer.owner.client, template, {
      participantList: [as('乙方', supplier.owner, supplier)],
      copierList: [{ copierType: 1, corpName: supplier.corpName }],
    });
    await sign(buyer.owner, flowId);
    await sign(supplier.owner, flowId);
    expect(await listed(supplier.owner, flowId)).toEqual({ 0: 0, 1: 0, 3: 0, 6: 0 });
  });
});

test('a migrated database of an earlier version gives the same results', async () => {
  const { plain, flowId } = await givenAsked();
  const { flowId: unpaid } = await startFlow(buyer.owner.client, template, {
    participantList: [{ ...as('乙方', supplier.owner, supplier), payee: { amount: 12.5 } }],
  });
  await sign(buyer.owner, unpaid);
  await sign(supplier.owner, unpaid);
  const seen = async () => [
    await listed(buyer.owner, flowId),
    await listed(plain, flowId),
    await listed(supplier.owner, unpaid),
  ];
  const now = await seen();
  const { db, pool } = running.app.database;
  await db.deleteFrom('flow_inbox').where('operate_status', '=', 3).execute();
  await db
    .updateTable('flow_inbox')
    .set({ my_turn: true, operate_status: 3 })
    .where('flow_id', '=', flowId)
    .where('user_id', '=', plain.userId)
    .execute();
  await db
    .updateTable('flow_inbox')
    .set({ my_turn: false, operate_status: 0 })
    .where('flow_id', '=', unpaid)
    .execute();
  expect(await seen()).not.toEqual(now);
  await migration.up(new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }));
  expect(await seen()).toEqual(now);
});
