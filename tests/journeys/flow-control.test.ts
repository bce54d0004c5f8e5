/** Control of a running flow: refuse, hand over, reassign, extend, remind, remark, attach, delete. */
import {
  contractAddAttachment,
  contractCancel,
  contractChangeParticipant,
  contractDel,
  contractExtend,
  contractInfo,
  contractList,
  contractModify,
  contractRefuse,
  contractTransfer,
  signFlowRemind,
  signWish,
} from '@cinnabar/api/operations/flows.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import {
  as,
  contractPdf,
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
let template: GivenTemplate;

beforeAll(async () => {
  running = await startApp();
  buyer = await givenEnterprise(running);
  supplier = await givenEnterprise(running);
  await givenSeal(buyer);
  await givenSeal(supplier);
  template = await givenTemplate(buyer.owner.client, {
    parties: [
      { flag: '甲方', mode: 3, area: true },
      { flag: '乙方', area: true },
    ],
  });
});

afterAll(() => running.close());

async function started(): Promise<FlowId> {
  const participantList = [as('乙方', supplier.owner, supplier)];
  return (await startFlow(buyer.owner.client, template, { participantList })).flowId;
}

const reasonOf = (answer: Awaited<ReturnType<Enterprise['client']['post']>>) => [
  answer.status,
  answer.envelope.code,
  answer.envelope.reason,
];

describe('refusing', () => {
  it('ends the flow for everybody, also before one’s turn, with the reason in flowDesc', async () => {
    const flowId = await started();
    expect(await supplier.owner.client.data(contractRefuse, { flowId, refuseMsg: '金额不符' })).toEqual({});
    const info = await taskInfo(buyer.owner, flowId);
    expect(info).toMatchObject({ flowStatus: 6, flowDesc: '金额不符', operateStatus: 0 });
    expect(info.participantList.map(({ signStatus }) => signStatus)).toEqual([2, 5]);
    const again = await supplier.owner.client.call(contractRefuse, { flowId });
    expect(reasonOf(again)).toEqual([403, '403', 'FLOW_STATE']);
  });

  it('is not open to those who have signed, nor to mere viewers', async () => {
    const flowId = await started();
    await sign(buyer.owner, flowId);
    const signed = await buyer.owner.client.call(contractRefuse, { flowId });
    expect(reasonOf(signed)).toEqual([403, '403', 'FLOW_STATE']);
    const colleague = await buyer.member(['CONTRACT_ADMIN']);
    const looking = await colleague.client.call(contractRefuse, { flowId });
    expect(reasonOf(looking)).toEqual([403, '403', 'PERMISSION_DENIED']);
  });
});

describe('handing over a part', () => {
  it('transfers it to a colleague with all filled values; the previous holder has nothing left to do', async () => {
    const filling = await givenTemplate(buyer.owner.client);
    const { flowId } = await startFlow(buyer.owner.client, filling, {
      participantList: [as('乙方', supplier.owner, supplier)],
    });
    await fillAll(buyer.owner, flowId, '一万元整');
    const colleague = await supplier.member(['SEAL_ADMIN']);
    await supplier.owner.client.data(contractTransfer, {
      flowId,
      psnAccount: colleague.mobile,
      psnName: colleague.realName,
    });
    const left = await supplier.owner.client.data(contractList, { listPageSize: 1000 });
    expect(left.map((item) => item.flowId)).not.toContain(flowId);
    await fillAll(colleague, flowId, '上海市');
    await sign(buyer.owner, flowId);
    expect(await sign(colleague, flowId)).toMatchObject({ flowStatus: 3 });
  });

  it('invalidates the intent that the previous holder confirmed', async () => {
    const flowId = await started();
    const { owner } = buyer;
    await owner.client.data(signWish, { flowId, authType: 'pwd', signPwd: owner.signPwd });
    const colleague = await buyer.member(['SEAL_ADMIN']);
    const to = { psnAccount: colleague.mobile, psnName: colleague.realName };
    await owner.client.data(contractTransfer, { flowId, ...to });
    const back = { psnAccount: owner.mobile, psnName: owner.realName };
    await colleague.client.data(contractTransfer, { flowId, ...back });
    const unconfirmed = await owner.client.post('/signTask/signContract', {
      flowId,
      signComponents: [],
    });
    expect(unconfirmed.status).toBe(400);
    await expect(sign(owner, flowId)).resolves.toMatchObject({ signStatus: 3 });
  });

  it('is possible only to members of the same enterprise', async () => {
    const flowId = await started();
    const stranger = await buyer.member();
    const answer = await supplier.owner.client.call(contractTransfer, {
      flowId,
      psnAccount: stranger.mobile,
      psnName: stranger.realName,
    });
    expect(answer).toMatchObject({ status: 400, envelope: { msg: expect.stringContaining('psnAccount') } });
  });
});

describe('reassigning a participant to another person', () => {
  it('is the initiator’s right until it has signed; the previous person loses access', async () => {
    const flowId = await started();
    const colleague = await supplier.member(['SEAL_ADMIN']);
    const info = await taskInfo(buyer.owner, flowId);
    const part = info.participantList.find(({ participantFlag }) => participantFlag === '乙方');
    const input = {
      flowId,
      participantId: part?.participantId ?? 0,
      psnAccount: colleague.mobile,
      psnName: colleague.realName,
    };
    await buyer.owner.client.post(contractChangeParticipant.path, input);
    await sign(buyer.owner, flowId);
    expect(await sign(colleague, flowId)).toMatchObject({ flowStatus: 3 });
    const late = await buyer.owner.client.post(contractChangeParticipant.path, {
      ...input,
      psnAccount: supplier.owner.mobile,
      psnName: supplier.owner.realName,
    });
    expect(reasonOf(late)).toEqual([403, '403', 'FLOW_STATE']);
  });

  it('accepts a person new to the service', async () => {
    const flowId = await started();
    const info = await taskInfo(buyer.owner, flowId);
    const part = info.participantList.at(1);
    const answer = await buyer.owner.client.post(contractChangeParticipant.path, {
      flowId,
      participantId: part?.participantId,
      psnAccount: '13712340001',
      psnName: '新来的',
    });
    expect(answer.envelope.code).toBe('0');
    const after = await taskInfo(buyer.owner, flowId);
    expect(after.participantList.at(1)).toMatchObject({ psnName: '新来的', psnAccount: '13712340001' });
  });
});

describe('the deadline', () => {
  it('can be moved until it has passed', async () => {
    const flowId = await started();
    await buyer.owner.client.data(contractExtend, { flowId, expireDate: '2099-12-31' });
    const info = await taskInfo(buyer.owner, flowId);
    expect(info.expireDate).toBe('2099-12-31T23:59:59.999+0800');
  });
});

describe('the remark', () => {
  it('is displayed as flowDesc in details and lists', async () => {
    const fresh = await givenEnterprise(running);
    const own = await givenTemplate(fresh.owner.client, { parties: [{ flag: '甲方', mode: 3, area: true }] });
    const { flowId } = await startFlow(fresh.owner.client, own, { participantList: [] });
    await fresh.owner.client.data(contractModify, { flowId, remark: '请尽快签署' });
    expect(await taskInfo(fresh.owner, flowId)).toMatchObject({ flowDesc: '请尽快签署' });
    const [item] = await fresh.owner.client.data(contractList, {});
    expect(item).toMatchObject({ flowDesc: '请尽快签署' });
  });
});

describe('an attachment', () => {
  it('of a signer is visible to everybody, marked as theirs', async () => {
    const fresh = await givenEnterprise(running);
    const own = await givenTemplate(fresh.owner.client, {
      parties: [
        { flag: '甲方', mode: 3, area: true },
        { flag: '乙方', area: true },
      ],
    });
    const { flowId } = await startFlow(fresh.owner.client, own, {
      participantList: [as('乙方', supplier.owner, supplier)],
    });
    const { envelope } = await supplier.owner.client.upload<{ fileUrl: string }>(
      '/template/uploadContractFile',
      { name: '营业执照.pdf', bytes: await contractPdf(1) },
    );
    await supplier.owner.client.data(contractAddAttachment, {
      flowId,
      fileName: '营业执照.pdf',
      fileUrl: envelope.data.fileUrl,
    });
    const [file] = await fresh.owner.client.data(contractInfo, { flowId });
    expect(file?.attachmentList).toMatchObject([{ fileName: '营业执照.pdf', signerUpload: 1 }]);
    const link = await fetch(file?.attachmentList[0]?.fileUrl ?? '');
    expect([link.status, link.headers.get('content-disposition')?.startsWith('attachment')]).toEqual([
      200,
      true,
    ]);
  });
});

describe('deleting a record', () => {
  it('removes a revoked flow from every list and view; its files and history are kept', async () => {
    const flowId = await started();
    const open = await buyer.owner.client.call(contractDel, { flowId });
    expect(reasonOf(open)).toEqual([403, '403', 'FLOW_STATE']);
    await buyer.owner.client.data(contractCancel, { flowId, cancelMsg: '条款有误' });
    await buyer.owner.client.data(contractDel, { flowId });
    for (const { owner } of [buyer, supplier]) {
      const { status } = await owner.client.call(contractInfo, { flowId });
      expect(status).toBe(404);
      const items = await owner.client.data(contractList, { listPageSize: 1000 });
      expect(items.map((item) => item.flowId)).not.toContain(flowId);
    }
    const { db } = running.app.database;
    const events = await db
      .selectFrom('flow_events')
      .select('kind')
      .where('flow_id', '=', flowId)
      .orderBy('sequence')
      .execute();
    expect(events.map(({ kind }) => kind)).toEqual(['started', 'fillingEnded', 'revoked', 'deleted']);
    const again = await buyer.owner.client.call(contractDel, { flowId });
    expect(again.status).toBe(404);
  });

  it('is also a right of CONTRACT_ADMIN', async () => {
    const flowId = await started();
    await buyer.owner.client.data(contractCancel, { flowId });
    const administrator = await buyer.member(['CONTRACT_ADMIN']);
    expect(await administrator.client.data(contractDel, { flowId })).toEqual({});
  });
});

// Last, because the clock moves beyond the lifetime of the tokens.
describe('a reminder', () => {
  it('goes to those whose turn it is, at most once in ten minutes and five times a day', async () => {
    const flowId = await started();
    const remind = () => buyer.owner.client.call(signFlowRemind, { flowId });
    // The messages about turns that began have been sent.
    await running.advance(1);
    const before = (await messagesTo(running.baseUrl, buyer.owner.mobile)).length;
    const others = await messagesTo(running.baseUrl, supplier.owner.mobile);
    expect((await remind()).envelope.code).toBe('0');
    await running.advance(1);
    expect(await messagesTo(running.baseUrl, buyer.owner.mobile)).toHaveLength(before + 1);
    expect((await remind()).envelope).toMatchObject({ code: '1301', data: null });
    for (let time = 2; time <= 5; time += 1) {
      await running.advance(601);
      expect((await remind()).envelope.code).toBe('0');
    }
    await running.advance(601);
    expect((await remind()).envelope.code).toBe('1301');
    await running.advance(24 * 3600);
    expect(await messagesTo(running.baseUrl, supplier.owner.mobile)).toEqual(others);
  });
});
