import { EngineBusy } from '@cinnabar/pdf/engine/engine.js';
import { Turns } from '@cinnabar/pdf/engine/turns.js';
import { expect, it } from 'vitest';

it('a limited number run at once, the others in order, and the queue is bounded', async () => {
  const turns = new Turns({ atOnce: 2, mayWait: 2 });
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const work = (number: number) => () =>
    new Promise<number>((resolve) => {
      begun.push(number);
      ends.push(() => resolve(number));
    });
  const taken = [1, 2, 3, 4].map((number) => turns.take(work(number)));
  await expect(turns.take(work(5))).rejects.toThrow(EngineBusy);
  expect(begun).toEqual([1, 2]);
  ends[1]?.();
  expect(await taken[1]).toBe(2);
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toEqual([1, 2, 3]);
  for (const end of ends) end();
  expect(await taken[2]).toBe(3);
  await new Promise((resolve) => setImmediate(resolve));
  ends[3]?.();
  expect(await Promise.all(taken)).toEqual([1, 2, 3, 4]);
  expect(begun).toEqual([1, 2, 3, 4]);
});

it('a turn that fails is released', async () => {
  const turns = new Turns({ atOnce: 1, mayWait: 0 });
  await expect(turns.take(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turns.take(async () => 'yes')).toBe('yes');
});
