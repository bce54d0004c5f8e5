import { describe, expect, test } from 'vitest';
import { foundSeals, isSearchable, recentFirst } from '../../../packages/web/src/shared/seals/found-seals.js';

const seals = [
  { sealId: 1, name: '合同专用章（上海）' },
  { sealId: 2, name: 'Contract Seal 北京' },
  { sealId: 3, name: '财务专用章' },
];
const found = (words: string) => foundSeals(seals, words, ({ name }) => [name]).map(({ sealId }) => sealId);

describe('a list of seals', () => {
  test('can be searched once it is long', () => {
    expect(isSearchable(Array.from({ length: 8 }))).toBe(false);
    expect(isSearchable(Array.from({ length: 9 }))).toBe(true);
  });

  test('is narrowed by a part of a name, whatever its case, width and spaces', () => {
    expect(found(' ')).toEqual([1, 2, 3]);
    expect(found('专用章')).toEqual([1, 3]);
    expect(found('contract')).toEqual([2]);
    expect(found('ＣＯＮＴＲＡＣＴ seal北京')).toEqual([2]);
    expect(found('(上海)')).toEqual([1]);
    expect(found('人事')).toEqual([]);
  });

  test('begins with those used last, in that order, as far as they still exist', () => {
    const order = (recent: readonly number[]) => recentFirst(seals, recent).map(({ sealId }) => sealId);
    expect(order([])).toEqual([1, 2, 3]);
    expect(order([3, 9, 2])).toEqual([3, 2, 1]);
  });
});
