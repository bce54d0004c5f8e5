import { KeptValue } from '@cinnabar/server/composition/kept-value.js';
import { expect, test } from 'vitest';

test('a result is kept, told with its age, and renewed while the previous one is read', async () => {
  let time = 0;
  let reads = 0;
  const kept = new KeptValue(
    async () => ++reads,
    1000,
    () => time,
  );
  expect(kept.ageSeconds).toBeNaN();
  expect(await Promise.all([kept.get(), kept.get()])).toEqual([1, 1]);
  time = 999;
  expect([await kept.get(), kept.ageSeconds]).toEqual([1, 0.999]);
  time = 1000;
  expect(await Promise.all([kept.get(), kept.get()])).toEqual([1, 1]);
  expect([await kept.get(), kept.ageSeconds, reads]).toEqual([2, 0, 2]);
});

test('a query that fails leaves the previous result, whose age grows; without one the reader is told', async () => {
  let time = 0;
  let fails = true;
  const load = async () => {
    if (fails) throw new Error('away');
    return 'here';
  };
  const kept = new KeptValue(load, 1000, () => time);
  await expect(kept.get()).rejects.toThrow('away');
  fails = false;
  expect(await kept.get()).toBe('here');
  fails = true;
  time = 5000;
  expect([await kept.get(), await kept.get(), kept.ageSeconds]).toEqual(['here', 'here', 5]);
});
