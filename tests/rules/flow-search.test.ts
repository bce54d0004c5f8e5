import { gramsOf, gramsToFind } from '@cinnabar/server/areas/flows/lists/rules/grams.js';
import {
  encodePlaces,
  intersectPlaces,
  SEGMENT_FLOWS,
} from '@cinnabar/server/areas/flows/lists/rules/postings.js';
import { describe, expect, it } from 'vitest';

describe('the grams of a text', () => {
  it('are its sequences of one to three characters', () => {
    expect([...gramsOf('采购a')]).toEqual(['采', '购', 'a', '采购', '购a', '采购a']);
    expect([...gramsOf('')]).toEqual([]);
  });

  it('count a character outside the basic plane as one', () => {
    expect([...gramsOf('𠮷林')]).toEqual(['𠮷', '林', '𠮷林']);
  });

  it('include all that are looked up for any part of it', () => {
    const text = '2026年度采购框架合同补充协议之三（杭州）';
    const characters = [...text];
    const grams = gramsOf(text);
    for (let from = 0; from < characters.length; from += 1) {
      for (let to = from + 1; to <= characters.length; to += 1) {
        const wanted = gramsToFind(characters.slice(from, to).join(''));
        expect(wanted.length).toBeGreaterThan(0);
        expect(wanted.filter((gram) => !grams.has(gram))).toEqual([]);
      }
    }
  });
});

describe('sets of places', () => {
  const every = (step: number) =>
    Array.from({ length: Math.ceil(SEGMENT_FLOWS / step) }, (_, index) => index * step);

  it.each([1, 2, 3, 15, 16, 17, 100, SEGMENT_FLOWS])('with one place in %i keep all of them', (step) => {
    expect(intersectPlaces([encodePlaces(every(step))])).toEqual(every(step));
  });

  it('never take more bytes than a bitmap', () => {
    expect(encodePlaces(every(1)).length).toBe(SEGMENT_FLOWS / 8);
    expect(encodePlaces([5, 4095]).length).toBe(4);
  });

  it('intersect, whatever their encoding', () => {
    expect(
      intersectPlaces([encodePlaces(every(2)), encodePlaces(every(100)), encodePlaces(every(3))]),
    ).toEqual(every(300));
    expect(intersectPlaces([encodePlaces([1]), encodePlaces(every(2))])).toEqual([]);
  });
});
