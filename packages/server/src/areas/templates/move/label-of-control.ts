import { type DocumentText, occurrencesOf, type PlacedLine } from './document-text.js';

export interface PlacedControl {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The print that a control belongs to, and where it is relative to it. */
export interface ControlLabel {
  readonly text: string;
  /** Index of its first letter in the document. */
  readonly at: number;
  /** From the right edge of the label's last letter, and from its baseline. */
  readonly offsetX: number;
  readonly offsetY: number;
}

const MAX_LABEL = 12;
const MAX_LETTERS = 60;
/** px */
const [REACH_LEFT, REACH_UP, REACH_RIGHT] = [90, 60, 40];
const FILLER = /[_\s]/;

/**
 * The label of a control: the text left of it in its line, otherwise that under it, above it or right of it. Of several, as
 * beside a seal that covers some lines, the one that occurs least often, because it is recognised again most surely.
 */
export function labelOf(document: DocumentText, control: PlacedControl): ControlLabel | null {
  const near = document.lines.filter(({ page }) => page === control.page);
  const candidates = near.flatMap((line) => labelsIn(line, control));
  const [best] = candidates.toSorted(
    (one, other) =>
      occurrencesOf(document, one.text).length - occurrencesOf(document, other.text).length ||
      one.distance - other.distance,
  );
  const [nearest] = candidates.toSorted((one, other) => one.distance - other.distance);
  const isTall = control.height > 60;
  const chosen = isTall ? best : nearest;
  if (chosen === undefined) return null;
  const { text, at, offsetX, offsetY } = chosen;
  return { text, at, offsetX, offsetY };
}

type Candidate = ControlLabel & { readonly distance: number };

function labelsIn({ line, start }: PlacedLine, control: PlacedControl): readonly Candidate[] {
  const middle = control.y + control.height / 2;
  const isBeside = line.bottom > control.y && line.top < control.y + control.height;
  const isAbove = line.bottom <= control.y && control.y - line.bottom < REACH_UP;
  if (!isBeside && !isAbove) return [];
  let unit = start;
  const letters = line.characters.map(({ text, left, right }) => {
    const letter = { text, left, right, at: unit };
    unit += text.length;
    return letter;
  });
  const written = letters.filter(({ text }) => !FILLER.test(text));
  const inside = (left: number, right: number): boolean =>
    (left + right) / 2 > control.x && (left + right) / 2 < control.x + control.width;
  const under = written.filter(({ left, right }) => inside(left, right));
  const before = written.filter(({ left, right }) => (left + right) / 2 <= control.x);
  const after = written.filter(({ left, right }) => (left + right) / 2 >= control.x + control.width);
  const away = Math.abs((line.top + line.bottom) / 2 - middle) * (isAbove ? 2 : 0.5);
  const result: Candidate[] = [];
  const add = (chosen: typeof written, distance: number): void => {
    const [first, last] = [chosen[0], chosen.at(-1)];
    if (first === undefined || last === undefined) return;
    // Letters of a label are contiguous in the text, except for blanks between them.
    const text = letters
      .filter(({ at }) => at >= first.at && at <= last.at)
      .map((letter) => letter.text)
      .join('');
    result.push({
      text,
      at: first.at,
      offsetX: control.x - last.right,
      offsetY: control.y - line.baseline,
      distance: distance + away,
    });
  };
  if (isAbove) add(lastTogether(under.length > 0 ? under : []), REACH_LEFT);
  else {
    const [left, right] = [before.at(-1), after[0]];
    const gap = left === undefined ? Number.POSITIVE_INFINITY : control.x - left.right;
    if (gap < REACH_LEFT) add(lastTogether(before), gap);
    if (under.length > 0) add(under.length > MAX_LETTERS ? [] : firstTogether([...under, ...after]), 20);
    if (right !== undefined && right.left - control.x - control.width < REACH_RIGHT)
      add(firstTogether(after), 40 + right.left - control.x - control.width);
  }
  return result;
}

/** The last letters without a wide gap between them. */
function lastTogether<T extends { readonly left: number; readonly right: number }>(
  letters: readonly T[],
): T[] {
  const label: T[] = [];
  for (const letter of letters.toReversed()) {
    const next = label[0];
    if (next !== undefined && next.left - letter.right > 30) break;
    label.unshift(letter);
    if (label.length === MAX_LABEL) break;
  }
  return label;
}

function firstTogether<T extends { readonly left: number; readonly right: number }>(
  letters: readonly T[],
): T[] {
  const label: T[] = [];
  for (const letter of letters) {
    const before = label.at(-1);
    if (before !== undefined && letter.left - before.right > 30) break;
    label.push(letter);
    if (label.length === MAX_LABEL) break;
  }
  return label;
}
