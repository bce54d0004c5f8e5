import type { PayOrderId } from '@cinnabar/api/schemas/payment.js';
import { reconcile, type StatedOrder } from '@cinnabar/server/areas/payments/rules/reconcile.js';
import { nextAskAt, refundStep } from '@cinnabar/server/areas/payments/rules/refunding.js';
import { daysBetween, isDay, readyDays } from '@cinnabar/server/areas/payments/rules/statement-days.js';
import type { StatementRow } from '@cinnabar/server/providers/pay/port.js';
import { describe, expect, test } from 'vitest';

const number = (index: number): string => `CN20261119${String(index).padStart(16, '0')}`;

const order = (index: number, changes: Partial<StatedOrder> = {}): StatedOrder => ({
  orderId: index as PayOrderId,
  businessOrderNo: number(index),
  amountFen: 10_000,
  isPaid: true,
  isPaidToday: true,
  refund: null,
  ...changes,
});
const refunded = (index: number, changes: Partial<NonNullable<StatedOrder['refund']>> = {}) =>
  order(index, { refund: { refundNo: `${number(index)}R1`, fen: 10_000, isToday: true, ...changes } });
const row = (index: number, changes: Partial<StatementRow> = {}): StatementRow => ({
  kind: 'payment',
  businessOrderNo: number(index),
  providerOrderNo: `42${index}`,
  refundNo: null,
  amountFen: 10_000,
  feeFen: 60,
  state: 'succeeded',
  ...changes,
});
const refundRow = (index: number, changes: Partial<StatementRow> = {}) =>
  row(index, { kind: 'refund', refundNo: `${number(index)}R1`, feeFen: -60, ...changes });

describe('a statement agrees with the orders', () => {
  test('of which it lists each payment and refund', () => {
    const result = reconcile([order(1), refunded(2)], [row(1), row(2), refundRow(2)], 60);
    expect(result).toEqual({
      ours: { payments: 2, paidFen: 20_000, refunds: 1, refundedFen: 10_000 },
      theirs: { payments: 2, paidFen: 20_000, refunds: 1, refundedFen: 10_000 },
      feeFen: 60,
      others: 0,
      differences: [],
    });
  });

  test('of other systems, of other days, and refunds under way', () => {
    const elsewhere = row(3, { businessOrderNo: 'SHOP-20261119-1' });
    const yesterday = order(4, { isPaidToday: false });
    const result = reconcile([yesterday], [row(4), elsewhere, refundRow(4, { state: 'processing' })], null);
    expect([result.others, result.differences]).toEqual([1, []]);
  });

  test('also where a provider rounds a fee in its own way', () => {
    expect(reconcile([order(1)], [row(1, { feeFen: 61 })], 60).differences).toEqual([]);
  });
});

describe('each difference is found', () => {
  test.each([
    ['a payment that we do not know', [], [row(1)], { kind: 'missingHere', ours: null, theirs: '100.00' }],
    [
      'a payment that they do not know',
      [order(1)],
      [],
      { kind: 'missingThere', ours: '100.00', theirs: null },
    ],
    [
      'another amount',
      [order(1)],
      [row(1, { amountFen: 9_999 })],
      { kind: 'amount', ours: '100.00', theirs: '99.99' },
    ],
    [
      'a payment that is none here',
      [order(1, { isPaid: false, isPaidToday: false })],
      [row(1)],
      { kind: 'state', ours: 'unpaid', theirs: 'paid' },
    ],
    ['another fee', [order(1)], [row(1, { feeFen: 100 })], { kind: 'fee', ours: '0.60', theirs: '1.00' }],
    [
      'a refund that we did not make',
      [order(1)],
      [row(1), refundRow(1)],
      { kind: 'missingHere', isRefund: true, ours: null, theirs: '100.00' },
    ],
    [
      'a refund that they did not make',
      [refunded(1)],
      [row(1)],
      { kind: 'missingThere', isRefund: true, ours: '100.00', theirs: null },
    ],
    [
      'a refund of another amount',
      [refunded(1)],
      [row(1), refundRow(1, { amountFen: 1 })],
      { kind: 'amount', isRefund: true, ours: '100.00', theirs: '0.01' },
    ],
  ] as const)('%s', (_what, orders, rows, expected) => {
    const { differences } = reconcile(orders, rows, 60);
    expect(differences).toEqual([expect.objectContaining({ businessOrderNo: number(1), ...expected })]);
  });
});

describe('the days of statements', () => {
  test('are those of China, from half past ten on', () => {
    expect(readyDays(new Date('2026-11-20T02:29:00Z'), 2)).toEqual(['2026-11-18', '2026-11-17']);
    expect(readyDays(new Date('2026-11-20T02:30:00Z'), 2)).toEqual(['2026-11-19', '2026-11-18']);
  });

  test('are days of the calendar', () => {
    expect([isDay('2026-02-28'), isDay('2026-02-29'), isDay('2026-13-01')]).toEqual([true, false, false]);
    expect([daysBetween('2026-11-19', '2026-11-19'), daysBetween('2026-11-19', '2026-11-18')]).toEqual([
      1, 0,
    ]);
  });
});

describe('a refund', () => {
  test.each([
    [{ state: 'succeeded' }, 0, { kind: 'done' }],
    [{ state: 'failed', detail: 'CLOSED' }, 0, { kind: 'failed', detail: 'CLOSED' }],
    [{ state: 'unknown' }, 3, { kind: 'request' }],
    [{ state: 'processing' }, 0, { kind: 'wait', alerts: false }],
    [{ state: 'processing' }, 7, { kind: 'wait', alerts: true }],
  ] as const)('that is %j after %i questions: %j', (outcome, asks, step) => {
    expect(refundStep(outcome, asks)).toEqual(step);
  });

  test('is asked for ever more seldom, and daily for as long as it takes', () => {
    const now = new Date('2026-11-20T00:00:00Z');
    const hours = (asks: number) => (nextAskAt(asks, now).getTime() - now.getTime()) / 3_600_000;
    expect([hours(0), hours(3), hours(6), hours(60)]).toEqual([1 / 60, 1, 24, 24]);
  });
});
