import type { PageLayout } from '@cinnabar/pdf/render/page-layout.js';
import type { FoundControl } from '@cinnabar/server/areas/templates/suggest/found-control.js';
import type { Answers, ExpectedBlank } from './contract-source.js';

const SIGNATURE_AREA = 6;

/** How many of a contract's places were found, and what was proposed besides. */
export interface Score {
  readonly areas: number;
  readonly areasFound: number;
  /** Of those found, with the right party. */
  readonly rightParty: number;
  readonly blanks: number;
  readonly blanksFound: number;
  /** Of those found, with the name that a person gave. */
  readonly rightName: number;
  readonly proposed: number;
  readonly nonsense: number;
  /** What is missing or nonsense, in words. */
  readonly remarks: readonly string[];
}

interface Place {
  readonly page: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export function scoreOf(
  found: readonly FoundControl[],
  answers: Answers,
  layouts: readonly PageLayout[],
): Score {
  const free = new Set(found);
  const remarks: string[] = [];
  const take = (matches: (control: FoundControl) => boolean): FoundControl | null => {
    const [control] = [...free].filter(matches);
    if (control !== undefined) free.delete(control);
    return control ?? null;
  };
  let [areasFound, rightParty, blanksFound, rightName] = [0, 0, 0, 0];
  for (const { label, nth = 1, party } of answers.areas) {
    const place = placeOf(layouts, label, nth);
    const control = place === null ? null : take((each) => isArea(each) && isNearLabel(each, place));
    if (control === null)
      remarks.push(`no area at ${label} ${nth}${place === null ? ' (no such text)' : ''}`);
    else {
      areasFound += 1;
      if (control.participantFlag === party) rightParty += 1;
      else remarks.push(`area at ${label} ${nth} is of ${control.participantFlag}, not ${party}`);
    }
  }
  for (const blank of answers.blanks) {
    const place = placeOf(layouts, blank.label, blank.nth ?? 1);
    const control =
      place === null
        ? null
        : take((each) => each.componentType === blank.type && isAtSide(each, place, blank));
    if (control === null) {
      remarks.push(
        `no ${blank.type} at ${blank.label} ${blank.nth ?? 1}${place === null ? ' (no such text)' : ''}`,
      );
    } else {
      blanksFound += 1;
      if (sameName(control.name, blank.name)) rightName += 1;
      else remarks.push(`name at ${blank.label}: ${control.name}, not ${blank.name}`);
    }
  }
  for (const { by, componentType, name, box } of free) {
    remarks.push(`nonsense: ${componentType} ${name} by ${by} at ${Math.round(box.x)}, ${Math.round(box.y)}`);
  }
  const [areas, blanks] = [answers.areas.length, answers.blanks.length];
  const proposed = found.length;
  return {
    areas,
    areasFound,
    rightParty,
    blanks,
    blanksFound,
    rightName,
    proposed,
    nonsense: free.size,
    remarks,
  };
}

const isArea = ({ componentType }: FoundControl): boolean => componentType === SIGNATURE_AREA;

const flat = (text: string): string => text.normalize('NFKC').replace(/[\s:]/g, '');

function sameName(one: string, other: string): boolean {
  return flat(one).includes(flat(other)) || (flat(one) !== '' && flat(other).includes(flat(one)));
}

/** The nth occurrence of a label in reading order. */
function placeOf(layouts: readonly PageLayout[], label: string, nth: number): Place | null {
  const wanted = label.normalize('NFKC').replace(/\s/g, '');
  let count = 0;
  for (const [index, { lines }] of layouts.entries()) {
    for (const { characters, top, bottom } of lines) {
      const letters = characters.flatMap(({ text, left, right }) =>
        [...text].map((letter) => ({ letter, left, right })),
      );
      const text = letters.map(({ letter }) => letter).join('');
      for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
        count += 1;
        const [first, last] = [letters[at], letters[at + [...wanted].length - 1]];
        if (count === nth && first !== undefined && last !== undefined)
          return { page: index + 1, left: first.left, right: last.right, top, bottom };
      }
    }
  }
  return null;
}

/** px */
const [ABOVE, BELOW, BEHIND] = [30, 150, 200];

function isNearLabel({ page, box }: FoundControl, place: Place): boolean {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const isBeside = x > place.left - 20 && box.x < place.right + BEHIND;
  return page === place.page && isBeside && y > place.top - ABOVE && y < place.bottom + BELOW;
}

function isAtSide({ page, box }: FoundControl, place: Place, { side = 'right' }: ExpectedBlank): boolean {
  if (page !== place.page) return false;
  const middle = box.y + box.height / 2;
  const isInLine = middle > place.top - 8 && middle < place.bottom + 8;
  if (side === 'on') return isInLine && Math.abs(box.x + box.width / 2 - (place.left + place.right) / 2) < 10;
  // A date of blank spaces begins far left of its signs, and covers them.
  if (side === 'left')
    return isInLine && box.x < place.left && (place.left - box.x < 60 || box.x + box.width > place.left);
  if (isInLine && box.x > place.right - 12) return box.x - place.right < 140;
  const isUnder = box.y > place.bottom - 4 && box.y - place.bottom < 40;
  // A sentence goes on at the beginning of the next line.
  const isWrapped = box.x < 130;
  return isUnder && (isWrapped || (box.x < place.right + 20 && box.x + box.width > place.left));
}

/** The sums of all figures. */
export function totalOf(scores: readonly Score[]): Omit<Score, 'remarks'> {
  const sum = (key: Exclude<keyof Score, 'remarks'>): number =>
    scores.reduce((total, each) => total + each[key], 0);
  return {
    areas: sum('areas'),
    areasFound: sum('areasFound'),
    rightParty: sum('rightParty'),
    blanks: sum('blanks'),
    blanksFound: sum('blanksFound'),
    rightName: sum('rightName'),
    proposed: sum('proposed'),
    nonsense: sum('nonsense'),
  };
}
