/** State transitions of pay orders: every state and trigger, and the provider's statuses in any order. */
import type { PayOrderStatus } from '@cinnabar/api/enums.js';
import { payTypesFor } from '@cinnabar/server/areas/payments/rules/channels.js';
import {
  moveOrder,
  type OrderTrigger,
  orderMoves,
  outcomeFor,
} from '@cinnabar/server/areas/payments/rules/order-states.js';
import { describe, expect, test } from 'vitest';

const states: readonly PayOrderStatus[] = [0, 1, 2, 3, 4, 5];
const triggers: readonly OrderTrigger[] = ['providerHasIt', 'paid', 'failed', 'closed', 'refunded'];

/** From the decisions: 0 generated, 1 paying, 2 success, 3 failed, 4 refund, 5 cancelled. */
const decided: Readonly<Record<OrderTrigger, readonly (PayOrderStatus | null)[]>> = {
  providerHasIt: [1, null, null, null, null, null],
  paid: [null, 2, null, null, null, null],
  failed: [null, 3, null, null, null, null],
  closed: [5, 5, null, null, null, null],
  refunded: [null, null, 4, null, null, null],
};

describe('a pay order', () => {
  test('changes its state as decided for every state and trigger', () => {
    const table = Object.fromEntries(
      triggers.map((trigger) => [trigger, states.map((from) => moveOrder(from, trigger))]),
    );
    expect(table).toEqual(decided);
  });

  test('has one row for each trigger', () => {
    expect(orderMoves.map(({ trigger }) => trigger)).toEqual(triggers);
  });

  const words = (word: 'succeeded' | 'failed' | 'closed') =>
    states.map((status) => {
      const outcome = outcomeFor(status, word);
      return outcome.kind === 'move' ? outcome.status : outcome.kind;
    });

  test('accepts an early, repeated or late success', () => {
    expect(words('succeeded')).toEqual([2, 2, 'nothing', 'giveBack', 'nothing', 'giveBack']);
  });

  test('accepts failure or closing only while it is open', () => {
    expect(words('failed')).toEqual([3, 3, 'nothing', 'nothing', 'nothing', 'nothing']);
    expect(words('closed')).toEqual([5, 5, 'nothing', 'nothing', 'nothing', 'nothing']);
  });

  test('ends in the same state in any order of the statuses, except for refunds', () => {
    const ends = new Set<string>();
    for (const first of ['succeeded', 'failed', 'closed'] as const) {
      for (const second of ['succeeded', 'failed', 'closed'] as const) {
        let status: PayOrderStatus = 1;
        let back = 0;
        for (const word of [first, second]) {
          const outcome = outcomeFor(status, word);
          if (outcome.kind === 'move') status = outcome.status;
          if (outcome.kind === 'giveBack') back += 1;
        }
        // Received money either pays the order or is being refunded.
        const came = first === 'succeeded' || second === 'succeeded';
        expect(status === 2 ? 1 : back).toBe(came ? 1 : 0);
        ends.add(`${first} ${second}: ${status}`);
      }
    }
    expect(ends.size).toBe(9);
  });
});

test.each([
  ['chatA', ['chatAJSAPI']],
  ['chatAh5', ['chatAJSAPI']],
  ['payA', ['payAJSAPI']],
  ['payAh5', ['payAJSAPI', 'payAMobile']],
  ['h5', ['chatAH5', 'payAMobile']],
  ['app', ['chatAH5', 'payAMobile']],
  ['pc', ['chatAQrCode', 'payAPC', 'payAPre']],
  ['a kiosk', ['chatAJSAPI', 'chatAH5', 'chatAQrCode', 'payAJSAPI', 'payAPC', 'payAMobile', 'payAPre']],
  ['constructor', ['chatAJSAPI', 'chatAH5', 'chatAQrCode', 'payAJSAPI', 'payAPC', 'payAMobile', 'payAPre']],
])('from %s one pays by %j', (source, payTypes) => {
  expect(payTypesFor(source)).toEqual(payTypes);
});
