/** Contracts with a collection: before and after signing, by different payers, online and offline. */
import { auditList } from '@cinnabar/api/operations/audit.js';
import {
  contractCancel,
  contractTaskInfo,
  getSignUrl,
  signContract,
} from '@cinnabar/api/operations/flows.js';
import {
  getPayOpenId,
  payDueList,
  payOrderAdd,
  payOrderAudit,
  payOrderCancel,
  payOrderListByPage,
  payOrderQuery,
  queryChannelList,
  queryCorpHasPayChannel,
} from '@cinnabar/api/operations/payments.js';
import type { PayOrderId } from '@cinnabar/api/schemas/payment.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { bySession, enterLink } from '../support/enter-link.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  confirmByPassword,
  type GivenTemplate,
  givenSeal,
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
  type SaleOptions,
  signerOf,
  startSale,
} from '../support/given-payments.js';

let app: RunningApp;
let merchant: Enterprise;
let payer: Enterprise;
let stranger: Enterprise;
let channels: Channels;
let sale: GivenTemplate;
let personalSale: GivenTemplate;

beforeAll(async () => {
  app = await startApp();
  merchant = await givenEnterprise(app);
  payer = await givenEnterprise(app);
  stranger = await givenEnterprise(app);
  await givenSeal(merchant);
  await givenSeal(payer);
  channels = await givenChannels(app, merchant.corpId);
  sale = await givenSaleTemplate(merchant);
  personalSale = await givenSaleTemplate(merchant, 'person');
});
afterAll(() => app.close());

/** A sale whose 乙方 is the payer's owner. */
async function givenSale(options: Partial<SaleOptions> = {}) {
  const flow = await startSale(merchant, sale, [payer.owner, payer], { amount: 88.88, ...options });
  return { flowId: flow.flowId, signerId: signerOf(flow) };
}

async function givenOrder(options: Partial<SaleOptions> = {}) {
  const { flowId, signerId } = await givenSale(options);
  const order = await payer.owner.client.data(payOrderAdd, {
    channelModelId: channels('chatAQrCode'),
    signerId,
  });
  return { flowId, signerId, id: order.id, no: order.businessOrderNo };
}

async function payeeOf(flowId: Parameters<typeof taskInfo>[1]) {
  const { participantList } = await taskInfo(payer.owner, flowId);
  const payee = participantList.find(({ participantFlag }) => participantFlag === '乙方')?.payee;
  return payee === null || payee === undefined ? null : [payee.payeeStatus, payee.auditStatus];
}

const states = async (id: PayOrderId) => {
  const { status, refundTimes, refundAmount } = await lookAtOrder(merchant.owner, id);
  return [status, refundTimes, refundAmount];
};

const refusal = async (answered: ReturnType<Person['client']['post']>) => {
  const { status, envelope } = await answered;
  return [status, envelope.code, ...(envelope.reason === undefined ? [] : [envelope.reason])];
};

describe('a contract paid before signing', () => {
  test('cannot be signed by its payer before the payment, and can be after it', async () => {
    const { flowId, signerId } = await givenSale({ amount: 1280.5, priority: 0, remark: '首付款' });
    const before = await taskInfo(payer.owner, flowId);
    expect([before.operateStatus, before.payeeContractFlag, before.totalAmount]).toEqual([4, 1, 1280.5]);
    await confirmByPassword(payer.owner, flowId);
    const signComponents = await sealEverything(payer.owner, flowId);
    const attempt = () => payer.owner.client.post(signContract.path, { flowId, signComponents });
    expect(await refusal(attempt())).toEqual([403, '403', 'PAYMENT_REQUIRED']);

    const [scan] = await payer.owner.client.data(queryChannelList, { flowId, source: 'pc' });
    expect(scan).toEqual({
      channelModelId: channels('chatAQrCode'),
      corpId: merchant.corpId,
      providerCode: 'chatApay',
      providerName: 'chatA 支付',
      payTypeCode: 'NATIVE',
      appId: 'app-chatAQrCode',
    });
    const order = await payer.owner.client.data(payOrderAdd, {
      channelModelId: channels('chatAQrCode'),
      signerId,
      source: 'pc',
    });
    expect(order).toMatchObject({
      status: 1,
      amount: 1280.5,
      goodsType: 2,
      payTypeCode: 'chatAQrCode',
      merchantAccount: `merchant-${merchant.corpId}`,
      merchantType: 2,
      payUrl: `${app.baseUrl}/sandbox/pay/${order.businessOrderNo}`,
    });
    expect(await payAtProvider(app, order.businessOrderNo)).toEqual({ state: 'succeeded', notified: 204 });

    expect(await lookAtOrder(payer.owner, order.id)).toMatchObject({
      status: 2,
      orderType: 1,
      corpId: merchant.corpId,
      corpName: merchant.corpName,
      psnId: payer.owner.userId,
      psnName: payer.owner.realName,
      amount: 1280.5,
      remark: '首付款',
      refundTimes: 0,
      refundAmount: 0,
      successTime: expect.stringMatching(/^\d{4}-/),
      extendInfo: { flowId, signerId, refundReason: null },
    });
    expect(await payeeOf(flowId)).toEqual([1, 1]);
    expect((await taskInfo(payer.owner, flowId)).operateStatus).toBe(2);
    expect((await attempt()).envelope.code).toBe('0');
  });
});

describe('a contract paid after signing', () => {
  test('is signed and completed without a payment, and paid afterwards', async () => {
    const { flowId, signerId } = await givenSale();
    await sign(payer.owner, flowId);
    expect((await sign(merchant.owner, flowId)).flowStatus).toBe(3);
    const { businessOrderNo } = await payer.owner.client.data(payOrderAdd, {
      channelModelId: channels('payAPC'),
      signerId,
      returnUrl: 'https%3A%2F%2Fshop.example%2Fdone%3Fa%3D1',
    });
    await payAtProvider(app, businessOrderNo);
    expect(await payeeOf(flowId)).toEqual([1, 1]);
    expect((await taskInfo(payer.owner, flowId)).flowStatus).toBe(3);
  });
});

describe('a pay order', () => {
  test('is unique for a participant: the same channel returns it, another channel is refused', async () => {
    const { signerId } = await givenSale();
    const add = (channel: 'chatAQrCode' | 'payAPC') =>
      payer.owner.client.call(payOrderAdd, { channelModelId: channels(channel), signerId });
    const answers = await Promise.all(Array.from({ length: 8 }, () => add('chatAQrCode')));
    const bodies = answers.map(({ envelope }) => JSON.stringify(envelope.data));
    expect(new Set(bodies).size).toBe(1);
    expect((await add('payAPC')).envelope.code).toBe('1103');
  });

  test('repeated with one Idempotency-Key returns the same response, even after payment', async () => {
    const { signerId } = await givenSale();
    const add = () =>
      payer.owner.client.call(
        payOrderAdd,
        { channelModelId: channels('chatAQrCode'), signerId },
        { 'Idempotency-Key': `order of ${signerId}` },
      );
    const first = await add();
    await payAtProvider(app, first.envelope.data.businessOrderNo);
    const second = await add();
    expect(second.envelope).toEqual(first.envelope);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });

  test('has payment parameters as JSON text inside an app, and requires the payer’s id there', async () => {
    const { signerId } = await givenSale();
    const jsapi = { channelModelId: channels('chatAJSAPI'), signerId, source: 'chatAh5' };
    expect((await payer.owner.client.call(payOrderAdd, jsapi)).envelope.code).toBe('1105');
    const exchange = { channelModelId: channels('chatAJSAPI'), authCode: '0a1B2c', source: 'chatAh5' };
    const openId = await payer.owner.client.data(getPayOpenId, exchange);
    expect(openId).toMatch(/^o[\w-]{27}$/);
    const { payUrl, payTypeCode } = await payer.owner.client.data(payOrderAdd, { ...jsapi, openId });
    expect(payTypeCode).toBe('chatAJSAPI');
    expect(Object.keys(JSON.parse(payUrl ?? ''))).toEqual([
      'appId',
      'timeStamp',
      'nonceStr',
      'package',
      'signType',
      'paySign',
    ]);
  });

  test('rejected by the provider is over, and another can be created', async () => {
    const { signerId } = await givenSale();
    const jsapi = { channelModelId: channels('payAJSAPI'), signerId, openId: 'invalid' };
    expect((await payer.owner.client.call(payOrderAdd, jsapi)).envelope.code).toBe('1102');
    const { status } = await payer.owner.client.data(payOrderAdd, { ...jsapi, openId: 'o1' });
    expect(status).toBe(1);
  });

  test('can be created by any member of the paying enterprise and by the initiator, and by nobody else', async () => {
    const cashier = await payer.member();
    const colleague = await merchant.member();
    const manager = await merchant.member(['CONTRACT_ADMIN']);
    const add = async (person: Person, options: Partial<SaleOptions> = {}) => {
      const { signerId } = await givenSale(options);
      return refusal(
        person.client.post(payOrderAdd.path, { channelModelId: channels('chatAQrCode'), signerId }),
      );
    };
    expect(await add(cashier)).toEqual([200, '200']);
    expect(await add(merchant.owner)).toEqual([200, '200']);
    expect(await add(colleague)).toEqual([403, '403', 'PERMISSION_DENIED']);
    expect(await add(manager)).toEqual([403, '403', 'PERMISSION_DENIED']);
    expect(await add(stranger.owner)).toEqual([404, '404']);
    expect(await add(cashier, { confidential: true })).toEqual([404, '404']);
    expect(await add(payer.owner, { confidential: true })).toEqual([200, '200']);
  });

  test('of a person belongs to that person alone', async () => {
    const buyer = await payer.member();
    const flow = await startSale(merchant, personalSale, [buyer, null], { amount: 0.01 });
    const order = { channelModelId: channels('chatAQrCode'), signerId: signerOf(flow) };
    expect(await refusal(payer.owner.client.post(payOrderAdd.path, order))).toEqual([404, '404']);
    // The application of an uninvolved enterprise has no access, even if its member is the payer.
    expect(await refusal(buyer.client.post(payOrderAdd.path, order))).toEqual([404, '404']);
    const participantId = order.signerId;
    const link = await merchant.owner.client.data(getSignUrl, { flowId: flow.flowId, participantId });
    const own = bySession(buyer, await enterLink(app, link, buyer));
    const { id, amount } = await own.client.data(payOrderAdd, order);
    expect(amount).toBe(0.01);
    expect((await lookAtOrder(own, id)).orderType).toBe(0);
    expect(await refusal(payer.owner.client.post(payOrderQuery.path, { id }))).toEqual([404, '404']);
    expect(await payer.owner.client.data(payOrderListByPage, { id })).toEqual([]);
  });

  test('is visible to its merchant and its payer, and found by every filter, newest first', async () => {
    const title = '筛选用的合同_%';
    const { id, no, flowId } = await givenOrder({ title });
    await payAtProvider(app, no);
    const manager = await merchant.member(['CONTRACT_ADMIN']);
    const { orderCode } = await lookAtOrder(manager, id);
    const today = orderCode.slice(2, 10).replace(/(....)(..)(..)/, '$1-$2-$3');
    const list = async (person: Person, filter: object) =>
      (
        await person.client.post<readonly { id: number }[]>(payOrderListByPage.path, filter)
      ).envelope.data.map((order) => order.id);
    const found: readonly object[] = [
      { id },
      { orderCode },
      { businessOrderNo: no },
      { psnId: payer.owner.userId, goodsName: '筛选用的' },
      { psnName: payer.owner.realName.slice(1), goodsName: '_%' },
      { goodsType: 2, id },
      { status: '2', id },
      { payTypeCode: 'chatAQrCode', id },
      { payTypeCode: 'NATIVE', id },
      { providerCode: 'chatApay', id },
      { orderType: 1, id, beginTime: today, endTime: today },
      { orderCode: '', goodsName: '', id, status: null },
    ];
    for (const filter of found) {
      for (const person of [merchant.owner, manager, payer.owner])
        expect(await list(person, filter)).toEqual([id]);
      expect(await list(stranger.owner, filter)).toEqual([]);
    }
    const missed: readonly object[] = [
      { id, goodsType: 1 },
      { id, status: 1 },
      { id, payTypeCode: 'payAPC' },
      { id, providerCode: 'payA' },
      { id, orderType: 0 },
      { id, beginTime: '2999-01-01' },
      { id, goodsName: '筛选用的%' },
    ];
    for (const filter of missed) expect(await list(merchant.owner, filter)).toEqual([]);
    const all = await merchant.owner.client.data(payOrderListByPage, { listPageSize: 1000 });
    const times = all.map(({ createTime }) => createTime);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(flowId).toBeGreaterThan(0);
  });
});

test('a contract that was not concluded can no longer be paid', async () => {
  const { signerId, flowId } = await givenSale();
  await merchant.owner.client.data(contractCancel, { flowId });
  const add = payer.owner.client.post(payOrderAdd.path, {
    channelModelId: channels('payAPC'),
    signerId,
  });
  expect(await refusal(add)).toEqual([403, '403', 'FLOW_STATE']);
});

describe('an unpaid order', () => {
  test('can be cancelled by its payer and its initiator, and by nobody else', async () => {
    const { id, signerId } = await givenOrder();
    const manager = await merchant.member(['CONTRACT_ADMIN']);
    for (const person of [manager, stranger.owner]) {
      expect(await refusal(person.client.post(payOrderCancel.path, { id }))).toEqual([404, '404']);
    }
    await merchant.owner.client.data(payOrderCancel, { id });
    expect(await states(id)).toEqual([5, 0, 0]);
    const again = await merchant.owner.client.call(payOrderCancel, { id });
    expect(again.envelope.code).toBe('1111');
    const next = await payer.owner.client.data(payOrderAdd, { channelModelId: channels('payAPC'), signerId });
    expect(next.id).not.toBe(id);
  });

  test('cannot be cancelled if it was paid meanwhile, and counts as paid', async () => {
    const { id, no, flowId } = await givenOrder();
    await payAtProvider(app, no, 'success', false);
    const cancel = () => payer.owner.client.call(payOrderCancel, { id });
    expect((await cancel()).envelope.code).toBe('1110');
    expect(await states(id)).toEqual([2, 0, 0]);
    expect(await payeeOf(flowId)).toEqual([1, 1]);
    expect((await cancel()).envelope.code).toBe('1110');
  });

  test('cannot be cancelled after it failed', async () => {
    const { id, no } = await givenOrder();
    await payAtProvider(app, no, 'fail');
    expect((await payer.owner.client.call(payOrderCancel, { id })).envelope.code).toBe('1111');
  });

  test('expires after thirty minutes', async () => {
    const { id, signerId, no } = await givenOrder();
    await app.advance(29 * 60);
    expect(await states(id)).toEqual([1, 0, 0]);
    await app.advance(60);
    expect(await states(id)).toEqual([5, 0, 0]);
    expect((await payAtProvider(app, no)).state).toBe('closed');
    const next = await payer.owner.client.data(payOrderAdd, { channelModelId: channels('payAPC'), signerId });
    expect(next).toMatchObject({ status: 1 });
  });
});

describe('a payment outside the service', () => {
  test('is confirmed by the merchant, and closes the open order', async () => {
    const { id, signerId, flowId } = await givenOrder({ priority: 0 });
    const manager = await merchant.member(['CONTRACT_ADMIN']);
    const audit = (person: Person) =>
      refusal(person.client.post(payOrderAudit.path, { signerId, remark: '银行转账' }));
    expect(await audit(payer.owner)).toEqual([403, '403', 'PERMISSION_DENIED']);
    expect(await audit(stranger.owner)).toEqual([404, '404']);
    expect(await audit(manager)).toEqual([200, '200']);
    expect(await states(id)).toEqual([5, 0, 0]);
    expect(await payeeOf(flowId)).toEqual([1, 1]);
    expect(await audit(manager)).toEqual([200, '1104']);
    expect((await sign(payer.owner, flowId)).signStatus).toBe(3);
  });

  test('is refused if the order was paid meanwhile', async () => {
    const { id, no, signerId } = await givenOrder();
    await payAtProvider(app, no, 'success', false);
    expect(await refusal(merchant.owner.client.post(payOrderAudit.path, { signerId }))).toEqual([
      200,
      '1104',
    ]);
    expect(await states(id)).toEqual([2, 0, 0]);
  });
});

describe('what is due', () => {
  const dues = async (person: Person) =>
    (await person.client.data(payDueList, { listPageSize: 1000 })).map(({ signerId }) => signerId);

  test('is listed without an order, until it is confirmed with a reason, which the audit keeps', async () => {
    const { flowId, signerId } = await givenSale({ amount: 66.6, remark: '尾款' });
    const [due] = await merchant.owner.client.data(payDueList, {});
    expect(due).toMatchObject({ flowId, signerId, amount: 66.6, remark: '尾款', corpName: payer.corpName });
    await merchant.owner.client.data(payOrderAudit, { signerId, remark: '现金收据 12' });
    expect(await dues(merchant.owner)).not.toContain(signerId);
    const [entry] = await merchant.owner.client.data(auditList, { act: 'payOrder.offline' });
    expect(entry).toMatchObject({ userId: merchant.owner.userId, objectKind: 'contract', objectId: flowId });
    expect(entry?.changes).toContainEqual({ field: 'amountFen', before: null, after: '6660' });
    expect(entry?.texts).toContainEqual({ field: 'remark', value: '现金收据 12' });
  });

  test('is shown to its initiator and to who reads the merchant’s contracts; a confidential one to its initiator', async () => {
    const [open, secret] = [await givenSale(), await givenSale({ confidential: true })];
    const auditor = await merchant.member(['AUDITOR']);
    const clerk = await merchant.member();
    expect(await dues(merchant.owner)).toEqual(expect.arrayContaining([open.signerId, secret.signerId]));
    const read = await dues(auditor);
    expect([read.includes(open.signerId), read.includes(secret.signerId)]).toEqual([true, false]);
    for (const person of [clerk, payer.owner, stranger.owner]) expect(await dues(person)).toEqual([]);
    expect(await refusal(auditor.client.post(payOrderAudit.path, { signerId: open.signerId }))).toEqual([
      403,
      '403',
      'PERMISSION_DENIED',
    ]);
  });

  test('is listed by the time of its contract, and ends with it', async () => {
    const { flowId, signerId } = await givenSale();
    await givenSale();
    const later = "update flows set created_at = created_at + interval '1 minute' where flow_id = $1";
    await app.app.database.pool.query(later, [flowId]);
    expect((await dues(merchant.owner))[0]).toBe(signerId);
    await merchant.owner.client.data(contractCancel, { flowId });
    expect(await dues(merchant.owner)).not.toContain(signerId);
  });
});

describe('channels', () => {
  test('are enabled per enterprise', async () => {
    const has = (corpId: Enterprise['corpId']) =>
      stranger.owner.client.data(queryCorpHasPayChannel, { corpId });
    expect([await has(merchant.corpId), await has(payer.corpId)]).toEqual([true, false]);
  });

  test('are offered by the payer’s source', async () => {
    const { flowId } = await givenSale();
    const offered = async (source: string) =>
      (await payer.owner.client.data(queryChannelList, { flowId, source })).map(
        ({ providerCode, payTypeCode }) => `${providerCode} ${payTypeCode}`,
      );
    expect(await offered('chatA')).toEqual(['chatApay JSAPI']);
    expect(await offered('payAh5')).toEqual(['payA JSAPI', 'payA WAP']);
    expect(await offered('h5')).toEqual(['chatApay H5', 'payA WAP']);
    expect(await offered('pc')).toEqual(['chatApay NATIVE', 'payA PC', 'payA SCAN_CODE']);
    expect(await offered('kiosk')).toHaveLength(7);
  });

  test('that are disabled accept no new order, and complete existing ones', async () => {
    const other = await givenEnterprise(app);
    await givenSeal(other);
    const own = await givenChannels(app, other.corpId, ['chatAQrCode']);
    const template = await givenSaleTemplate(other);
    const flows = [
      await startSale(other, template, [payer.owner, payer], { amount: 5 }),
      await startSale(other, template, [payer.owner, payer], { amount: 5 }),
    ].map((flow) => signerOf(flow));
    const add = (signerId: (typeof flows)[number] | undefined) =>
      payer.owner.client.post<{ businessOrderNo: string; id: PayOrderId }>(payOrderAdd.path, {
        channelModelId: own('chatAQrCode'),
        signerId,
      });
    const { envelope } = await add(flows[0]);
    await app.app.database.db
      .updateTable('pay_channels')
      .set({ enabled: false })
      .where('channel_model_id', '=', own('chatAQrCode'))
      .execute();
    expect((await add(flows[1])).envelope.code).toBe('1102');
    await payAtProvider(app, envelope.data.businessOrderNo);
    expect((await lookAtOrder(payer.owner, envelope.data.id)).status).toBe(2);
  });

  test('of another merchant, or with an invalid amount, are refused', async () => {
    const foreignChannels = await givenChannels(app, stranger.corpId, ['chatAQrCode']);
    const { signerId, flowId } = await givenSale({ amount: 100 });
    const add = async (channelModelId = channels('chatAQrCode'), signer: number = signerId) => {
      const { envelope } = await payer.owner.client.post(payOrderAdd.path, {
        channelModelId,
        signerId: signer,
      });
      return envelope.code;
    };
    expect(await add(foreignChannels('chatAQrCode'))).toBe('1102');
    const { participantList } = await payer.owner.client.data(contractTaskInfo, { flowId });
    const first = participantList.find(({ participantFlag }) => participantFlag === '甲方')?.participantId;
    const byInitiator = await merchant.owner.client.post(payOrderAdd.path, {
      channelModelId: channels('chatAQrCode'),
      signerId: first,
    });
    expect(byInitiator.envelope.code).toBe('1104');
    const limit = (yuan: number) =>
      app.app.database.db
        .updateTable('corps')
        .set({ max_amount: yuan })
        .where('corp_id', '=', merchant.corpId)
        .execute();
    await limit(99);
    expect(await add()).toBe('1101');
    await limit(50_000);
    expect(await add()).toBe('200');
  });
});
