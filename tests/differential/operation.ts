import type { Ingredients } from '../support/pdf/corpus-case.js';
import type { Random } from './random.js';
import type { Workpiece } from './workpiece.js';

/** A modification of a file under construction. */
export interface Operation {
  readonly name: string;
  /** Whether legitimate programs make it too: a file with only such modifications must stay valid. */
  readonly isSound?: boolean;
  /** The best permitted verdict: a deceptive modification must not be accepted, or not without a remark. */
  readonly atBest?: 'valid_with_remarks' | 'indeterminate';
  /** Its weight, by default 1. */
  readonly weight?: number;
  /** Whether it is applicable to this file. */
  readonly fits?: (piece: Workpiece) => boolean;
  readonly apply: (piece: Workpiece, given: Ingredients, random: Random) => void | Promise<void>;
}

/** Applies one of the applicable ones, chosen by weight. */
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
