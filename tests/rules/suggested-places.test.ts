import { suggestedPlaces } from '@cinnabar/server/areas/flows/sign/rules/suggested-places.js';
import { describe, expect, test } from 'vitest';

const at = (x: number, y: number, page = 1) => ({ page, x, y });
const none = { own: [], others: [] };

describe('places at which a text asks for a signature', () => {
  test('are right of their labels, in reading order', () => {
    const labels = [at(100, 700, 2), at(400, 700), at(100, 700)];
    expect(suggestedPlaces({ labels, ...none })).toEqual([at(190, 710), at(490, 710), at(190, 710, 2)]);
  });

  test('are counted once, although two labels match the same words', () => {
    expect(suggestedPlaces({ labels: [at(100, 700), at(112, 701)], ...none })).toHaveLength(1);
  });

  test('are those behind the signer’s name, also where two parties sign side by side', () => {
    const labels = [at(140, 700), at(440, 700), at(140, 900)];
    const own = [at(400, 702), at(80, 100)];
    const others = [at(100, 702), at(100, 901)];
    expect(suggestedPlaces({ labels, own, others })).toEqual([at(530, 710)]);
  });

  test('are never behind the name of another party', () => {
    const labels = [at(140, 700), at(440, 800)];
    expect(suggestedPlaces({ labels, own: [], others: [at(100, 700)] })).toEqual([at(530, 810)]);
    expect(suggestedPlaces({ labels: [at(140, 700)], own: [], others: [at(100, 700)] })).toEqual([]);
  });

  test('do not exist in a text without labels, and are at most ten', () => {
    expect(suggestedPlaces({ labels: [], own: [at(1, 1)], others: [] })).toEqual([]);
    const many = Array.from({ length: 30 }, (_, index) => at(100, 30 * index));
    expect(suggestedPlaces({ labels: many, ...none })).toHaveLength(10);
  });
});
