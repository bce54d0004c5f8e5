import type { PageLayout, TextLine } from '@cinnabar/pdf/render/page-layout.js';

/** A letter of a document and its place on the page. */
export interface Letter {
  readonly page: number;
  readonly line: number;
  readonly left: number;
  readonly right: number;
}

/** A document as one text in reading order, without spaces; a line feed ends each line. */
export interface DocumentText {
  readonly text: string;
  /** One for each UTF-16 unit of `text`. */
  readonly letters: readonly Letter[];
  readonly lines: readonly PlacedLine[];
  /** Occurrences of texts that were searched before. */
  readonly searched: Map<string, readonly number[]>;
}

export interface PlacedLine {
  readonly page: number;
  readonly text: string;
  /** Index of its first letter. */
  readonly start: number;
  readonly line: TextLine;
}

export function documentTextOf(pages: readonly PageLayout[]): DocumentText {
  const letters: Letter[] = [];
  const lines: PlacedLine[] = [];
  let text = '';
  for (const [index, layout] of pages.entries()) {
    for (const line of layout.lines) {
      const start = text.length;
      for (const { text: shown, left, right } of line.characters) {
        text += shown;
        for (let unit = 0; unit < shown.length; unit += 1)
          letters.push({ page: index + 1, line: lines.length, left, right });
      }
      lines.push({ page: index + 1, text: text.slice(start), start, line });
      const end = line.characters.at(-1)?.right ?? 0;
      letters.push({ page: index + 1, line: lines.length - 1, left: end, right: end });
      text += '\n';
    }
  }
  return { text, letters, lines, searched: new Map() };
}

/** Where a text begins; occurrences do not overlap. */
export function occurrencesOf({ text, searched }: DocumentText, wanted: string): readonly number[] {
  const known = searched.get(wanted);
  if (known !== undefined || wanted === '') return known ?? [];
  const found: number[] = [];
  for (let at = text.indexOf(wanted); at >= 0 && found.length < MAX_OCCURRENCES; ) {
    found.push(at);
    at = text.indexOf(wanted, at + wanted.length);
  }
  searched.set(wanted, found);
  return found;
}

/** A text that occurs more often tells nothing about a place. */
const MAX_OCCURRENCES = 100;
/** Letters of the lines around a place by which it is recognised. */
const REACH = 60;

/** Fewer pairs of letters before or after a place, as at the end of a document, tell nothing. */
const MIN_PAIRS = 8;

/** How alike the surroundings of two places are: Dice's coefficient of their pairs of letters, 0 to 1. */
export function likeness(one: DocumentText, at: number, other: DocumentText, otherAt: number): number {
  const sides = [
    { own: pairsBefore(one, at), theirs: pairsBefore(other, otherAt) },
    { own: pairsAfter(one, at), theirs: pairsAfter(other, otherAt) },
  ];
  const telling = sides.filter(({ own }) => own.size >= MIN_PAIRS);
  const compared = telling.length === 0 ? sides : telling;
  return compared.reduce((sum, { own, theirs }) => sum + dice(own, theirs), 0) / compared.length;
}

const pairsBefore = ({ text }: DocumentText, at: number) => pairsOf(text.slice(Math.max(0, at - REACH), at));
const pairsAfter = ({ text }: DocumentText, at: number) => pairsOf(text.slice(at, at + REACH));

function dice(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let [common, total] = [0, 0];
  for (const [pair, count] of one) {
    common += Math.min(count, other.get(pair) ?? 0);
    total += count;
  }
  for (const count of other.values()) total += count;
  return total === 0 ? 1 : (2 * common) / total;
}

function pairsOf(text: string): ReadonlyMap<string, number> {
  const letters = text.replace(/[\n_]/g, '');
  const pairs = new Map<string, number>();
  for (let at = 0; at < letters.length - 1; at += 1) {
    const pair = letters.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}
