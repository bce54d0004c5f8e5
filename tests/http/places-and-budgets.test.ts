import { ArrivalRate, RATE_WINDOW_MS } from '@cinnabar/server/http/arrival-rate.js';
import { ByteRate } from '@cinnabar/server/http/byte-rate.js';
import { Places } from '@cinnabar/server/http/places.js';
import { RequestBudget } from '@cinnabar/server/http/request-budget.js';
import { addressGroup } from '@cinnabar/server/outbound/address-group.js';
import { describe, expect, test } from 'vitest';

describe('the client of an address', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('%s counts as %s', (address, group) => {
    expect(addressGroup(address)).toBe(group);
  });

  test('arbitrary text passed by a proxy is truncated', () => {
    expect(addressGroup('x'.repeat(10_000))).toHaveLength(64);
  });
});

describe('the request limit per address and minute', () => {
  test('permits the full number, and again a minute after the first of them', () => {
    const budget = new RequestBudget(2);
    expect([0, 1, 2, 59_999].map((at) => budget.take('192.0.2.1', at))).toEqual([true, true, false, false]);
    expect(budget.take('192.0.2.2', 59_999)).toBe(true);
    expect([60_000, 60_001, 60_002].map((at) => budget.take('192.0.2.1', at))).toEqual([true, true, false]);
  });

  test('is shared by all addresses of one /64', () => {
    const budget = new RequestBudget(2);
    const taken = ['2001:db8::1', '2001:db8::2', '2001:db8::ffff:3', '2001:db8:0:1::1'].map((address) =>
      budget.take(address, 0),
    );
    expect(taken).toEqual([true, true, false, true]);
  });

  test('admits a new client at 50,000 counted addresses, with bounded memory', () => {
    const budget = new RequestBudget(1);
    for (let index = 0; index < 60_000; index += 1) {
      const address = `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;
      expect(budget.take(address, 0)).toBe(true);
    }
    expect(budget.size).toBe(50_000);
    expect(budget.take('192.0.2.1', 0)).toBe(true);
    expect(budget.take('192.0.2.1', 1)).toBe(false);
  });

  test('forgets the address not seen for the longest time', () => {
    const budget = new RequestBudget(1, 2);
    budget.take('192.0.2.1', 0);
    budget.take('192.0.2.2', 1);
    expect(budget.take('192.0.2.1', 2)).toBe(false);
    budget.take('192.0.2.3', 3);
    expect(budget.take('192.0.2.1', 4)).toBe(false);
    expect(budget.take('192.0.2.2', 5)).toBe(true);
  });
});

describe('places for long-running work', () => {
  test('are limited by address and in total', () => {
    const places = new Places({ most: 3, perAddress: 2 });
    const first = places.enter('2001:db8::1');
    expect(typeof places.enter('2001:db8::2')).toBe('function');
    expect(places.enter('2001:db8::3')).toBe('address');
    expect(typeof places.enter('192.0.2.1')).toBe('function');
    expect(places.enter('192.0.2.2')).toBe('all');
    if (typeof first === 'function') first();
    expect(places.taken).toBe(2);
    expect(typeof places.enter('192.0.2.2')).toBe('function');
  });

  test('are freed once, however often release is called', () => {
    const places = new Places({ most: 2, perAddress: 2 });
    const [first] = [places.enter('192.0.2.1'), places.enter('192.0.2.1')];
    if (typeof first !== 'function') throw new Error('there was no place');
    first();
    first();
    expect(places.taken).toBe(1);
    expect([places.enter('192.0.2.1'), places.enter('192.0.2.1')].map((each) => typeof each)).toEqual([
      'function',
      'string',
    ]);
  });
});

describe('the byte rate', () => {
  test('permits a reserve at once, then one request after another at the rate', () => {
    const rate = new ByteRate(1_000, 4_000);
    expect([rate.take(4_000, 0), rate.take(500, 0), rate.take(500, 0)]).toEqual([0, 500, 1_000]);
    expect(rate.take(1_000, 1_000)).toBe(1_000);
  });

  test('refills the reserve in quiet periods, up to its size', () => {
    const rate = new ByteRate(1_000, 4_000);
    rate.take(4_000, 0);
    expect(rate.take(4_000, 1_000_000)).toBe(0);
    expect(rate.take(1_000, 1_000_000)).toBe(1_000);
  });
});

describe('the minimum arrival rate', () => {
  test('must be reached in every window', () => {
    const rate = new ArrivalRate(1024);
    const window = (1024 * RATE_WINDOW_MS) / 1000;
    expect(rate.isEnough(window)).toBe(true);
    expect(rate.isEnough(10 * window)).toBe(true);
    // Bytes that arrived early do not count later.
    expect(rate.isEnough(10 * window + 1)).toBe(false);
    expect(rate.isEnough(11 * window + 1)).toBe(true);
  });

  test('of zero permits anything', () => {
    expect(new ArrivalRate(0).isEnough(0)).toBe(true);
  });
});
