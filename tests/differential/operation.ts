import type { Ingredients } from '../support/pdf/corpus-case.js';
import type { Random } from './random.js';
import type { Workpiece } from './workpiece.js';

/** Something that is done to a file under construction. */
export interface Operation {
  readonly name: string;
  /** Whether sound programs do it too: what consists of such operations alone must stay valid. */
  readonly isSound?: boolean;
  /** The best verdict that the file may get: what it brings nobody may believe, or not without a word about it. */
  readonly atBest?: 'valid_with_remarks' | 'indeterminate';
  /** How often it is chosen, 1 where it is left out. */
  readonly weight?: number;
  /** Whether it can be done to this file at all. */
  readonly fits?: (piece: Workpiece) => boolean;
  readonly apply: (piece: Workpiece, given: Ingredients, random: Random) => void | Promise<void>;
}

/** Does one of those that fit, by their weights. */
export async function doOneOf(
  operations: readonly Operation[],
  piece: Workpiece,
  given: Ingredients,
  random: Random,
): Promise<Operation> {
  const fitting = operations.filter(({ fits }) => fits === undefined || fits(piece));
  const weights = fitting.map(({ weight = 1 }) => weight);
  let at = random.next() * weights.reduce((sum, weight) => sum + weight, 0);
  let index = 0;
  while (index < fitting.length - 1 && at >= (weights[index] ?? 0)) {
    at -= weights[index] ?? 0;
    index += 1;
  }
  const chosen = fitting[index];
  if (chosen === undefined) throw new Error('no operation fits');
  piece.done.push(chosen.name);
  if (chosen.isSound !== true) piece.isSound = false;
  if (chosen.atBest !== undefined) piece.atBest = chosen.atBest;
  await chosen.apply(piece, given, random);
  return chosen;
}
