import { gramsOf, gramsToFind } from '@cinnabar/server/areas/flows/lists/rules/grams.js';
import {
  bucketOf,
  mobileBuckets,
  placesOfMobile,
} from '@cinnabar/server/areas/flows/lists/rules/mobile-buckets.js';
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

describe('the buckets of mobiles', () => {
  const mobiles = Array.from(
    { length: SEGMENT_FLOWS },
    (_, place) => `136${String(place % 1500).padStart(8, '0')}`,
  );
  const buckets = mobileBuckets(mobiles.map((mobile) => `13900000000\u001f${mobile}`));

  it('are few, and contain all places of each mobile', () => {
    expect(buckets.size).toBeLessThanOrEqual(64);
    for (const mobile of ['13600000000', '13600001499', '13900000000']) {
      const bucket = buckets.get(bucketOf(mobile)) ?? Buffer.alloc(0);
      const places = [...mobiles.keys()].filter(
        (place) => mobile === '13900000000' || mobiles[place] === mobile,
      );
      expect(intersectPlaces([placesOfMobile(bucket, mobile)])).toEqual(places);
    }
  });

  it('rarely contain others with the same hash', () => {
    const others = Array.from({ length: 1000 }, (_, index) => `137${String(index).padStart(8, '0')}`);
    const found = others.filter((mobile) => {
      const bucket = buckets.get(bucketOf(mobile)) ?? Buffer.alloc(0);
      return placesOfMobile(bucket, mobile).length > 0;
    });
    expect(found.length).toBeLessThan(10);
  });
});
