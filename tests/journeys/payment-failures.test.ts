/**
 * Payments with an unavailable or slow provider, or a notification before its response: nothing is lost, and nothing
 * counts twice.
 */
import { contractCancel, contractChangeParticipant, contractRefuse } from '@cinnabar/api/operations/flows.js';
import { payOrderAdd, payOrderCancel } from '@cinnabar/api/operations/payments.js';
import type { PayOrderId } from '@cinnabar/api/schemas/payment.js';
import { PayProviderFailed } from '@cinnabar/server/providers/pay/port.js';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { type GivenTemplate, givenSeal, taskInfo } from '../support/given-flow.js';
import {
  type Channels,
  givenChannels,
  givenSaleTemplate,
  lookAtOrder,
  payAtProvider,
  signerOf,
  startSale,
} from '../support/given-payments.js';

let app: RunningApp;
let merchant: Enterprise;
let payer: Enterprise;
let channels: Channels;
let sale: GivenTemplate;

beforeAll(async () => {
  // The provider that fails is that of one instance.
  app = await startApp({ instances: 1 });
  merchant = await givenEnterprise(app);
  payer = await givenEnterprise(app);
  await givenSeal(merchant);
  channels = await givenChannels(app, merchant.corpId, ['chatAQrCode']);
  sale = await givenSaleTemplate(merchant);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => app.close());

const away = () => Promise.reject(new PayProviderFailed('TRANSIENT', 'nobody answers'));

async function givenSale() {
  const flow = await startSale(merchant, sale, [payer.owner, payer], { amount: 20 });
  return { flowId: flow.flowId, signerId: signerOf(flow) };
}
type Sale = Awaited<ReturnType<typeof givenSale>>;

const add = ({ signerId }: Sale) =>
  payer.owner.client.call(payOrderAdd, { channelModelId: channels('chatAQrCode'), signerId });

async function given() {
  const made = await givenSale();
  const { envelope } = await add(made);
  return { ...made, id: envelope.data.id, no: envelope.data.businessOrderNo };
}

async function orderOf({ flowId }: Sale) {
  const row = await app.app.database.db
    .selectFrom('pay_orders')
    .select(['order_id', 'business_order_no', 'status'])
    .where('flow_id', '=', flowId)
    .executeTakeFirstOrThrow();
  return { id: row.order_id, no: row.business_order_no, status: row.status };
}

const statusOf = async (id: PayOrderId) => (await lookAtOrder(payer.owner, id)).status;

async function isPaid({ flowId }: Sale) {
  const { participantList } = await taskInfo(payer.owner, flowId);
  return participantList.find(({ participantFlag }) => participantFlag === '乙方')?.payee?.payeeStatus;
}

describe('while the provider is unavailable', () => {
  test('an order is kept, and the next request continues it', async () => {
    const { pay } = app.app.services;
    const made = await givenSale();
    vi.spyOn(pay, 'create').mockImplementationOnce(away);
    const refused = await add(made);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    const { id, status } = await orderOf(made);
    expect(status).toBe(0);
    const { envelope } = await add(made);
    expect([envelope.data.id, envelope.data.status]).toEqual([id, 1]);
  });

  test('an order registered without a response is still the same order', async () => {
    const { pay } = app.app.services;
    const made = await givenSale();
    const create = pay.create.bind(pay);
    vi.spyOn(pay, 'create').mockImplementationOnce(async (payment) => {
      await create(payment);
      return away();
    });
    expect((await add(made)).status).toBe(503);
    const { id, no } = await orderOf(made);
    await payAtProvider(app, no);
    expect([await statusOf(id), await isPaid(made)]).toEqual([2, 1]);
  });

  test('an order that was never registered expires', async () => {
    const { pay } = app.app.services;
    const made = await givenSale();
    vi.spyOn(pay, 'create').mockImplementationOnce(away);
    await add(made);
    const { id } = await orderOf(made);
    await app.advance(30 * 60);
    expect(await statusOf(id)).toBe(5);
  });

  test('nothing is cancelled', async () => {
    const { pay } = app.app.services;
    const { id } = await given();
    vi.spyOn(pay, 'close').mockImplementationOnce(away);
    expect((await payer.owner.client.call(payOrderCancel, { id })).status).toBe(503);
    expect(await statusOf(id)).toBe(1);
    await payer.owner.client.data(payOrderCancel, { id });
    expect(await statusOf(id)).toBe(5);
  });

  test('a refund is delayed, and made once', async () => {
    const { pay } = app.app.services;
    const { id, no, flowId } = await given();
    await payAtProvider(app, no);
    const refund = vi.spyOn(pay, 'refund').mockImplementation(away);
    await merchant.owner.client.data(contractCancel, { flowId });
    await app.advance(0);
    expect(await lookAtOrder(payer.owner, id)).toMatchObject({ status: 2, refundTimes: 0 });
    refund.mockRestore();
    await app.advance(60);
    await app.advance(60);
    expect(await lookAtOrder(payer.owner, id)).toMatchObject({ status: 4, refundTimes: 1, refundAmount: 20 });
  });

  test('the expiry of an order is delayed, and an earlier payment counts', async () => {
    const { pay } = app.app.services;
    const made = await given();
    await payAtProvider(app, made.no, 'success', false);
    const query = vi.spyOn(pay, 'query').mockImplementation(away);
    const close = vi.spyOn(pay, 'close').mockImplementation(away);
    await app.advance(31 * 60);
    expect(await statusOf(made.id)).toBe(1);
    query.mockRestore();
    close.mockRestore();
    await app.advance(60);
    expect([await statusOf(made.id), await isPaid(made)]).toEqual([2, 1]);
  });
});

describe('while the provider is slow', () => {
  test('a notification before its response counts', async () => {
    const { pay } = app.app.services;
    const made = await givenSale();
    const create = pay.create.bind(pay);
    vi.spyOn(pay, 'create').mockImplementationOnce(async (payment) => {
      const payUrl = await create(payment);
      await payAtProvider(app, payment.businessOrderNo);
      return payUrl;
    });
    const { envelope } = await add(made);
    expect([envelope.data.status, await isPaid(made)]).toEqual([2, 1]);
  });

  test('no lock is held: the order can be cancelled, and then cannot be paid', async () => {
    const { pay } = app.app.services;
    const made = await givenSale();
    const create = pay.create.bind(pay);
    vi.spyOn(pay, 'create').mockImplementationOnce(async (payment) => {
      await payer.owner.client.data(payOrderCancel, { id: (await orderOf(made)).id });
      return create(payment);
    });
    const { envelope } = await add(made);
    expect(envelope.data.status).toBe(5);
    expect((await payAtProvider(app, envelope.data.businessOrderNo)).state).toBe('closed');
    expect(await isPaid(made)).toBe(0);
  });
});

describe('concurrently', () => {
  test('a payment and its cancellation: one of them takes effect', async () => {
    for (let round = 0; round < 6; round += 1) {
      const made = await given();
      const [{ envelope }] = await Promise.all([
        payer.owner.client.call(payOrderCancel, { id: made.id }),
        payAtProvider(app, made.no),
      ]);
      await app.advance(60);
      const { status, refundTimes } = await lookAtOrder(payer.owner, made.id);
      const expected = envelope.code === '200' ? ['200', 5, 0, 0] : ['1110', 2, 0, 1];
      expect([envelope.code, status, refundTimes, await isPaid(made)]).toEqual(expected);
    }
  });
});

test('collections are refunded when a participant refuses', async () => {
  const made = await given();
  await payAtProvider(app, made.no);
  await payer.owner.client.data(contractRefuse, { flowId: made.flowId, refuseMsg: '金额不符' });
  await app.advance(0);
  expect(await lookAtOrder(payer.owner, made.id)).toMatchObject({ status: 4, refundAmount: 20 });
  expect(await isPaid(made)).toBe(0);
});

test('the open order of a former participant is closed; the successor creates another', async () => {
  const made = await given();
  const successor = await payer.member();
  await merchant.owner.client.data(contractChangeParticipant, {
    flowId: made.flowId,
    participantId: made.signerId,
    psnAccount: successor.mobile,
    psnName: successor.realName,
  });
  await app.advance(0);
  expect(await statusOf(made.id)).toBe(5);
  const next = { channelModelId: channels('chatAQrCode'), signerId: made.signerId };
  expect((await successor.client.data(payOrderAdd, next)).status).toBe(1);
});

test('a successor’s order, opened before the events of the change are delivered, stays', async () => {
  const made = await given();
  const successor = await payer.member();
  await merchant.owner.client.data(contractChangeParticipant, {
    flowId: made.flowId,
    participantId: made.signerId,
    psnAccount: successor.mobile,
    psnName: successor.realName,
  });
  const next = { channelModelId: channels('chatAQrCode'), signerId: made.signerId };
  const { id } = await successor.client.data(payOrderAdd, next);
  await app.advance(0);
  expect([await statusOf(made.id), await statusOf(id)]).toEqual([5, 1]);
});
