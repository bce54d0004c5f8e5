/**
 * Grams: sequences of one to three characters. A text that contains a search text contains all of its grams. Two Chinese
 * characters are a word, so trigrams alone would not do.
 */

/** Texts by which flows are found: parts of the first three, whole mobiles (mobile-buckets.ts). Stored as numbers. */
export const SearchField = { title: 0, corps: 1, names: 2, mobiles: 3 } as const;
export type SearchField = (typeof SearchField)[keyof typeof SearchField];

/** Columns of flow_search_pending. */
export const textColumns = {
  [SearchField.title]: 'title',
  [SearchField.corps]: 'corps',
  [SearchField.names]: 'names',
  [SearchField.mobiles]: 'mobiles',
} as const;

const LONGEST = 3;

/** Grams of a search text that are looked up: more of them would exclude few further flows. */
const MAX_LOOKED_UP = 12;

function* ofLength(characters: readonly string[], length: number): Generator<string> {
  for (let from = 0; from + length <= characters.length; from += 1) {
    yield characters.slice(from, from + length).join('');
  }
}

/** All grams of a stored text. */
export function gramsOf(text: string): ReadonlySet<string> {
  const characters = [...text];
  const grams = new Set<string>();
  for (let length = 1; length <= LONGEST; length += 1) {
    for (const gram of ofLength(characters, length)) grams.add(gram);
  }
  return grams;
}

/** The grams to look up for a search text: its longest ones. A text that contains it contains all of them. */
export function gramsToFind(text: string): readonly string[] {
  const characters = [...text];
  const grams = new Set(ofLength(characters, Math.min(LONGEST, characters.length)));
  return [...grams].slice(0, characters.length === 0 ? 0 : MAX_LOOKED_UP);
}
