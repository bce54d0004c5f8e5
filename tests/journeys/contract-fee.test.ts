/**
 * Contracts whose fee is paid by a counterparty: an enterprise from its account, a person by a pay order of the
 * platform.
 */
import { queryAccountHistoryList } from '@cinnabar/api/operations/enterprise.js';
import {
  contractCancel,
  contractExtend,
  signContract,
  signWish,
  startSignFlow,
} from '@cinnabar/api/operations/flows.js';
import {
  payOrderListByPage,
  queryChannelList,
  reversePayContractFee,
} from '@cinnabar/api/operations/payments.js';
import { sendSmsVerifyCode } from '@cinnabar/api/operations/sms.js';
import { PLATFORM } from '@cinnabar/server/areas/payments/index.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  confirmByPassword,
  type FlowId,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  sealEverything,
  sign,
  taskInfo,
} from '../support/given-flow.js';
import {
  type Channels,
  givenChannels,
  givenSaleTemplate,
  lookAtOrder,
  payAtProvider,
} from '../support/given-payments.js';
import { openPersonalContracts } from '../support/my-session.js';

let app: RunningApp;
let initiator: Enterprise;
let counterparty: Enterprise;
let person: Person;
let withEnterprise: GivenTemplate;
let withPerson: GivenTemplate;
let withBoth: GivenTemplate;
let platform: Channels;

beforeAll(async () => {
  app = await startApp({ settings: { SIGNING_FEE_FEN: '650' } });
  initiator = await givenEnterprise(app);
  counterparty = await givenEnterprise(app);
  const elsewhere = await givenEnterprise(app);
  person = await elsewhere.member();
  // With the token of an enterprise unrelated to the contract.
  await openPersonalContracts(app, person, elsewhere);
  await givenSeal(initiator);
  await givenSeal(counterparty);
  platform = await givenChannels(app, PLATFORM);
  withEnterprise = await givenSaleTemplate(initiator);
  withPerson = await givenSaleTemplate(initiator, 'person');
  withBoth = await givenTemplate(initiator.owner.client, {
    pages: 1,
    parties: [
      { flag: '甲方', mode: 3, signOrder: 1, area: true },
      { flag: '乙方', signOrder: 1, area: true },
      { flag: '丙方', type: 0, signOrder: 1, area: true },
    ],
  });
});
afterAll(() => app.close());

async function start(template: GivenTemplate, ...parties: readonly ReturnType<typeof as>[]): Promise<FlowId> {
  const { flowId } = await initiator.owner.client.data(startSignFlow, {
    templateId: template.templateId,
    reversePayFlag: 1,
    participantList: parties,
  });
  return flowId;
}
const withCounterparty = () => start(withEnterprise, as('乙方', counterparty.owner, counterparty));
const withThePerson = () => start(withPerson, as('乙方', person, null));
const withBothOfThem = () =>
  start(withBoth, as('乙方', counterparty.owner, counterparty), as('丙方', person, null));

/** Ledger rows of the flow on an enterprise's account, oldest first. */
async function moved({ owner }: Enterprise, flowId: FlowId) {
  const rows = await owner.client.data(queryAccountHistoryList, { listPageSize: 1000 });
  return rows
    .filter(({ signFlowId }) => signFlowId === flowId)
    .map(({ recordType, count }) => `${recordType} ${count}`)
    .reverse();
}

async function trySigning(signer: Person, flowId: FlowId) {
  const { envelope } = await signer.client.post(signContract.path, {
    flowId,
    signComponents: await sealEverything(signer, flowId),
  });
  return envelope.reason ?? envelope.code;
}

async function signAsPerson(flowId: FlowId) {
  await person.client.data(sendSmsVerifyCode, { mobile: person.mobile, smsType: 'sign' });
  const verifyCode = await app.newestCode(person.mobile);
  await person.client.data(signWish, { flowId, authType: 'sms', verifyCode });
  return trySigning(person, flowId);
}

const payFee = (by: Person, flowId: FlowId, more: object = {}) =>
  by.client.post(reversePayContractFee.path, { flowId, ...more });

describe('a counterparty enterprise', () => {
  test('signs after paying the fee; the initiator’s contract is returned', async () => {
    const flowId = await withCounterparty();
    await confirmByPassword(counterparty.owner, flowId);
    expect(await trySigning(counterparty.owner, flowId)).toBe('FEE_UNPAID');
    expect((await taskInfo(initiator.owner, flowId)).feePayFlag).toBe(0);

    const { envelope } = await payFee(counterparty.owner, flowId);
    expect([envelope.code, envelope.data]).toEqual(['0', {}]);
    expect((await taskInfo(initiator.owner, flowId)).feePayFlag).toBe(1);
    expect(await moved(initiator, flowId)).toEqual(['signContract -1', 'reverseReturn 1']);
    expect(await moved(counterparty, flowId)).toEqual(['reversePay -1']);
    expect(await trySigning(counterparty.owner, flowId)).toBe('0');
  });

  test('is charged once, however many requests pay concurrently', async () => {
    const flowId = await withCounterparty();
    const answers = await Promise.all(Array.from({ length: 8 }, () => payFee(counterparty.owner, flowId)));
    const codes = new Set(answers.map(({ envelope }) => envelope.code));
    expect([...codes].every((code) => code === '0' || code === '503')).toBe(true);
    expect((await payFee(counterparty.owner, flowId)).envelope.data).toEqual({});
    expect(await moved(counterparty, flowId)).toEqual(['reversePay -1']);
    expect(await moved(initiator, flowId)).toEqual(['signContract -1', 'reverseReturn 1']);
  });

  test('pays nothing if its account is empty', async () => {
    const poor = await givenEnterprise(app, { contracts: 0 });
    const flowId = await start(withEnterprise, as('乙方', poor.owner, poor));
    expect((await payFee(poor.owner, flowId)).envelope.reason).toBe('BALANCE_NOT_ENOUGH');
    expect((await taskInfo(initiator.owner, flowId)).feePayFlag).toBe(0);
    expect(await moved(initiator, flowId)).toEqual(['signContract -1']);
  });

  test('pays nothing after the deadline', async () => {
    const flowId = await withCounterparty();
    const inAMinute = new Date(app.app.services.clock.now().getTime() + 60_000).toISOString();
    await initiator.owner.client.data(contractExtend, { flowId, expireDate: inAMinute });
    await app.advance(61);
    expect((await payFee(counterparty.owner, flowId)).envelope.reason).toBe('FLOW_EXPIRED');
    expect(await moved(counterparty, flowId)).toEqual([]);
  });

  test('does not prevent the initiator from signing first', async () => {
    const flowId = await withCounterparty();
    expect((await sign(initiator.owner, flowId)).signStatus).toBe(3);
    await payFee(counterparty.owner, flowId);
    expect((await sign(counterparty.owner, flowId)).flowStatus).toBe(3);
  });

  test('gets its contract back when the flow is revoked unsigned; the initiator gets nothing more', async () => {
    const flowId = await withCounterparty();
    await payFee(counterparty.owner, flowId);
    await initiator.owner.client.data(contractCancel, { flowId });
    expect(await moved(counterparty, flowId)).toEqual(['reversePay -1', 'signCancel 1']);
    expect(await moved(initiator, flowId)).toEqual(['signContract -1', 'reverseReturn 1']);
  });
});

describe('a counterparty who is a person', () => {
  test('pays an order of the platform, then signs', async () => {
    const flowId = await withThePerson();
    const channels = await person.client.data(queryChannelList, { flowId, source: 'pc' });
    expect(channels.map(({ corpId, channelModelId }) => [corpId, channelModelId])).toEqual([
      [null, platform('chatAQrCode')],
      [null, platform('payAPC')],
      [null, platform('payAPre')],
    ]);
    const order = await person.client.data(reversePayContractFee, {
      flowId,
      channelModelId: platform('payAPC'),
    });
    const { id, businessOrderNo } = order;
    if (id === undefined) throw new Error('a person must pay');
    expect(order).toMatchObject({ goodsType: 1, amount: 6.5, status: 1, payTypeCode: 'payAPC' });
    expect(await lookAtOrder(person, id)).toMatchObject({ corpId: null, orderType: 0, goodsType: 1 });
    expect(await initiator.owner.client.data(payOrderListByPage, { id })).toEqual([]);
    await payAtProvider(app, businessOrderNo);
    expect((await taskInfo(initiator.owner, flowId)).feePayFlag).toBe(1);
    expect(await moved(initiator, flowId)).toEqual(['signContract -1', 'reverseReturn 1']);
    expect((await payFee(person, flowId)).envelope.data).toEqual({});
    expect(await signAsPerson(flowId)).toBe('0');
  });

  test('gets the money back when the flow is revoked unsigned; nobody gets a contract', async () => {
    const flowId = await withThePerson();
    const { id, businessOrderNo } = await person.client.data(reversePayContractFee, { flowId });
    if (id === undefined) throw new Error('a person must pay');
    await payAtProvider(app, businessOrderNo);
    await initiator.owner.client.data(contractCancel, { flowId });
    await app.advance(0);
    expect(await lookAtOrder(person, id)).toMatchObject({ status: 4, refundTimes: 1, refundAmount: 6.5 });
    expect(await moved(initiator, flowId)).toEqual(['signContract -1', 'reverseReturn 1']);
  });

  test('gets nothing back after the first signature', async () => {
    const flowId = await withThePerson();
    const { id, businessOrderNo } = await person.client.data(reversePayContractFee, { flowId });
    if (id === undefined) throw new Error('a person must pay');
    await payAtProvider(app, businessOrderNo);
    await sign(initiator.owner, flowId);
    await initiator.owner.client.data(contractCancel, { flowId });
    await app.advance(0);
    expect(await lookAtOrder(person, id)).toMatchObject({ status: 2, refundTimes: 0, refundAmount: 0 });
    expect(await moved(initiator, flowId)).toEqual(['signContract -1', 'reverseReturn 1']);
  });
});

describe('of several counterparties, the first to pay pays for all', () => {
  test('other open orders are closed', async () => {
    const flowId = await withBothOfThem();
    const { id } = await person.client.data(reversePayContractFee, { flowId });
    if (id === undefined) throw new Error('a person must pay');
    await payFee(counterparty.owner, flowId);
    await app.advance(0);
    expect((await lookAtOrder(person, id)).status).toBe(5);
    expect(await signAsPerson(flowId)).toBe('0');
  });

  test('a concurrent second payment is refunded', async () => {
    const flowId = await withBothOfThem();
    const { id, businessOrderNo } = await person.client.data(reversePayContractFee, { flowId });
    if (id === undefined) throw new Error('a person must pay');
    await payAtProvider(app, businessOrderNo, 'success', false);
    await payFee(counterparty.owner, flowId);
    await app.advance(0);
    await app.advance(60);
    expect(await lookAtOrder(person, id)).toMatchObject({ status: 4, refundTimes: 1 });
    expect(await moved(counterparty, flowId)).toEqual(['reversePay -1']);
    expect(await moved(initiator, flowId)).toEqual(['signContract -1', 'reverseReturn 1']);
  });
});

test('a flow without reverse pay or without a counterparty has no fee to take over', async () => {
  const { flowId } = await initiator.owner.client.data(startSignFlow, {
    templateId: withEnterprise.templateId,
    participantList: [as('乙方', counterparty.owner, counterparty)],
  });
  expect((await payFee(counterparty.owner, flowId)).envelope.reason).toBe('FLOW_STATE');
  expect((await payFee(initiator.owner, flowId)).envelope.reason).toBe('PERMISSION_DENIED');
});
