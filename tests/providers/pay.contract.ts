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
      ...{ returnUrl: null, expireTime: later(30), now },
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
      expect(await stateOf('CN1')).toBe('unknown');
      expect(await adapter.create(order('CN1'))).not.toBe('');
      expect(await stateOf('CN1')).toBe('open');
      await under.pay('CN1', 'success', now);
      expect(await adapter.query(account, 'CN1', later(1))).toMatchObject({
        state: 'succeeded',
        amountFen: 12_34,
        providerOrderNo: expect.stringMatching(/./),
        time: expect.any(Date),
      });
    });

    test('created twice are one order', async () => {
      const first = await adapter.create(order('CN1'));
      expect(await adapter.create(order('CN1'))).toBe(first);
      await under.pay('CN1', 'success', now);
      await adapter.create(order('CN1'));
      expect(await stateOf('CN1')).toBe('succeeded');
    });

    test('cannot be paid after expiry or closing', async () => {
      await adapter.create(order('CN1'));
      expect(await stateOf('CN1', later(31))).toBe('closed');
      await adapter.create(order('CN2'));
      for (const _ of [1, 2])
        expect(await adapter.close(account, 'CN2', now)).toMatchObject({ state: 'closed' });
      expect(await adapter.close(account, 'never created', now)).toMatchObject({ state: 'closed' });
      expect(await stateOf('CN2')).toBe('closed');
    });

    test('that are final stay unchanged when closed', async () => {
      await adapter.create(order('CN1'));
      await under.pay('CN1', 'success', now);
      expect(await adapter.close(account, 'CN1', now)).toMatchObject({
        state: 'succeeded',
        amountFen: 12_34,
      });
      await adapter.create(order('CN2'));
      await under.pay('CN2', 'fail', now);
      expect(await adapter.close(account, 'CN2', now)).toMatchObject({ state: 'failed' });
    });

    test('are refunded once under one number, and only if paid', async () => {
      const refund = { account, businessOrderNo: 'CN1', refundNo: 'CN1R1', amountFen: 12_34, reason: '撤销' };
      await adapter.create(order('CN1'));
      expect(await failureOf(adapter.refund(refund))).toBe('REFUSED');
      await under.pay('CN1', 'success', now);
      expect(await failureOf(adapter.refund({ ...refund, amountFen: 12_35 }))).toBe('REFUSED');
      for (const _ of [1, 2]) await adapter.refund(refund);
      expect(await failureOf(adapter.refund({ ...refund, refundNo: 'CN1R2' }))).toBe('REFUSED');
    });

    test.each([
      ['success', { state: 'succeeded', amountFen: 12_34 }],
      ['fail', { state: 'failed' }],
    ] as const)('are notified of: %s', async (result, outcome) => {
      await adapter.create(order('CN1'));
      const notification = await under.pay('CN1', result, now);
      expect(adapter.verifyNotification(notification)).toMatchObject({ businessOrderNo: 'CN1', outcome });
    });

    test('reject notifications that are forged, altered or old', async () => {
      await adapter.create(order('CN1'));
      const genuine = await under.pay('CN1', 'success', now);
      const changed = Buffer.from(Buffer.from(genuine.body).toString().replace('CN1', 'CN2'));
      for (const forged of [
        { ...genuine, headers: {} },
        { ...genuine, body: changed },
        { ...genuine, body: Buffer.from('{}') },
        { ...genuine, now: later(60) },
      ]) {
        expect(() => adapter.verifyNotification(forged)).toThrow('FORGED');
      }
      expect(adapter.notificationPath).toMatch(/^\/pay\/notify\/\w+$/);
    });

    test('identify a payer by one id in one app', async () => {
      const { valid, invalid } = under.authCodes;
      const name = await adapter.openId(account, valid);
      expect(name).not.toBe('');
      expect(await failureOf(adapter.openId(account, invalid))).toBe('AUTH_CODE_INVALID');
    });

    test('may or may not have happened if the provider is unreachable', async () => {
      under.cutOff();
      for (const work of [
        () => adapter.create(order('CN1')),
        () => adapter.query(account, 'CN1', now),
        () => adapter.close(account, 'CN1', now),
        () => adapter.openId(account, under.authCodes.valid),
      ]) {
        expect(await failureOf(work())).toBe('TRANSIENT');
      }
    });
  });
}
