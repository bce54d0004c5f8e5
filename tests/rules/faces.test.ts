import { id } from '@cinnabar/api/schema.js';
import { readBusinessIds } from '@cinnabar/server/areas/face-auth/rules.js';
import type { FaceOrder } from '@cinnabar/server/areas/faces/face-order.js';
import { proves, stateOf, withParameters } from '@cinnabar/server/areas/faces/rules.js';
import { describe, expect, test } from 'vitest';

const now = new Date('2026-03-01T08:00:00Z');
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const zone = { zone: 'UTC' };

const passed: FaceOrder = {
  orderNo: 'order',
  corpId: id<'Corp'>().read(1, '', zone),
  userId: id<'User'>().read(2, '', zone),
  purpose: 'signContract',
  businessIds: [10, 11],
  channel: 'channelA',
  asker: 'app',
  covered: [],
  subject: null,
  stated: null,
  started: { attemptNo: 'attempt', h5faceId: 'face', device: 'phone' },
  callbackUrl: null,
  legalRep: null,
  createTime: now,
  expireTime: later(10),
  result: 'pass',
  finishTime: later(1),
  useTime: null,
  proof: null,
};

describe('state of an order', () => {
  const open = { ...passed, result: null, finishTime: null };
  test('is open until its time limit, then has its result', () => {
    expect(stateOf(open, later(9))).toBe('open');
    expect(stateOf(open, later(10))).toBe('expired');
    expect(stateOf(passed, later(60))).toBe('passed');
    expect(stateOf({ ...passed, result: 'fail' }, later(60))).toBe('failed');
  });
});

describe('a result proves', () => {
  const use = {
    corpId: 1,
    userId: 2,
    purpose: 'signContract',
    businessIds: [10],
    asker: 'app',
    now: later(5),
  } as const;

  test('the intent of its person for its purpose', () => {
    expect(proves(passed, use)).toBe(true);
    expect(proves(passed, { ...use, businessIds: [11, 10] })).toBe(true);
  });

  test.each([
    ['another person', { ...use, userId: 3 }],
    ['another enterprise', { ...use, corpId: 3 }],
    ['another application', { ...use, asker: 'another' }],
    ['another purpose', { ...use, purpose: 'approvalSign' }],
    ['something else', { ...use, businessIds: [12] }],
    ['something else beside', { ...use, businessIds: [10, 12] }],
    ['ten minutes later', { ...use, now: later(11) }],
  ] as const)('nothing about %s', (_what, other) => {
    expect(proves(passed, other)).toBe(false);
  });

  test('nothing if the check failed, is pending, or was used', () => {
    expect(proves({ ...passed, result: 'fail' }, use)).toBe(false);
    expect(proves({ ...passed, result: null, finishTime: null }, use)).toBe(false);
    expect(proves({ ...passed, useTime: later(2) }, use)).toBe(false);
  });
});

test('parameters are added to those of the address', () => {
  expect(withParameters('https://a.example/b?code=1&x=2#/c', { code: '0', orderNo: 'n' })).toBe(
    'https://a.example/b?code=0&x=2&orderNo=n#/c',
  );
});

describe('the ids of a request', () => {
  test('one, or several for purposes that allow it; each once', () => {
    expect(readBusinessIds('7', 'person')).toEqual([7]);
    expect(readBusinessIds(' 7, 8 ,7', 'signContract')).toEqual([7, 8]);
    expect(readBusinessIds('7,7', 'legal')).toEqual([7]);
  });

  test.each(['7,8', '', 'x', '0', '-1', '1.5', '7,', '9007199254740992'])('not %j of a person', (given) => {
    expect(() => readBusinessIds(given, 'person')).toThrow(/^400/);
  });
});
