import { SharedLookup } from '@cinnabar/server/database/shared-lookup.js';
import { TokenCache } from '@cinnabar/server/http/token-cache.js';
import { describe, expect, test } from 'vitest';

const now = new Date();

describe('the token cache', () => {
  test('keeps a token for at most three seconds of the machine’s time, and no unknown one', async () => {
    let time = 0;
    let valid = false;
    let asked = 0;
    const load = async () => {
      asked += 1;
      return valid ? 'token' : null;
    };
    const cache = new TokenCache(load, () => time);
    expect(await cache.find('hash', now)).toBeNull();
    valid = true;
    expect(await cache.find('hash', now)).toBe('token');
    time = 2_999;
    expect(await cache.find('hash', now)).toBe('token');
    expect(asked).toBe(2);
    valid = false;
    time = 3_000;
    expect(await cache.find('hash', now)).toBeNull();
    expect(asked).toBe(3);
  });

  test('measures the time from the query, not from the response', async () => {
    let time = 0;
    let answers = 0;
    const load = async () => {
      // The token was valid when the database was queried; the response is slow.
      time += 2_000;
      answers += 1;
      return answers === 1 ? 'token' : null;
    };
    const cache = new TokenCache(load, () => time);
    expect(await cache.find('hash', now)).toBe('token');
    time = 3_000;
    expect(await cache.find('hash', now)).toBeNull();
  });

  test('is bounded', async () => {
    let asked = 0;
    const load = async (hash: string) => {
      asked += 1;
      return hash;
    };
    const cache = new TokenCache(load, () => 0);
    for (let index = 0; index <= 10_000; index += 1) await cache.find(`hash ${index}`, now);
    await cache.find('hash 10000', now);
    expect(asked).toBe(10_001);
    await cache.find('hash 0', now);
    expect(asked).toBe(10_002);
  });
});

describe('a shared lookup', () => {
  test('never returns a result older than the request', async () => {
    const loads: ((value: number) => void)[] = [];
    const lookup = new SharedLookup<number>();
    const load = () => new Promise<number>((resolve) => loads.push(resolve));
    const first = lookup.get('key', load);
    const second = lookup.get('key', load);
    const third = lookup.get('key', load);
    const other = lookup.get('another key', load);
    expect(loads.length).toBe(2);
    loads[1]?.(7);
    expect(await other).toBe(7);
    loads[0]?.(1);
    expect(await first).toBe(1);
    // Requests made while the first is running share the next.
    await new Promise((resolve) => setImmediate(resolve));
    expect(loads.length).toBe(3);
    loads[2]?.(2);
    expect(await Promise.all([second, third])).toEqual([2, 2]);
  });

  test('that fails rejects only its own requests', async () => {
    const lookup = new SharedLookup<string>();
    const failing = lookup.get('key', () => Promise.reject(new Error('away')));
    const next = lookup.get('key', async () => 'back');
    await expect(failing).rejects.toThrow('away');
    expect(await next).toBe('back');
    expect(await lookup.get('key', async () => 'again')).toBe('again');
  });
});
