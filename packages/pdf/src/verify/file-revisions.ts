import { LenientReader } from '../import/lenient-reader.js';
import { DocumentRefused } from '../model.js';
import {
  type CrossReferenceSection,
  FREE,
  type Place,
  readCrossReferenceSection,
  withoutSupplement,
} from './cross-reference-section.js';
import type { WorkBudget } from './work-budget.js';

/** One incremental update of the file (ISO 32000-2 7.5.6). */
export interface Revision {
  /** End of the previous revision, 0 for the first. */
  readonly start: number;
  /** Offset after `%%EOF` and the end of line that may follow it. */
  readonly eof: number;
  readonly end: number;
  /** Offset of its closing `startxref`. */
  readonly closing: number;
  /** Newest first; a linearised file has two in its first revision. */
  readonly sections: readonly CrossReferenceSection[];
  /** Union of all its sections. */
  readonly entries: ReadonlyMap<number, Place>;
  /** Numbers of the object streams that contain these objects. */
  readonly containers: ReadonlySet<number>;
  /** The highest object number in use. */
  readonly highest: number;
}

/** Location of an object from that revision index on. */
export interface PlaceSince {
  readonly since: number;
  readonly place: Place;
}

export interface FileRevisions {
  /** Oldest first, at least one. */
  readonly revisions: readonly Revision[];
  /** Locations of each object; if there were several, oldest first. */
  readonly places: ReadonlyMap<number, PlaceSince | readonly PlaceSince[]>;
  /** Object streams that any entry refers to, with the first revision that does. */
  readonly containers: ReadonlyMap<number, number>;
  /** A readable section after the last revision that leads to none of the revisions; null if there is none. */
  readonly broken: number | null;
  /** End of the last readable revision; the bytes after it belong to none. */
  readonly end: number;
}

const MAX_SECTIONS = 10_000;
/** Maximum number of %%EOF markers tried if the last one is invalid. */
const MAX_ATTEMPTS = 64;

/**
 * Reads the revisions of a file along its own cross-reference chain; null if no end of file leads to a complete chain.
 * Nothing is searched for or repaired, because readers that repair files find different documents in the same bytes. If
 * the last `startxref` is invalid, the last valid one before it is used, and the bytes after it belong to no revision.
 *
 * @throws DocumentRefused TOO_MANY_REVISIONS as soon as there are more than `maxRevisions`
 */
export function readRevisions(
  bytes: Buffer,
  budget: WorkBudget,
  maxRevisions = MAX_SECTIONS,
): FileRevisions | null {
  let before = bytes.length;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const at = bytes.lastIndexOf('startxref', before);
    if (at < 0) return null;
    const revisions = revisionsFrom(bytes, at, budget, maxRevisions);
    if (revisions !== null)
      return {
        revisions,
        places: placesOf(revisions),
        containers: containersOf(revisions),
        broken: before === bytes.length ? null : brokenSection(bytes, budget),
        end: revisions.at(-1)?.end ?? bytes.length,
      };
    if (at === 0) return null;
    before = at - 1;
  }
  return null;
}

/** Section referred to by the last `startxref`, if it is one. */
function brokenSection(bytes: Buffer, budget: WorkBudget): number | null {
  const closing = closingAt(bytes, bytes.lastIndexOf('startxref'));
  if (closing === null || readCrossReferenceSection(bytes, closing.target, budget) === null) return null;
  return closing.target;
}

interface Closing {
  readonly at: number;
  readonly target: number;
  readonly eof: number;
  readonly end: number;
}

function revisionsFrom(
  bytes: Buffer,
  startxref: number,
  budget: WorkBudget,
  maxRevisions: number,
): readonly Revision[] | null {
  const last = closingAt(bytes, startxref);
  if (last === null) return null;
  const groups: { closing: Closing; sections: CrossReferenceSection[] }[] = [];
  const seen = new Set<number>();
  let offset: number | null = last.target;
  while (offset !== null) {
    if (seen.has(offset) || seen.size > MAX_SECTIONS) return null;
    seen.add(offset);
    const section = readCrossReferenceSection(bytes, offset, budget);
    if (section === null) return null;
    const newer = groups.at(-1);
    if (newer === undefined) groups.push({ closing: last, sections: [section] });
    else {
      const first = newer.sections.reduce((least, known) => Math.min(least, known.offset), bytes.length);
      // In a linearised file the section that is read first precedes the one that it names (annex F).
      const closing = section.offset < first ? closingOf(bytes, section, first, budget) : null;
      if (closing === null) newer.sections.push(section);
      else groups.push({ closing, sections: [section] });
    }
    // A revision has one section, or two in a linearised file.
    if (groups.length > maxRevisions || seen.size > 2 * maxRevisions)
      throw new DocumentRefused('TOO_MANY_REVISIONS', `more than ${maxRevisions}`);
    const previous = section.trailer.get('Prev');
    offset = typeof previous === 'number' ? previous : null;
  }
  return revisionsOf(groups.reverse());
}

interface SectionsOfRevision {
  readonly closing: Closing;
  readonly sections: readonly CrossReferenceSection[];
}

/** @param groups oldest first */
function revisionsOf(groups: readonly SectionsOfRevision[]): readonly Revision[] {
  const earlier: ReadonlyMap<number, Place>[] = [];
  const before = (number: number): Place =>
    earlier.findLast((entries) => entries.has(number))?.get(number) ?? FREE;
  const supplements = new Set<number>();
  let start = 0;
  return groups.map(({ closing, sections }) => {
    const own = sections.map((section) => {
      const { supplement, hidden } = section;
      if (supplement === null) return section;
      const { start: offset } = supplement.object;
      const isCopy = supplements.has(offset);
      supplements.add(offset);
      return isCopy ? withoutSupplement(supplement, hidden, before) : section;
    });
    const entries = entriesOf(own);
    earlier.push(entries);
    const { at, eof, end } = closing;
    const revision = { start, eof, end, closing: at, sections: own, entries, ...extentOf(entries) };
    start = eof;
    return revision;
  });
}

/** The `startxref` that names this section and precedes the next revision. */
function closingOf(
  bytes: Buffer,
  section: CrossReferenceSection,
  before: number,
  budget: WorkBudget,
): Closing | null {
  for (
    let at = bytes.indexOf('startxref', section.end);
    at >= 0 && at < before;
    at = bytes.indexOf('startxref', at + 1)
  ) {
    const closing = closingAt(bytes, at);
    if (closing !== null && closing.target === section.offset && closing.eof <= before) {
      budget.spendOnData(at - section.end);
      return closing;
    }
    budget.spend(10);
  }
  budget.spendOnData(Math.max(0, before - section.end));
  return null;
}

function closingAt(bytes: Buffer, at: number): Closing | null {
  const text = bytes.toString('latin1', at, at + 128);
  const found = /^startxref[\0\t\n\f\r ]+(\d{1,10})[\0\t\n\f\r ]+%%EOF(\r\n|\n|\r)?/.exec(text);
  if (found === null) return null;
  const end = at + found[0].length;
  return { at, target: Number(found[1]), eof: end - (found[2]?.length ?? 0), end };
}

function entriesOf(sections: readonly CrossReferenceSection[]): ReadonlyMap<number, Place> {
  const [only] = sections;
  if (sections.length === 1 && only !== undefined) return only.entries;
  const entries = new Map<number, Place>();
  for (const section of sections) {
    for (const [number, place] of section.entries) if (!entries.has(number)) entries.set(number, place);
  }
  return entries;
}

function placesOf(revisions: readonly Revision[]): FileRevisions['places'] {
  const places = new Map<number, PlaceSince | PlaceSince[]>();
  for (const [since, { entries }] of revisions.entries()) {
    for (const [number, place] of entries) {
      const known = places.get(number);
      if (known !== undefined && 'place' in known) places.set(number, [known, { since, place }]);
      else if (known !== undefined) known.push({ since, place });
      else if (place.kind !== 'free') places.set(number, { since, place });
    }
  }
  return places;
}

function containersOf(revisions: readonly Revision[]): ReadonlyMap<number, number> {
  const since = new Map<number, number>();
  for (const [index, { containers }] of revisions.entries())
    for (const number of containers) if (!since.has(number)) since.set(number, index);
  return since;
}

function extentOf(entries: ReadonlyMap<number, Place>): Pick<Revision, 'containers' | 'highest'> {
  const containers = new Set<number>();
  let highest = 0;
  for (const [number, place] of entries) {
    if (place.kind === 'packed') containers.add(place.container);
    if (place.kind !== 'free') highest = Math.max(highest, number);
  }
  return { containers, highest };
}

/** Whether a range contains only blanks. */
export function isBlank(bytes: Buffer, start: number, end: number): boolean {
  const reader = new LenientReader(bytes.subarray(start, end));
  const comment = bytes.subarray(start, end).includes(0x25);
  reader.skipWhitespace();
  return !comment && reader.position >= end - start;
}
