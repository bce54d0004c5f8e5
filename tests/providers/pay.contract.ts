import {
  type NewPayment,
  type PayAccount,
  type PayProvider,
  PayProviderFailed,
  type ReceivedNotification,
} from '@cinnabar/server/providers/pay/port.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

export interface PayUnderTest {
  readonly adapter: PayProvider;
  readonly account: PayAccount;
  /** An authorization code that the provider accepts, and one that it refuses. */
  readonly authCodes: { readonly valid: string; readonly invalid: string };
  /** Whether the provider has payments that fail for good. */
  readonly canFail: boolean;
  /** Notifications that are none of the provider's, made of a genuine one. */
  forgeries(genuine: ReceivedNotification): readonly ReceivedNotification[];
  /** The payer opens the payment without paying. */
  open(businessOrderNo: string): void;
  /** The payer pays, or the payment fails; returns the provider's notification. */
  pay(businessOrderNo: string, result: 'success' | 'fail', now: Date): Promise<ReceivedNotification>;
  /** Makes the provider unreachable. */
  cutOff(): void;
  close(): Promise<void>;
}

const now = new Date('2026-11-20T10:00:00.000Z');
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

/** The contract of every payment adapter. */
export function payContract(open: () => Promise<PayUnderTest>): void {
  describe('payments', () => {
    let under: PayUnderTest;
    let adapter: PayProvider;
    let account: PayAccount;

    beforeEach(async () => {
      under = await open();
      ({ adapter, account } = under);
    });
    afterEach(() => under.close());

    const order = (businessOrderNo: string): NewPayment => ({
      ...{ account, businessOrderNo, amountFen: 12_34, description: '合同签署费', openId: null },
      ...{ returnUrl: null, payerAddress: '192.0.2.7', expireTime: later(30), now },
    });
    const stateOf = async (businessOrderNo: string, at = now) =>
      (await adapter.query(account, businessOrderNo, at)).state;
    const failureOf = async (work: Promise<unknown>) => {
      const error = await work.then(
        () => null,
        (reason: unknown) => reason,
      );
      return error instanceof PayProviderFailed ? error.failure : error;
    };

    test('are open until paid, and then have amount and number', async () => {
      expect(await stateOf('CN12026112300000001')).toBe('unknown');
      expect(await adapter.create(order('CN12026112300000001'))).not.toBe('');
      under.open('CN12026112300000001');
      expect(await stateOf('CN12026112300000001')).toBe('open');
      await under.pay('CN12026112300000001', 'success', now);
      expect(await adapter.query(account, 'CN12026112300000001', later(1))).toMatchObject({
        state: 'succeeded',
        amountFen: 12_34,
        providerOrderNo: expect.stringMatching(/./),
        time: expect.any(Date),
      });
    });

    test('created twice are one order', async () => {
      const first = await adapter.create(order('CN12026112300000001'));
      expect(await adapter.create(order('CN12026112300000001'))).toBe(first);
      await under.pay('CN12026112300000001', 'success', now);
      // A provider may refuse to create it again, as long as a query finds the payment.
      await adapter.create(order('CN12026112300000001')).catch((error: unknown) => {
        expect(error).toMatchObject({ failure: 'TRANSIENT' });
      });
      expect(await stateOf('CN12026112300000001')).toBe('succeeded');
    });

    test('cannot be paid after expiry or closing', async () => {
      await adapter.create(order('CN12026112300000001'));
      under.open('CN12026112300000001');
      expect(await stateOf('CN12026112300000001', later(31))).toBe('closed');
      await adapter.create(order('CN22026112300000001'));
      under.open('CN22026112300000001');
      for (const _ of [1, 2])
        expect(await adapter.close(account, 'CN22026112300000001', now)).toMatchObject({ state: 'closed' });
      expect(await adapter.close(account, 'CN92026112300000001', now)).toMatchObject({ state: 'closed' });
      expect(await stateOf('CN22026112300000001')).toBe('closed');
    });

    test('that are final stay unchanged when closed', async () => {
      await adapter.create(order('CN12026112300000001'));
      await under.pay('CN12026112300000001', 'success', now);
      expect(await adapter.close(account, 'CN12026112300000001', now)).toMatchObject({
        state: 'succeeded',
        amountFen: 12_34,
      });
      if (!under.canFail) return;
      await adapter.create(order('CN22026112300000001'));
      await under.pay('CN22026112300000001', 'fail', now);
      expect(await adapter.close(account, 'CN22026112300000001', now)).toMatchObject({ state: 'failed' });
    });

    test('are refunded once under one number, and only if paid', async () => {
      const money = { amountFen: 12_34, totalFen: 12_34, reason: '撤销' };
      const refund = {
        account,
        businessOrderNo: 'CN12026112300000001',
        refundNo: 'CN12026112300000001R1',
        ...money,
      };
      await adapter.create(order('CN12026112300000001'));
      expect(await failureOf(adapter.refund(refund))).toBe('REFUSED');
      await under.pay('CN12026112300000001', 'success', now);
      expect(await failureOf(adapter.refund({ ...refund, amountFen: 12_35 }))).toBe('REFUSED');
      expect(await adapter.queryRefund(refund)).toEqual({ state: 'unknown' });
      for (const _ of [1, 2]) await adapter.refund(refund);
      expect(await adapter.queryRefund(refund)).toEqual({ state: 'succeeded' });
      expect(await failureOf(adapter.refund({ ...refund, refundNo: 'CN12026112300000001R2' }))).toBe(
        'REFUSED',
      );
    });

    test.each([
      ['success', { state: 'succeeded', amountFen: 12_34 }],
      ['fail', { state: 'failed' }],
    ] as const)('are notified of: %s', async (result, outcome) => {
      if (result === 'fail' && !under.canFail) return;
      await adapter.create(order('CN12026112300000001'));
      const notification = await under.pay('CN12026112300000001', result, now);
      const expected = { kind: 'payment', businessOrderNo: 'CN12026112300000001', outcome };
      expect(await adapter.verifyNotification(account, notification)).toMatchObject(expected);
    });

    test('reject notifications that are forged, altered or old', async () => {
      await adapter.create(order('CN12026112300000001'));
      const genuine = await under.pay('CN12026112300000001', 'success', now);
      for (const forged of under.forgeries(genuine)) {
        expect(await failureOf(adapter.verifyNotification(account, forged))).toBe('FORGED');
      }
    });

    test('identify a payer by one id in one app', async () => {
      const { valid, invalid } = under.authCodes;
      const name = await adapter.openId(account, valid, 'chatAh5');
      expect(name).not.toBe('');
      expect(await failureOf(adapter.openId(account, invalid, 'chatAh5'))).toBe('AUTH_CODE_INVALID');
    });

    test('may or may not have happened if the provider is unreachable', async () => {
      under.cutOff();
      for (const work of [
        () => adapter.create(order('CN12026112300000001')),
        () => adapter.query(account, 'CN12026112300000001', now),
        () => adapter.close(account, 'CN12026112300000001', now),
        () => adapter.openId(account, under.authCodes.valid, 'chatAh5'),
      ]) {
        expect(await failureOf(work())).toBe('TRANSIENT');
      }
    });
  });
}
