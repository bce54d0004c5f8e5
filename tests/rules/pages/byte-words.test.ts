/** Sizes in the platform's console. */
import { expect, test } from 'vitest';
import { byteWords, usedPercent } from '../../../packages/web/src/platform/byte-words.js';

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KiB'],
  [1_048_575, '1023 KiB'],
  [1_572_864, '1.5 MiB'],
  [161_061_273_600, '150 GiB'],
  [2 ** 61, '2048 PiB'],
])('%i bytes are told as %s', (bytes, words) => {
  expect(byteWords(bytes)).toBe(words);
});

test.each([
  [{ total: 0, free: 0 }, 0],
  [{ total: 1000, free: 1 }, 99],
  [{ total: 1000, free: 0 }, 100],
  [{ total: 1000, free: 390 }, 61],
])('of %j the used part is %i %%', (disk, percent) => {
  expect(usedPercent(disk)).toBe(percent);
});
