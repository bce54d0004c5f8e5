/** Effects of the provider's statuses in any order, and of money that is not owed. */
import { contractCancel } from '@cinnabar/api/operations/flows.js';
import { payOrderAdd, payOrderCancel } from '@cinnabar/api/operations/payments.js';
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { PayOrderId } from '@cinnabar/api/schemas/payment.js';
import { signedNotice } from '@cinnabar/server/sandbox/pay-notification.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import type { GivenTemplate } from '../support/given-flow.js';
import {
  type Channels,
  givenChannels,
  givenSaleTemplate,
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
  app = await startApp();
  merchant = await givenEnterprise(app);
  payer = await givenEnterprise(app);
  channels = await givenChannels(app, merchant.corpId);
  sale = await givenSaleTemplate(merchant);
});
afterAll(() => app.close());

async function givenOrder() {
  const flow = await startSale(merchant, sale, [payer.owner, payer], { amount: 88.88 });
  const { id, businessOrderNo: no } = await payer.owner.client.data(payOrderAdd, {
    channelModelId: channels('chatAQrCode'),
    signerId: signerOf(flow),
  });
  return { flowId: flow.flowId, id, no };
}

function orderOf(id: PayOrderId) {
  return app.app.database.db
    .selectFrom('pay_orders')
    .select(['status', 'refund_times', 'refunded_fen', 'refund_reason'])
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Status, number of refunds, and refunded yuan. */
async function states(id: PayOrderId) {
  const { status, refund_times: times, refunded_fen: fen } = await orderOf(id);
  return [status, times, fen / 100];
}

/** Whether the flow counts the payment as made, and as confirmed. */
async function payeeOf(flowId: FlowId) {
  const row = await app.app.database.db
    .selectFrom('flow_participants')
    .select(['payee_paid', 'payee_audited'])
    .where('flow_id', '=', flowId)
    .where('participant_flag', '=', '乙方')
    .executeTakeFirstOrThrow();
  return [Number(row.payee_paid), Number(row.payee_audited)];
}

function stored(flowId: FlowId) {
  return app.app.database.db
    .selectFrom('flows')
    .select('revision')
    .where('flow_id', '=', flowId)
    .executeTakeFirstOrThrow();
}

async function notify(
  no: string,
  result: 'success' | 'fail',
  amount: number,
  change = (text: string) => text,
) {
  const { masterKey, clock } = app.app.services;
  const notice = { businessOrderNo: no, result, amount, providerOrderNo: `sandbox-${no}` };
  const { body, headers } = signedNotice(masterKey, notice, clock.now());
  const response = await fetch(`${app.baseUrl}/pay/notify/sandbox`, {
    method: 'POST',
    headers,
    body: change(body),
  });
  await response.text();
  return response.status;
}

describe('a status from the provider', () => {
  test('received twice counts once', async () => {
    const { id, no, flowId } = await givenOrder();
    await payAtProvider(app, no);
    const { revision } = await stored(flowId);
    expect(await notify(no, 'success', 8888)).toBe(204);
    expect(await states(id)).toEqual([2, 0, 0]);
    expect((await stored(flowId)).revision).toBe(revision);
  });

  test('received in many concurrent notifications counts once', async () => {
    const { id, no, flowId } = await givenOrder();
    const { revision } = await stored(flowId);
    await payAtProvider(app, no, 'success', false);
    const answers = await Promise.all(Array.from({ length: 8 }, () => notify(no, 'success', 8888)));
    expect(new Set(answers)).toEqual(new Set([204]));
    expect(await states(id)).toEqual([2, 0, 0]);
    expect((await stored(flowId)).revision).toBe(revision + 1);
  });

  test('with a wrong amount is rejected', async () => {
    const { id, no, flowId } = await givenOrder();
    expect(await notify(no, 'success', 8887)).toBe(400);
    expect(await states(id)).toEqual([1, 0, 0]);
    expect(await payeeOf(flowId)).toEqual([0, 0]);
  });

  test('with a wrong signature, or for an unknown order, is rejected', async () => {
    const { id, no } = await givenOrder();
    expect(await notify(no, 'success', 8888, (text) => text.replace('8888', '8888 '))).toBe(400);
    expect(await notify('CN1', 'success', 8888)).toBe(400);
    expect(await states(id)).toEqual([1, 0, 0]);
  });

  test('more than five minutes old is rejected', async () => {
    const { id, no } = await givenOrder();
    const { masterKey, clock } = app.app.services;
    const notice = { businessOrderNo: no, result: 'success', amount: 8888, providerOrderNo: 'x' } as const;
    const recorded = signedNotice(masterKey, notice, clock.now());
    await app.advance(301);
    const response = await fetch(`${app.baseUrl}/pay/notify/sandbox`, { method: 'POST', ...recorded });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('FAIL')]);
    expect(await states(id)).toEqual([1, 0, 0]);
  });

  test('of failure after success changes nothing', async () => {
    const { id, no } = await givenOrder();
    await payAtProvider(app, no);
    expect(await notify(no, 'fail', 8888)).toBe(204);
    expect(await states(id)).toEqual([2, 0, 0]);
  });

  test('of success after failure is refunded, once', async () => {
    const { id, no, flowId } = await givenOrder();
    expect(await notify(no, 'fail', 8888)).toBe(204);
    expect(await states(id)).toEqual([3, 0, 0]);
    await payAtProvider(app, no);
    expect(await notify(no, 'success', 8888)).toBe(204);
    await app.advance(0);
    expect(await states(id)).toEqual([3, 1, 88.88]);
    expect(await payeeOf(flowId)).toEqual([0, 0]);
  });

  test('for a cancelled order is refunded, once', async () => {
    const { id, no, flowId } = await givenOrder();
    await payer.owner.client.data(payOrderCancel, { id });
    // The payer was faster at the provider.
    await app.app.database.db
      .updateTable('sandbox_payments')
      .set({ state: 'succeeded' })
      .where('business_order_no', '=', no)
      .execute();
    for (let times = 0; times < 3; times += 1) expect(await notify(no, 'success', 8888)).toBe(204);
    await app.advance(0);
    await app.advance(60);
    expect(await states(id)).toEqual([5, 1, 88.88]);
    expect(await payeeOf(flowId)).toEqual([0, 0]);
  });

  test('is polled if its notification was lost', async () => {
    const { id, no, flowId } = await givenOrder();
    expect(await payAtProvider(app, no, 'success', false)).toEqual({ state: 'succeeded', notified: null });
    expect(await states(id)).toEqual([1, 0, 0]);
    await app.advance(31);
    expect(await states(id)).toEqual([2, 0, 0]);
    expect(await payeeOf(flowId)).toEqual([1, 1]);
  });
});

describe('a collection for a contract that is not concluded', () => {
  test('has no open order left', async () => {
    const { id, no, flowId } = await givenOrder();
    await merchant.owner.client.data(contractCancel, { flowId });
    await app.advance(0);
    expect(await states(id)).toEqual([5, 0, 0]);
    expect((await payAtProvider(app, no)).state).toBe('closed');
  });

  test('is refunded once, whether payment or revocation came first', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id, no, flowId } = await givenOrder();
      await payAtProvider(app, no, 'success', false);
      await Promise.all([
        merchant.owner.client.data(contractCancel, { flowId }),
        notify(no, 'success', 8888),
      ]);
      await app.advance(0);
      await app.advance(60);
      expect(await states(id)).toEqual([4, 1, 88.88]);
      expect(await payeeOf(flowId)).toEqual([0, 0]);
    }
  });

  // Last, because tokens expire long before contracts do.
  test.each(['revoked', 'expired'] as const)('goes back when it is %s', async (how) => {
    const { id, no, flowId } = await givenOrder();
    await payAtProvider(app, no);
    if (how === 'revoked') await merchant.owner.client.data(contractCancel, { flowId });
    await app.advance(how === 'revoked' ? 0 : 91 * 24 * 3_600);
    expect(await states(id)).toEqual([4, 1, 88.88]);
    expect(await payeeOf(flowId)).toEqual([0, 0]);
    expect((await orderOf(id)).refund_reason).toMatch(/合同已/);
  });
});
