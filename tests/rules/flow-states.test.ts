import { FlowStatus } from '@cinnabar/server/areas/flows/flow/flow.js';
import {
  type FlowTrigger,
  flowMoves,
  isPastDeadline,
  moveFlow,
  nextStatus,
} from '@cinnabar/server/areas/flows/flow/rules/states.js';
import { describe, expect, test } from 'vitest';
import { flow, noon } from '../support/flow-model.js';

/** Every status and every trigger: `to` if the transition is permitted, `-` if it must be refused. */
const table: readonly (readonly [string, string, string, string, string, string, string, string])[] = [
  // trigger            none  0    1    2    3    4    5/6
  ['draft', '0', '-', '-', '-', '-', '-', '-'],
  ['startWithFilling', '1', '1', '-', '-', '-', '-', '-'],
  ['startSigning', '2', '2', '2', '-', '-', '-', '-'],
  ['lastSignature', '-', '-', '-', '3', '-', '-', '-'],
  ['revoke', '-', '4', '4', '4', '-', '-', '-'],
  ['deadlinePasses', '-', '-', '5', '5', '-', '-', '-'],
  ['refuse', '-', '-', '6', '6', '-', '-', '-'],
];
const columns: readonly (readonly (FlowStatus | null)[])[] = [[null], [0], [1], [2], [3], [4], [5, 6]];

function triggerOf(name: string): FlowTrigger {
  const move = flowMoves.find(({ trigger }) => trigger === name);
  if (move === undefined) throw new Error(`the table has no trigger ${name}`);
  return move.trigger;
}

describe('the flow table', () => {
  for (const [name, ...expected] of table) {
    for (const [column, froms] of columns.entries()) {
      for (const from of froms) {
        const to = expected[column];
        test(`${name} from ${from ?? 'nothing'}: ${to === '-' ? 'refused' : `to ${to}`}`, () => {
          expect(moveFlow(from, triggerOf(name))).toBe(to === '-' ? null : Number(to));
        });
      }
    }
  }

  test('has no trigger missing from the expectations above', () => {
    expect(new Set(flowMoves.map(({ trigger }) => trigger))).toEqual(new Set(table.map(([name]) => name)));
  });
});

describe('the deadline', () => {
  const deadline = new Date('2026-03-01T13:00:00Z');
  test.each([
    ['a moment before', '2026-03-01T12:59:59.999Z', false],
    ['the moment itself', '2026-03-01T13:00:00.000Z', false],
    ['a moment after', '2026-03-01T13:00:00.001Z', true],
  ])('%s: past is %s', (_when, now, past) => {
    expect(isPastDeadline(flow({ deadline }), new Date(now))).toBe(past);
  });

  test('has passed for an expired flow, regardless of the clock', () => {
    expect(isPastDeadline(flow({ status: FlowStatus.expired, deadline }), noon)).toBe(true);
  });

  test.each([FlowStatus.draft, FlowStatus.completed, FlowStatus.revoked])(
    'has no effect in status %s',
    (status) => {
      expect(isPastDeadline(flow({ status, deadline: new Date(0) }), noon)).toBe(false);
    },
  );
});

describe('the next status', () => {
  test.each([
    ['a draft with something to fill', FlowStatus.draft, true, FlowStatus.fill],
    ['a draft with nothing to fill', FlowStatus.draft, false, FlowStatus.signing],
    ['filling', FlowStatus.fill, true, FlowStatus.signing],
    ['signing', FlowStatus.signing, false, FlowStatus.completed],
    ['completion', FlowStatus.completed, false, FlowStatus.completed],
    ['revocation', FlowStatus.revoked, false, FlowStatus.revoked],
    ['expiry', FlowStatus.expired, true, FlowStatus.expired],
    ['refusal', FlowStatus.refused, false, FlowStatus.refused],
  ])('after %s', (_name, status, somebodyFills, next) => {
    expect(nextStatus(status, somebodyFills)).toBe(next);
  });
});
