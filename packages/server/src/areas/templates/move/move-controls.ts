import type { PageLayout } from '@cinnabar/pdf/render/page-layout.js';
import { type DocumentText, documentTextOf, likeness, occurrencesOf } from './document-text.js';
import { type ControlLabel, labelOf, type PlacedControl } from './label-of-control.js';

export interface ControlToMove extends PlacedControl {
  /** Its anchor; null if it has none. */
  readonly keyword: string | null;
  /** From 1. */
  readonly keywordIndex: number;
  /** A seam seal is on all pages at one height. */
  readonly isSeam: boolean;
}

/** What a control's new place was found by. */
export type MovedBy = 'keyword' | 'label' | 'samePlace' | 'none';

export interface NewPlace {
  /** Null for `none`. */
  readonly place: { readonly page: number; readonly x: number; readonly y: number } | null;
  /** Occurrence of its keyword at the new place; null without one. */
  readonly keywordIndex: number | null;
  readonly by: MovedBy;
  /** 0 to 1 */
  readonly score: number;
  /** A person has to look: the place is a guess. */
  readonly doubtful: boolean;
}

const NOWHERE: NewPlace = { place: null, keywordIndex: null, by: 'none', score: 0, doubtful: true };

/** Surroundings less alike than this are another place. */
const MIN_LIKENESS = 0.3;
/** Above this, and this far above the next one, a place is certain. */
const SURE = 0.55;
const LEAD = 0.12;
/** A sole occurrence needs less. */
const SURE_ALONE = 0.4;

/**
 * Finds the places of a file's controls in the file that replaces it: by keyword for those that have one, for all others
 * by their nearest label. A control is never dropped, and a place that is a guess is marked as doubtful.
 */
export function mover(
  from: readonly PageLayout[],
  to: readonly PageLayout[],
): (control: ControlToMove) => NewPlace {
  const files = { from, to, before: documentTextOf(from), after: documentTextOf(to) };
  return (control) => onPage(placeOf(control, files), control, to);
}

interface Files {
  readonly from: readonly PageLayout[];
  readonly to: readonly PageLayout[];
  readonly before: DocumentText;
  readonly after: DocumentText;
}

function placeOf(control: ControlToMove, files: Files): NewPlace {
  if (control.isSeam) return staying(control, 1, false);
  const anchored = byKeyword(control, files);
  if (anchored !== null) return anchored;
  const label = labelOf(files.before, control);
  const labelled = label === null ? byPage(control, files) : byLabel(control, label, files);
  // Its keyword is gone: somebody has to choose another one.
  return control.keyword === null ? labelled : { ...labelled, score: labelled.score / 2, doubtful: true };
}

function byKeyword(control: ControlToMove, { before, after }: Files): NewPlace | null {
  const keyword = control.keyword?.normalize('NFKC').replace(/\s/g, '') ?? '';
  const old = occurrencesOf(before, keyword)[control.keywordIndex - 1];
  if (keyword === '' || old === undefined) return null;
  const chosen = chooseAmong(before, old, after, keyword, keyword.length);
  if (chosen === null) return null;
  const [oldStart, start] = [positionOf(before, old), positionOf(after, chosen.at)];
  return {
    place: {
      page: start.page,
      x: start.left + control.x - oldStart.left,
      y: start.baseline + control.y - oldStart.baseline,
    },
    keywordIndex: occurrencesOf(after, keyword).indexOf(chosen.at) + 1,
    ...{ by: 'keyword', score: chosen.score, doubtful: chosen.doubtful },
  };
}

/** Shorter ends of a label may have survived a change of its beginning. */
const ENDINGS = [Number.POSITIVE_INFINITY, 8, 5] as const;

function byLabel(control: ControlToMove, label: ControlLabel, files: Files): NewPlace {
  const { before, after } = files;
  for (const length of ENDINGS) {
    const text = label.text.slice(-Math.min(length, label.text.length));
    if (length < label.text.length || length === Number.POSITIVE_INFINITY) {
      const at = label.at + label.text.length - text.length;
      const chosen = chooseAmong(before, at, after, text, text.length);
      if (chosen !== null) {
        const last = positionOf(after, chosen.at + text.length - 1);
        const isWhole = text === label.text;
        const score = isWhole ? chosen.score : chosen.score * 0.8;
        return {
          place: { page: last.page, x: last.right + label.offsetX, y: last.baseline + label.offsetY },
          keywordIndex: null,
          ...{ by: 'label', score, doubtful: chosen.doubtful || (!isWhole && score < SURE) },
        };
      }
    }
  }
  return betweenNeighbours(control, label, files) ?? NOWHERE;
}

interface Chosen {
  readonly at: number;
  readonly score: number;
  readonly doubtful: boolean;
}

/** The occurrence of a text in the new file whose surroundings are most like those in the old file. */
function chooseAmong(
  before: DocumentText,
  old: number,
  after: DocumentText,
  text: string,
  length: number,
): Chosen | null {
  const found = occurrencesOf(after, text)
    .map((at) => ({ at, score: likeness(before, old + length, after, at + length) }))
    .toSorted((one, other) => other.score - one.score);
  const [best, second] = found;
  if (best === undefined || best.score < MIN_LIKENESS) return null;
  if (second === undefined) return { ...best, doubtful: best.score < SURE_ALONE };
  const others = occurrencesOf(before, text);
  if (others.length === found.length) {
    // As often as before: the same one in order, if its surroundings do not speak for another one.
    const same = occurrencesOf(after, text)[others.indexOf(old)];
    const candidate = found.find(({ at }) => at === same);
    if (candidate !== undefined && best.score - candidate.score < LEAD)
      return { ...candidate, doubtful: candidate.score < SURE };
  }
  const isSure = best.score >= SURE && best.score - second.score >= LEAD;
  return { ...best, doubtful: !isSure };
}

function positionOf({ letters, lines }: DocumentText, at: number) {
  const letter = letters[at] ?? { page: 1, line: 0, left: 0, right: 0 };
  return { ...letter, baseline: lines[letter.line]?.line.baseline ?? 0 };
}

/** A renamed label: the line between the lines that stood before and after it. */
function betweenNeighbours(
  control: ControlToMove,
  label: ControlLabel,
  { before, after }: Files,
): NewPlace | null {
  const index = before.letters[label.at]?.line ?? 0;
  const [above, below] = [before.lines[index - 1], before.lines[index + 1]];
  if (above === undefined || below === undefined) return null;
  const places = after.lines.flatMap((line, at) => {
    const isBetween = after.lines[at - 1]?.text === above.text && after.lines[at + 1]?.text === below.text;
    return isBetween ? [line] : [];
  });
  const [only, ...more] = places;
  const own = before.lines[index];
  if (only === undefined || own === undefined || more.length > 0) return null;
  return {
    place: { page: only.page, x: control.x, y: only.line.baseline + control.y - own.line.baseline },
    keywordIndex: null,
    ...{ by: 'label', score: 0.4, doubtful: true },
  };
}

/** Without text nearby a control stays where it is, if its page does. */
function byPage(control: ControlToMove, { from, to, before, after }: Files): NewPlace {
  const [page, same] = [from[control.page - 1], to[control.page - 1]];
  if (page === undefined || same === undefined) return NOWHERE;
  const textOn = ({ lines }: DocumentText) =>
    lines
      .filter((line) => line.page === control.page)
      .map(({ text }) => text)
      .join('\n');
  const isSameSize = Math.abs(page.width - same.width) < 2 && Math.abs(page.height - same.height) < 2;
  const [text, other] = [textOn(before), textOn(after)];
  if (text !== other || !isSameSize) return { ...NOWHERE, ...sameCorner(control), score: 0.2 };
  // Pages without any text, such as scans, cannot be told apart.
  return text === '' ? staying(control, 0.5, true) : staying(control, 0.9, false);
}

function sameCorner(control: ControlToMove): Pick<NewPlace, 'place' | 'by'> {
  return { place: { page: control.page, x: control.x, y: control.y }, by: 'samePlace' };
}

function staying(control: ControlToMove, score: number, doubtful: boolean): NewPlace {
  return { ...sameCorner(control), keywordIndex: null, score, doubtful };
}

/** px */
const SAME = 1;

function onPage(moved: NewPlace, control: ControlToMove, to: readonly PageLayout[]): NewPlace {
  const { place } = moved;
  const page = place === null ? undefined : to[place.page - 1];
  if (place === null) return moved;
  if (page === undefined) return NOWHERE;
  const x = Math.max(0, Math.min(place.x, page.width - control.width));
  const y = Math.max(0, Math.min(place.y, page.height - control.height));
  const isCutOff = Math.abs(x - place.x) > 4 || Math.abs(y - place.y) > 4;
  const stays =
    place.page === control.page && Math.abs(x - control.x) <= SAME && Math.abs(y - control.y) <= SAME;
  return {
    ...moved,
    place: { page: place.page, x: rounded(x), y: rounded(y) },
    by: stays && moved.by === 'label' ? 'samePlace' : moved.by,
    score: rounded(moved.score),
    doubtful: moved.doubtful || isCutOff,
  };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
