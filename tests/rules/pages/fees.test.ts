/** Sums of a ledger, acts on a payment order, and keys of a channel as the fees of the console judge them. */
import { describe, expect, it } from 'vitest';
import { feeRateOf, keysOf } from '../../../packages/web/src/console/fees/channel-keys.js';
import {
  byDay,
  type Counted,
  dayAt,
  daysUpTo,
  isDay,
  joinPages,
  proofOf,
} from '../../../packages/web/src/console/fees/ledger.js';
import {
  actsOf,
  type JudgedOrder,
  type OrderRights,
} from '../../../packages/web/src/console/fees/order-acts.js';

const entry = (id: number, count: number, accountBalance: number, day = '2026-11-20'): Counted => ({
  id,
  count,
  accountBalance,
  createTime: `${day}T14:02:00.000+0800`,
});

describe('the proof of a ledger', () => {
  it('is absent without entries', () => expect(proofOf([])).toBeNull());

  it('agrees if every balance follows from the one before it', () => {
    expect(proofOf([entry(3, -1, 11), entry(2, 2, 12), entry(1, -1, 10)])).toEqual({
      opening: 11,
      change: 0,
      closing: 11,
      agrees: true,
    });
  });

  it.each([
    ['an entry is missing', [entry(3, -1, 9), entry(1, -1, 11)]],
    ['faults cancel each other out', [entry(3, -1, 9), entry(2, -1, 11), entry(1, -1, 11)]],
  ])('does not agree if %s', (_, entries) => expect(proofOf(entries)?.agrees).toBe(false));
});

describe('the days of a ledger', () => {
  it('are those up to a day, over the ends of months', () => {
    expect(daysUpTo('2026-03-01', 3)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
    expect(daysUpTo('2026-11-28')).toHaveLength(30);
  });

  it('are days in China', () => {
    expect(dayAt(Date.parse('2026-11-27T15:59:59Z'))).toBe('2026-11-27');
    expect(dayAt(Date.parse('2026-11-27T16:00:00Z'))).toBe('2026-11-28');
  });

  it.each([
    ['2026-11-28', true],
    ['2026-13-01', false],
    ['28.11.2026', false],
    [undefined, false],
  ])('%s is a day: %s', (text, is) => expect(isDay(text)).toBe(is));

  it('have what was added and what was taken', () => {
    const entries = [
      entry(4, -2, 9),
      entry(3, 5, 11),
      entry(2, -1, 6, '2026-11-19'),
      entry(1, -9, 7, '2026-10-01'),
    ];
    expect(byDay(entries, ['2026-11-18', '2026-11-19', '2026-11-20'])).toEqual([
      { day: '2026-11-18', added: 0, taken: 0 },
      { day: '2026-11-19', added: 0, taken: 1 },
      { day: '2026-11-20', added: 5, taken: 2 },
    ]);
  });

  it('have an entry once that is on two pages', () => {
    const [a, b, c] = [entry(3, -1, 7), entry(2, -1, 8), entry(1, -1, 9)];
    expect(
      joinPages([
        [a, b],
        [b, c],
      ]),
    ).toEqual([a, b, c]);
  });
});

describe('acts on a payment order', () => {
  const order: JudgedOrder = { corpId: 1, status: 2, goodsType: 2, psnId: 7 };
  const owner: OrderRights = { corpId: 1, userId: 5, managesPayments: true, managesContracts: true };
  const clerk: OrderRights = { ...owner, managesPayments: false, managesContracts: false };
  it.each<[string, Partial<JudgedOrder>, OrderRights, readonly string[]]>([
    ['paid', {}, owner, ['refund']],
    ['paid, without the right', {}, clerk, []],
    ['paid, a fee of the platform', { corpId: null, goodsType: 1 }, owner, []],
    ['paid to another enterprise', { corpId: 2 }, owner, []],
    ['open', { status: 1 }, owner, ['offline']],
    ['open, without the right', { status: 0 }, clerk, []],
    ['open, of the payer', { status: 1 }, { ...clerk, userId: 7 }, ['cancel']],
    ['open, to be paid to another enterprise', { status: 1, corpId: 2 }, owner, ['cancel']],
    ['failed', { status: 3 }, owner, ['offline']],
    ['refunded', { status: 4 }, owner, []],
    ['cancelled', { status: 5 }, owner, ['offline']],
  ])('%s', (_, more, rights, expected) => {
    const acts = Object.entries(actsOf({ ...order, ...more }, rights));
    expect(acts.filter(([, can]) => can).map(([name]) => name)).toEqual(expected);
  });
});

describe('the keys of a channel', () => {
  it.each([
    ['nothing typed', 'payAPC', { privateKey: ' ' }, null],
    ['another key alone', 'payAPC', { alipayPublicKey: 'p' }, 'incomplete'],
    ['those of another provider', 'payAPC', { privateKey: ' k ', apiV3Key: 'a' }, { privateKey: 'k' }],
    ['all', 'chatAH5', { privateKey: 'k', apiV3Key: 'a' }, { privateKey: 'k', apiV3Key: 'a' }],
  ] as const)('%s', (_, method, typed, expected) => expect(keysOf(method, typed)).toEqual(expected));

  it.each([
    ['', undefined],
    [' 60 ', 60],
    ['0', 0],
    ['1000', 1000],
    ['1001', 'fault'],
    ['0.6', 'fault'],
  ] as const)('a fee of %o is %s', (text, rate) => expect(feeRateOf(text)).toBe(rate));
});
