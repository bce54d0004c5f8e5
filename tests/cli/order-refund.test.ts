import { payOrderAdd } from '@cinnabar/api/operations/payments.js';
import type { PayOrderId } from '@cinnabar/api/schemas/payment.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RunningApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import {
  givenChannels,
  givenSaleTemplate,
  lookAtOrder,
  payAtProvider,
  signerOf,
  startSale,
} from '../support/given-payments.js';
import { jobsDone } from '../support/jobs-done.js';
import { type BesideTheService, besideTheService } from './beside-the-service.js';

// Every test starts several processes.
vi.setConfig({ testTimeout: 180_000 });

describe('order refund, beside the running service', () => {
  let cli: BesideTheService;
  let running: RunningApp;
  let merchant: Enterprise;
  let payer: Enterprise;

  beforeAll(async () => {
    cli = await besideTheService();
    ({ running } = cli);
    merchant = await givenEnterprise(running);
    payer = await givenEnterprise(running);
  });
  afterAll(() => cli.close());

  const refund = (id: number, reason = '货物退回') =>
    cli.run('order', 'refund', '--id', String(id), '--reason', reason, '--json');

  const states = async (id: PayOrderId) => {
    const { status, refundTimes, refundAmount, extendInfo } = await lookAtOrder(merchant.owner, id);
    return [status, refundTimes, refundAmount, extendInfo?.refundReason];
  };

  it('refunds a collection once, and the contract counts as unpaid', async () => {
    const channels = await givenChannels(running, merchant.corpId);
    const sale = await givenSaleTemplate(merchant);
    const flow = await startSale(merchant, sale, [payer.owner, payer], { amount: 88.88 });
    const { id, businessOrderNo } = await payer.owner.client.data(payOrderAdd, {
      channelModelId: channels('chatAQrCode'),
      signerId: signerOf(flow),
    });
    expect(await refund(id)).toMatchObject({ code: 1, errors: expect.stringContaining('it is not paid') });

    await payAtProvider(running, businessOrderNo);
    expect(await states(id)).toEqual([2, 0, 0, null]);
    const done = await refund(id);
    expect([done.code, done.errors, JSON.parse(done.out)]).toEqual([
      0,
      '',
      { orderId: id, orderCode: expect.any(String), amountFen: 8888 },
    ]);
    await jobsDone(running.app.database.pool);
    expect(await states(id)).toEqual([4, 1, 88.88, '货物退回']);
    expect(await refund(id)).toMatchObject({ code: 1, errors: expect.stringContaining('goes back already') });
    const { payee_paid: paid } = await running.app.database.db
      .selectFrom('flow_participants')
      .select('payee_paid')
      .where('participant_id', '=', signerOf(flow))
      .executeTakeFirstOrThrow();
    expect(Boolean(paid)).toBe(false);
  });

  it('refuses unknown orders', async () => {
    expect(await refund(987_654)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('no such order'),
    });
    expect(await refund(1, ' ')).toMatchObject({
      code: 2,
      errors: expect.stringContaining('--reason is empty'),
    });
  });
});
