import { describe, expect, test } from 'vitest';
import {
  fillAt,
  fillQueue,
  possibleSignMoves,
  signMoved,
  signSteps,
} from '../../../packages/web/src/designer/lanes.js';
import { orderWords, spokenOrder } from '../../../packages/web/src/designer/spoken-order.js';
import { party } from './given-design.js';

const three = [
  party('A', { fillOrder: 1, signOrder: 1 }),
  party('B', { fillOrder: 2, signOrder: 2 }),
  party('C', { fills: false, fillOrder: 3, signOrder: 2 }),
];
const stepsOf = (parties: Parameters<typeof signSteps>[0]) =>
  signSteps(parties).map((step) => step.map(({ key }) => key).join(''));

describe('the order of parties', () => {
  test('is read out in both languages', () => {
    const nameOf = ({ key }: { readonly key: string }) => key;
    expect(spokenOrder(three, nameOf, orderWords.zh)).toBe('A 先填，B 再填；A 先签，然后 B、C 同时签。');
    expect(spokenOrder(three, nameOf, orderWords.en)).toBe(
      'A fills first, then B; A signs first, then B and C sign together.',
    );
    expect(spokenOrder([], nameOf, orderWords.zh)).toBe('还没有人填写或签署。');
  });

  test('a filler moves within the queue', () => {
    expect(fillQueue(fillAt(three, 'B', 0)).map(({ key }) => key)).toEqual(['B', 'A']);
    expect(fillAt(three, 'C', 0)).toBe(three);
  });

  test.each([
    ['B', 'earlier', ['B', 'A', 'C']],
    ['B', 'withPrevious', ['AB', 'C']],
    ['B', 'alone', ['A', 'C', 'B']],
    ['A', 'later', ['BC', 'A']],
  ] as const)('%s moves: %s', (key, move, steps) => {
    expect(stepsOf(signMoved(three, key, move))).toEqual(steps);
  });

  test('offers what is possible', () => {
    expect(possibleSignMoves(three, 'A')).toEqual(['later']);
    expect(possibleSignMoves(three, 'B')).toEqual(['earlier', 'withPrevious', 'alone']);
  });
});
