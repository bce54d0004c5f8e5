import { BoundedCache } from '@cinnabar/server/custody/bounded-cache.js';
import { expect, test } from 'vitest';

/** A load function that records the requested keys. */
function loader() {
  const loaded: string[] = [];
  const load = (key: string) => async () => {
    loaded.push(key);
    return key.toUpperCase();
  };
  return { loaded, load };
}

test('a value is loaded once, even for concurrent requests', async () => {
  const cache = new BoundedCache<string>(3);
  const { loaded, load } = loader();
  expect(await Promise.all([cache.get('a', load('a')), cache.get('a', load('a'))])).toEqual(['A', 'A']);
  expect(await cache.get('a', load('a'))).toBe('A');
  expect(loaded).toEqual(['a']);
});

test('above its limit the least recently used value is dropped', async () => {
  const cache = new BoundedCache<string>(2);
  const { loaded, load } = loader();
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await cache.get(key, load(key));
  expect(loaded).toEqual(['a', 'b', 'c', 'b']);
  expect(cache.size).toBe(2);
});

test('a failed load is retried', async () => {
  const cache = new BoundedCache<string>(2);
  const { load } = loader();
  await expect(cache.get('a', () => Promise.reject(new Error('database away')))).rejects.toThrow(
    'database away',
  );
  expect(await cache.get('a', load('a'))).toBe('A');
});

test('a deleted value is loaded again', async () => {
  const cache = new BoundedCache<string>(2);
  const { loaded, load } = loader();
  await cache.get('a', load('a'));
  cache.delete('a');
  await cache.get('a', load('a'));
  expect(loaded).toEqual(['a', 'a']);
});
