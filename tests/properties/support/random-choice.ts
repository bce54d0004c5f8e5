import { seededRandom } from '../../support/seeded-random.js';

/** Pseudo-random choices, reproducible from the printed seed. */
export class RandomChoice {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = seededRandom(seed);
  }

  chance(share: number): boolean {
    return this.#next() < share;
  }

  /** An integer from 0 to `below` - 1. */
  below(below: number): number {
    return Math.floor(this.#next() * below);
  }

  of<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError('there is nothing to choose from');
    return item;
  }

  /** Each of the items with this probability, in their order. */
  some<T>(items: readonly T[], share: number): readonly T[] {
    return items.filter(() => this.chance(share));
  }

  shuffled<T>(items: readonly T[]): readonly T[] {
    return items
      .map((item) => ({ item, place: this.#next() }))
      .toSorted((one, other) => one.place - other.place)
      .map(({ item }) => item);
  }
}
