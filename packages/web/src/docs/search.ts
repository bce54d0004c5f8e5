import type { SearchEntry } from './content.js';

export interface Hit {
  readonly entry: SearchEntry;
  /** The part of the text in which the query was found; empty where the title says it all. */
  readonly excerpt: string;
}

/** Kinds in the order in which equal matches are listed. */
const weights: Readonly<Record<SearchEntry['kind'], number>> = {
  area: 10,
  operation: 9,
  code: 8,
  guide: 7,
  event: 6,
  field: 4,
};

const MAX_HITS = 30;

/** The words of a query; each must be in what is found. Chinese has no spaces, and is found as it is typed. */
export function wordsOf(query: string): readonly string[] {
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

export function search(entries: readonly SearchEntry[], query: string): readonly Hit[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return entries
    .flatMap((entry) => {
      const score = scoreOf(entry, words);
      return score === null ? [] : [{ entry, score }];
    })
    .sort((one, other) => other.score - one.score)
    .slice(0, MAX_HITS)
    .map(({ entry }) => ({ entry, excerpt: excerptOf(entry.text, words) }));
}

/** Null where a word is missing. */
function scoreOf({ kind, title, place, text }: SearchEntry, words: readonly string[]): number | null {
  const [inTitle, inPlace, inText] = [title.toLowerCase(), place.toLowerCase(), text.toLowerCase()];
  let score = weights[kind];
  for (const word of words) {
    if (inTitle === word) score += 100;
    else if (inTitle.startsWith(word)) score += 60;
    else if (inTitle.includes(word)) score += 40;
    // The last name of a path is what people call the operation.
    else if (kind === 'operation' && inText.split('/').at(-1)?.startsWith(word)) score += 50;
    else if (inText.includes(word)) score += 10;
    else if (inPlace.includes(word)) score += 5;
    else return null;
  }
  // Of those that contain a word the shorter one is more about it.
  return score - Math.min(title.length, 60) / 10;
}

const BEFORE = 24;
const LENGTH = 120;

function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const found = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0);
  const from = Math.max(0, Math.min(...found, Number.MAX_SAFE_INTEGER) - BEFORE);
  const begin = found.length === 0 ? 0 : from;
  const end = begin + LENGTH;
  return `${begin > 0 ? '…' : ''}${text.slice(begin, end)}${end < text.length ? '…' : ''}`;
}

export interface Part {
  readonly text: string;
  readonly isFound: boolean;
}

/** A text in parts, of which those that were looked for are marked. */
export function marked(text: string, words: readonly string[]): readonly Part[] {
  const escaped = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (escaped.length === 0) return [{ text, isFound: false }];
  return text
    .split(new RegExp(`(${escaped.join('|')})`, 'gi'))
    .map((part, index) => ({ text: part, isFound: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}
