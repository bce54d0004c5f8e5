/** How the platform's console sums up a provider. */
import { expect, test } from 'vitest';
import {
  minutesSince,
  rateOf,
  type Standing,
  standingOf,
} from '../../../packages/web/src/platform/provider-standing.js';

test.each<[readonly ('ok' | 'warn' | 'error')[], Standing]>([
  [[], 'unknown'],
  [['ok'], 'ok'],
  [['ok', 'warn'], 'warn'],
  [['warn', 'error', 'ok'], 'error'],
])('a provider with the findings %j is told as %s', (statuses, standing) => {
  expect(standingOf({ findings: statuses.map((status) => ({ status })) })).toBe(standing);
});

test.each([
  [null, null],
  [{ succeeded: 0, refused: 0, failed: 0 }, null],
  [
    { succeeded: 3, refused: 0, failed: 0 },
    { all: 3, percent: '100' },
  ],
  [
    { succeeded: 992, refused: 5, failed: 3 },
    { all: 1000, percent: '99.2' },
  ],
  // Rounded down: not all of them have succeeded.
  [
    { succeeded: 9_999, refused: 0, failed: 1 },
    { all: 10_000, percent: '99.9' },
  ],
  [
    { succeeded: 0, refused: 0, failed: 2 },
    { all: 2, percent: '0' },
  ],
])('of the requests %j the share is %j', (requests, rate) => {
  expect(rateOf(requests)).toEqual(rate);
});

test.each([
  ['2026-11-28T09:59:30.000Z', 0],
  ['2026-11-28T09:55:00.000Z', 5],
  // A check that ended after the answer was begun.
  ['2026-11-28T10:00:01.000Z', 0],
])('a check at %s is %i minutes old at ten', (checkedAt, minutes) => {
  expect(minutesSince(checkedAt, '2026-11-28T10:00:00.000Z')).toBe(minutes);
});
