/** Expiring packages of contracts: which package a contract is drawn from. */
import type { Id } from '@cinnabar/api/schema.js';
import { hasExpired, type Package, partsOf } from '@cinnabar/server/areas/enterprise/package-rules.js';
import { describe, expect, test } from 'vitest';

const day = (date: number): Date => new Date(Date.UTC(2026, 11, date));

const bought = (number: number, remaining: number, endsOn: number): Package => ({
  packageId: number as Id<'LedgerPackage'>,
  remaining,
  expireTime: day(endsOn),
  orderCode: null,
});

describe('a deduction', () => {
  test.each([
    ['comes from what ends first', [bought(1, 5, 20), bought(2, 5, 10)], 3, [[2, 3]]],
    [
      'continues with the next package',
      [bought(1, 5, 20), bought(2, 2, 10)],
      4,
      [
        [2, 2],
        [1, 2],
      ],
    ],
    [
      'ends with units that never expire',
      [bought(1, 1, 20)],
      3,
      [
        [1, 1],
        [null, 2],
      ],
    ],
    ['is of no package where there is none', [], 2, [[null, 2]]],
    ['passes over empty packages', [bought(1, 0, 10), bought(2, 1, 20)], 1, [[2, 1]]],
    ['comes from the older of two that end together', [bought(9, 1, 10), bought(3, 1, 10)], 1, [[3, 1]]],
  ] as const)('%s', (_what, packages, count, parts) => {
    expect(partsOf(packages, count).map((part) => [part.packageId, part.count])).toEqual(parts);
  });
});

test('a package has expired from its expiry time on, not a moment before', () => {
  const one = bought(1, 5, 10);
  expect(hasExpired(one, new Date(day(10).getTime() - 1))).toBe(false);
  expect(hasExpired(one, day(10))).toBe(true);
});
