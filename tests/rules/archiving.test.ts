import {
  levelsReached,
  lowestLevel,
  renewalAt,
  retryAt,
} from '@cinnabar/server/areas/flows/archive/rules/archiving.js';
import { describe, expect, test } from 'vitest';

const at = (hour: number): Date => new Date(Date.UTC(2026, 0, 1, hour));
const DAY = 24 * 3_600_000;
const everything = { documentTimestamp: at(5), complete: true, timestampProven: true, archived: true };

function signature(fieldName: string, hour: number | null, ends = at(24)) {
  return { fieldName, timestampTime: hour === null ? null : at(hour), certificateEnds: ends };
}

describe('the level of a signature', () => {
  test('is the highest that was reached', () => {
    const one = [signature('a', 1)];
    const levels = [
      { documentTimestamp: null, complete: false, timestampProven: false, archived: false },
      { documentTimestamp: null, complete: true, timestampProven: false, archived: false },
      everything,
    ].map((reached) => lowestLevel(levelsReached(one, reached)));
    expect(levels).toEqual(['B-T', 'B-LT', 'B-LTA']);
  });

  test('an earlier signature is proven by the timestamp of a later one, which covers its bytes', () => {
    const reached = { documentTimestamp: null, complete: false, timestampProven: false, archived: false };
    expect(levelsReached([signature('a', null), signature('b', 2), signature('c', null)], reached)).toEqual([
      { fieldName: 'a', level: 'B-T', provenAt: at(2) },
      { fieldName: 'b', level: 'B-T', provenAt: at(2) },
      { fieldName: 'c', level: 'B-B', provenAt: null },
    ]);
  });

  test('a document timestamp proves signatures without a timestamp, if their certificate had not expired', () => {
    const levels = levelsReached([signature('a', null, at(4)), signature('b', null)], everything);
    expect(levels).toEqual([
      { fieldName: 'a', level: 'B-B', provenAt: at(5) },
      { fieldName: 'b', level: 'B-LTA', provenAt: at(5) },
    ]);
    expect(lowestLevel(levels)).toBe('B-B');
  });
});

test('a signature proven only by a document timestamp is provable once the DSS has that timestamp’s validation data', () => {
  const unproven = { ...everything, timestampProven: false, archived: false };
  const signatures = [signature('a', 1), signature('b', null)];
  expect(levelsReached(signatures, unproven).map(({ level }) => level)).toEqual(['B-LT', 'B-T']);
  expect(levelsReached(signatures, everything).map(({ level }) => level)).toEqual(['B-LTA', 'B-LTA']);
});

describe('when archiving is next due', () => {
  test('failures are retried with growing delays, of six hours at most', () => {
    const minutes = [1, 2, 3, 7, 8, 1000].map(
      (n) => (retryAt(at(0), n).getTime() - at(0).getTime()) / 60_000,
    );
    expect(minutes).toEqual([5, 10, 20, 320, 360, 360]);
  });

  test('an archive timestamp is renewed 90 days before it expires, a short-lived one after three quarters', () => {
    const days = [1800, 40, 0.5, -3].map(
      (left) => (renewalAt(at(0), new Date(at(0).getTime() + left * DAY)).getTime() - at(0).getTime()) / DAY,
    );
    expect(days).toEqual([1710, 30, 1, 1]);
  });
});
