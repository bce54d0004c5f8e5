import type { TextCharacter, TextLine } from './page-layout.js';

export interface SetCharacter extends TextCharacter {
  readonly top: number;
  readonly bottom: number;
  readonly baseline: number;
}

/** Baselines closer than this share of a line's height belong to one line, as in a line with a larger word. */
const SAME_BASELINE = 0.3;
/** Bold is often simulated by setting a text twice with a tiny offset. */
const REPEATED_WITHIN = 1.5;

/** Lines from the top, characters from the left. */
export function linesOf(characters: readonly SetCharacter[]): readonly TextLine[] {
  const lines: SetCharacter[][] = [];
  for (const character of characters.toSorted((one, other) => one.baseline - other.baseline)) {
    const line = lines.at(-1);
    const start = line?.[0];
    const reach = SAME_BASELINE * (character.bottom - character.top);
    if (line !== undefined && start !== undefined && character.baseline - start.baseline <= reach)
      line.push(character);
    else lines.push([character]);
  }
  return lines.map(lineOf);
}

function lineOf(characters: readonly SetCharacter[]): TextLine {
  const baselines = characters.map(({ baseline }) => baseline).toSorted((one, other) => one - other);
  const kept: TextCharacter[] = [];
  for (const { text, left, right } of characters.toSorted((one, other) => one.left - other.left)) {
    const isRepeated = kept
      .slice(-3)
      .some((before) => before.text === text && Math.abs(before.left - left) < REPEATED_WITHIN);
    if (!isRepeated) kept.push({ text, left: rounded(left), right: rounded(right) });
  }
  return {
    top: rounded(Math.min(...characters.map(({ top }) => top))),
    bottom: rounded(Math.max(...characters.map(({ bottom }) => bottom))),
    baseline: rounded(baselines[baselines.length >> 1] ?? 0),
    characters: kept,
  };
}

/** Hundredths of a pixel: finer is invisible. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
