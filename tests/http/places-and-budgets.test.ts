import { ArrivalRate, RATE_WINDOW_MS } from '@cinnabar/server/http/arrival-rate.js';
import { ByteRate } from '@cinnabar/server/http/byte-rate.js';
import { Places } from '@cinnabar/server/http/places.js';
import { RequestBudget } from '@cinnabar/server/http/request-budget.js';
import { addressGroup } from '@cinnabar/server/outbound/address-group.js';
import { describe, expect, test } from 'vitest';

describe('whom an address stands for', () => {
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

  test('text that a proxy let through is cut', () => {
    expect(addressGroup('x'.repeat(10_000))).toHaveLength(64);
  });
});

describe('how many requests an address may make in a minute', () => {
  test('as many as there are, and again a minute after the first of them', () => {
    const budget = new RequestBudget(2);
    expect([0, 1, 2, 59_999].map((at) => budget.take('192.0.2.1', at))).toEqual([true, true, false, false]);
    expect(budget.take('192.0.2.2', 59_999)).toBe(true);
    expect([60_000, 60_001, 60_002].map((at) => budget.take('192.0.2.1', at))).toEqual([true, true, false]);
  });

  test('all addresses of one /64 together', () => {
    const budget = new RequestBudget(2);
    const taken = ['2001:db8::1', '2001:db8::2', '2001:db8::ffff:3', '2001:db8:0:1::1'].map((address) =>
      budget.take(address, 0),
    );
    expect(taken).toEqual([true, true, false, true]);
  });

  test('50,000 addresses that are counted keep no newcomer out, and memory stays bounded', () => {
    const budget = new RequestBudget(1);
    for (let index = 0; index < 60_000; index += 1) {
      const address = `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;
      expect(budget.take(address, 0)).toBe(true);
    }
    expect(budget.size).toBe(50_000);
    expect(budget.take('192.0.2.1', 0)).toBe(true);
    expect(budget.take('192.0.2.1', 1)).toBe(false);
  });

  test('who is forgotten is who was not seen for the longest time', () => {
    const budget = new RequestBudget(1, 2);
    budget.take('192.0.2.1', 0);
    budget.take('192.0.2.2', 1);
    expect(budget.take('192.0.2.1', 2)).toBe(false);
    budget.take('192.0.2.3', 3);
    expect(budget.take('192.0.2.1', 4)).toBe(false);
    expect(budget.take('192.0.2.2', 5)).toBe(true);
  });
});

describe('places for what takes a while', () => {
  test('so many for an address, so many in all', () => {
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

  test('a place is given back once, however often it is said', () => {
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

describe('how many bytes come through in a second', () => {
  test('a reserve at once, and then as the rate says, one after the other', () => {
    const rate = new ByteRate(1_000, 4_000);
    expect([rate.take(4_000, 0), rate.take(500, 0), rate.take(500, 0)]).toEqual([0, 500, 1_000]);
    expect(rate.take(1_000, 1_000)).toBe(1_000);
  });

  test('a quiet time fills the reserve, and no more than it', () => {
    const rate = new ByteRate(1_000, 4_000);
    rate.take(4_000, 0);
    expect(rate.take(4_000, 1_000_000)).toBe(0);
    expect(rate.take(1_000, 1_000_000)).toBe(1_000);
  });
});

describe('how fast a body has to arrive', () => {
  test('every window has to bring what the rate asks for', () => {
    const rate = new ArrivalRate(1024);
    const window = (1024 * RATE_WINDOW_MS) / 1000;
    expect(rate.isEnough(window)).toBe(true);
    expect(rate.isEnough(10 * window)).toBe(true);
    // What came early does not count for later.
    expect(rate.isEnough(10 * window + 1)).toBe(false);
    expect(rate.isEnough(11 * window + 1)).toBe(true);
  });

  test('without a rate anything is enough', () => {
    expect(new ArrivalRate(0).isEnough(0)).toBe(true);
  });
});
