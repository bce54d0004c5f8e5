import { componentTypes } from '@cinnabar/api/schemas/component.js';
import { nameFrom, readableText } from './blank-labels.js';
import type { Area, FoundControl } from './found-control.js';
import type { PageView, Piece, Segment } from './page-pieces.js';

/** Advance of an ideographic space, and of a space, in font sizes. */
const WIDE_SPACE = 1;
const SPACE = 0.25;
const DIGIT = 0.55;
const MAX_SPACES = 20;
/** px */
const [MIN_SIZE, MAX_SIZE] = [9, 16];

/** A place within a line: a sign for year, month or day, or a blank. */
interface Mark {
  /** The character; null for a blank. */
  readonly sign: string | null;
  readonly left: number;
  readonly right: number;
}

/** Dates with printed signs: `____年__月__日`, `    年    月    日`. The value is spaced so that it fits between them. */
export function datesToFill(
  view: PageView,
  party: (segment: Segment, left: number) => string,
): readonly FoundControl[] {
  return view.segments.flatMap((segment, index) => datesIn(view, segment, view.segments[index + 1], party));
}

function datesIn(
  view: PageView,
  segment: Segment,
  next: Segment | undefined,
  party: (segment: Segment, left: number) => string,
): readonly FoundControl[] {
  const marks = [...marksOf(segment.pieces), ...signOfNextLine(segment, next)];
  const found: FoundControl[] = [];
  for (let at = 0; at < marks.length; at += 1) {
    const [year, month, day] = [marks[at], nextSign(marks, at), nextSign(marks, nextIndex(marks, at))];
    if (year?.sign !== '年' || month?.sign !== '月' || day?.sign !== '日') continue;
    if (!isBlankBetween(marks, year, month) || !isBlankBetween(marks, month, day)) continue;
    const before = marks[at - 1];
    const left =
      before === undefined ? year.left - 3 * segment.em : before.sign === null ? before.left : before.right;
    const rooms = [
      (year.left - left) / (4 * DIGIT),
      (month.left - year.right) / (2 * DIGIT),
      (day.left - month.right) / (2 * DIGIT),
    ];
    const size = Math.round(Math.max(MIN_SIZE, Math.min(MAX_SIZE, segment.em, ...rooms)));
    // The year ends before its sign, in the middle of a blank that is wider than it.
    const slack = Math.max(0, year.left - left - 4 * DIGIT * size);
    const start = Math.max(left, year.left - 4 * DIGIT * size - Math.min(slack / 2, size));
    const box: Area = {
      x: start,
      y: segment.baseline - size * 0.88 - 4,
      width: day.left - start,
      height: size + 8,
    };
    const claimed = {
      x: Math.min(left, start),
      y: segment.top,
      width: day.right - Math.min(left, start),
      height: segment.bottom - segment.top,
    };
    found.push({
      by: 'date',
      score: 0.95,
      page: view.page,
      box,
      claimed,
      componentType: componentTypes.date,
      name: dateName(segment, Math.min(left, start)),
      participantFlag: party(segment, start),
      required: 1,
      attribute: {
        dateFormat: spacedFormat(month.left - year.left, day.left - month.left, size),
        fontSize: size,
        width: Math.max(1, Math.round(box.width)),
        height: Math.round(box.height),
      },
    });
  }
  return found;
}

/** Signs and blanks of a segment from left to right; other text separates them. */
function marksOf(pieces: readonly Piece[]): readonly Mark[] {
  return pieces.flatMap((piece): readonly Mark[] =>
    piece.kind === 'blank'
      ? [{ sign: null, left: piece.left, right: piece.right }]
      : piece.characters.map(({ text, left, right }) => ({ sign: text, left, right })),
  );
}

/** The sign for the day at the beginning of the next line, as if it stood behind the blank at the end of this one. */
function signOfNextLine({ pieces, baseline, em }: Segment, next: Segment | undefined): readonly Mark[] {
  const [end, start] = [pieces.at(-1), next?.pieces[0]];
  const isNear = next !== undefined && next.baseline > baseline && next.baseline - baseline < 3 * em;
  if (!isNear || end?.kind !== 'blank' || start?.kind !== 'text' || !start.text.startsWith('日')) return [];
  return [{ sign: '日', left: end.right, right: end.right }];
}

const nextIndex = (marks: readonly Mark[], from: number): number =>
  marks.findIndex(({ sign }, at) => at > from && sign !== null);

function nextSign(marks: readonly Mark[], from: number): Mark | undefined {
  return marks[nextIndex(marks, from)];
}

function isBlankBetween(marks: readonly Mark[], one: Mark, other: Mark): boolean {
  const between = marks.slice(marks.indexOf(one) + 1, marks.indexOf(other));
  return between.length > 0 && between.every(({ sign }) => sign === null);
}

/** Of `租期自    年    月    日起至`, what names the second date. */
const PRINTED_SIGNS = /[自从:]?年月日时?起?(?=[至到])/u;

function dateName(segment: Segment, left: number): string {
  const before = segment.pieces.flatMap((piece) =>
    piece.kind === 'text' && piece.left < left - 1
      ? piece.characters.filter((character) => character.right <= left + 2)
      : [],
  );
  const name = nameFrom(readableText(before).replace(PRINTED_SIGNS, ''));
  return name === '' ? '日期' : name;
}

/** Year, month and day with as many spaces between them as bring each before its printed sign. */
function spacedFormat(toMonth: number, toDay: number, size: number): string {
  const room = (px: number, digits: number): string => {
    const spaces = px / size - digits * DIGIT;
    const wide = Math.max(0, Math.floor(spaces / WIDE_SPACE));
    const narrow = Math.max(0, Math.round((spaces - wide * WIDE_SPACE) / SPACE));
    return `${'　'.repeat(Math.min(wide, MAX_SPACES))}${' '.repeat(Math.min(narrow, 3))}`;
  };
  return `yyyy${room(toMonth, 2) || ' '}MM${room(toDay, 2) || ' '}dd`;
}
