/** What the operator is told of the providers, from their requests. */
import { type ProviderCondition, ProviderStates } from '@cinnabar/server/composition/provider-states.js';
import type { ProviderOutcome } from '@cinnabar/server/providers/kit/provider-parts.js';
import { describe, expect, test } from 'vitest';

const provider = 'sms-aliyun';
let now = new Date('2026-11-23T10:00:00.000Z');

type Request = readonly [outcome: ProviderOutcome, op?: string];

function statesAfter(...requests: readonly Request[]) {
  const states = new ProviderStates(() => now);
  states.opened(provider);
  const changes = requests.map(([outcome, op = 'SendSms']) =>
    states.ended({ provider, op, outcome, seconds: 0.1, detail: outcome === 'ok' ? null : 'a code' }),
  );
  return { states, changes };
}

describe('a provider', () => {
  test.each<[readonly Request[], ProviderCondition]>([
    [[], 'untried'],
    [[['ok']], 'works'],
    [[['timeout'], ['ok']], 'works'],
    [[['refused']], 'works'],
    [[['ok'], ['timeout']], 'failing'],
    [[['ok'], ['garbled']], 'failing'],
    [[['suspended']], 'untried'],
    [[['balance']], 'balance'],
    [[['access'], ['timeout']], 'access'],
    [[['balance'], ['ok', 'QuerySendDetails']], 'balance'],
    [[['balance'], ['ok']], 'works'],
  ])('after %j is told as %s', (requests, state) => {
    expect(statesAfter(...requests).states.list()).toMatchObject([{ provider, state }]);
  });

  test('whose requests are held back is suspended, whatever it answered last', () => {
    const { states } = statesAfter(['balance'], ['timeout']);
    states.breakerChanged(provider, 'open');
    expect(states.list()).toMatchObject([{ state: 'suspended' }]);
    states.breakerChanged(provider, 'closed');
    expect(states.list()).toMatchObject([{ state: 'balance' }]);
  });

  test('is told with how often it succeeded, refused and failed', () => {
    const { states } = statesAfter(['ok'], ['ok'], ['refused'], ['balance'], ['timeout'], ['suspended']);
    expect(states.list()).toMatchObject([{ requests: { succeeded: 2, refused: 2, failed: 1 } }]);
  });

  test('is told with the times of its last success and its last failure', () => {
    const { states } = statesAfter(['ok']);
    now = new Date('2026-11-23T10:05:00.000Z');
    states.ended({ provider, op: 'SendSms', outcome: 'failing', seconds: 0.1, detail: 'status 500' });
    expect(states.list()).toEqual([
      {
        ...{ provider, state: 'failing', lastSuccess: '2026-11-23T10:00:00.000Z' },
        lastFailure: {
          ...{ time: '2026-11-23T10:05:00.000Z', op: 'SendSms' },
          ...{ outcome: 'failing', detail: 'status 500' },
        },
        requests: { succeeded: 1, refused: 0, failed: 1 },
      },
    ]);
  });
});

test('a refused account is an alert once, until it is served again or refused for another reason', () => {
  const { changes } = statesAfter(['balance'], ['balance'], ['access'], ['ok'], ['ok'], ['balance']);
  expect(changes).toEqual(['balance', null, 'access', 'served', null, 'balance']);
});
