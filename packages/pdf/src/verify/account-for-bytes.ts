import { isNamed, isStream, type PdfReference } from '../syntax/values.js';
import { type CrossReferenceSection, isSamePlace, type Place } from './cross-reference-section.js';
import type { FileRevisions, Revision } from './file-revisions.js';
import { isBlank } from './file-revisions.js';
import { gapFault, isIdle } from './gap-form.js';
import type { LocatedObject } from './located-object.js';
import { dataOf, objectFault, ownWords } from './object-form.js';
import { isPlainObjectStream } from './object-stream.js';
import type { RevisionView } from './revision-view.js';
import { closingFault, integerFault, objectStreamIntegerFault, tableFault } from './section-form.js';
import { fault, type StructureFault } from './structure-fault.js';
import { type StructureWord, strayWord } from './structure-words.js';

/** Cost of checking the form of an object, searching its words, and comparing it. */
const WORK_PER_OBJECT = 100;
const WORK_PER_REVISION = 2000;

/** A revision that was saved after a signature, with the document before and after it. */
interface LaterRevision {
  readonly bytes: Buffer;
  readonly revision: Revision;
  readonly section: CrossReferenceSection;
  readonly before: RevisionView;
  readonly after: RevisionView;
}

/**
 * Checks that a revision consists only of the objects of its own cross-reference section, that section and its
 * `startxref`, in a form that all readers interpret alike. Readers that follow the tables do not see anything else, but
 * readers that repair files may find it: the incremental saving attack without a table, objects listed twice, tables
 * that point back into signed bytes, objects within stream data.
 * @returns the first fault of each kind of check; empty if every byte is accounted for
 */
export function faultsOfRevision(
  bytes: Buffer,
  revision: Revision,
  previous: Revision,
  before: RevisionView,
  after: RevisionView,
): readonly StructureFault[] {
  const [section] = revision.sections;
  if (section === undefined || revision.sections.length !== 1 || !section.wellFormed)
    return [fault('SECTION', section?.offset ?? revision.start)];
  const later: LaterRevision = { bytes, revision, section, before, after };
  const entries = entryFault(later);
  if (entries !== null) return [entries];
  const objects = ownObjects(later);
  after.budget.spend(WORK_PER_REVISION + WORK_PER_OBJECT * objects.length);
  const spans = spansOf(later, objects);
  const coverage = coverageFault(later, spans);
  if (coverage !== null) return [coverage];
  const faults = [
    ...gapFaults(later, spans),
    previousFault(section, previous),
    section.object === null ? tableFault(bytes, section.offset, section.end) : null,
    integerFault(bytes, section),
    closingFault(bytes, revision.closing, revision.end),
    ...objects.map((object) => objectFault(bytes, object, (length) => isOwnLength(later, length), after)),
    ...objects.map((object) => objectStreamFault(later, object)),
    wordFault(later, objects),
  ];
  return faults.filter((found) => found !== null);
}

/** The first cross-reference entry that contradicts the bytes or the previous revisions. */
function entryFault({ revision, section, before, after }: LaterRevision): StructureFault | null {
  const { offset } = section;
  if (hidesBySize(section, before)) return fault('SIZE', offset);
  for (const [number, place] of section.entries) {
    if (place.kind === 'free') continue;
    const former = before.place(number);
    // References include a generation: an object that returns with another one is not found by them.
    if (former.kind !== 'free' && generationOf(former) !== generationOf(place))
      return fault('GENERATION', offset);
    // Readers that use only the table find the object deleted, others do not.
    if (former.kind !== 'free' && section.hidden.has(number)) return fault('HIDDEN', offset);
    // A writer that repeats all entries changes nothing.
    if (isSamePlace(former, place)) continue;
    const { located, wellFormed } = after.object(number);
    if (!wellFormed) return fault('ENTRY', located?.start ?? offset);
    if (place.kind !== 'offset') continue;
    if (located === null || located.start < revision.start || located.end > revision.eof)
      return fault('ENTRY', place.offset);
    const stray = after
      .packedNumbers(number)
      .some((packed) => !isPackedIn(section.entries.get(packed), number));
    if (stray) return fault('STRAY_PACKED', located.start);
  }
  return null;
}

/** The objects within the revision, including the streams of its section, in file order. */
function ownObjects({ revision, section, before, after }: LaterRevision): readonly LocatedObject[] {
  const found = new Map<number, LocatedObject>();
  const own = [section.object, section.supplement?.object ?? null];
  for (const [number, place] of section.entries) {
    if (place.kind !== 'offset' || isSamePlace(before.place(number), place)) continue;
    own.push(after.object(number).located);
  }
  for (const object of own)
    if (object !== null && object.start >= revision.start) found.set(object.start, object);
  return [...found.values()].sort((one, other) => one.start - other.start);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function spansOf({ revision, section }: LaterRevision, objects: readonly LocatedObject[]): readonly Span[] {
  const spans: Span[] = [...objects, { start: revision.closing, end: revision.eof }];
  if (section.object === null) spans.push({ start: section.offset, end: section.end });
  return spans.sort((one, other) => one.start - other.start);
}

/** The gaps between spans. */
function gapsBetween({ start }: Revision, spans: readonly Span[]): readonly Span[] {
  return spans.map((span, index) => ({ start: spans[index - 1]?.end ?? start, end: span.start }));
}

function coverageFault({ bytes, revision }: LaterRevision, spans: readonly Span[]): StructureFault | null {
  for (const { start, end } of gapsBetween(revision, spans)) {
    if (end < start) return fault('OVERLAP', end);
    if (!isIdle(bytes, start, end)) return fault('STRAY_BYTES', start);
  }
  return null;
}

function gapFaults(
  { bytes, revision }: LaterRevision,
  spans: readonly Span[],
): readonly (StructureFault | null)[] {
  return gapsBetween(revision, spans).map(({ start, end }, index) => {
    // For readers that search for objects, the rest of the `%%EOF` line is a comment.
    const isOnThatLine = index === 0 && !/^[\r\n]/.test(bytes.toString('latin1', start, start + 1));
    return isOnThatLine ? fault('GAP', start) : gapFault(bytes, start, end);
  });
}

/** /Prev must name the section that the previous revision's `startxref` names. */
function previousFault(section: CrossReferenceSection, previous: Revision): StructureFault | null {
  const [newest] = previous.sections;
  const given = section.trailer.get('Prev');
  return newest !== undefined && given === newest.offset ? null : fault('PREVIOUS', section.offset);
}

/**
 * Whether an indirect /Length was written by the same revision, so that no other revision can change where the data
 * ends.
 */
function isOwnLength({ section, after }: LaterRevision, { object }: PdfReference): boolean {
  const place = section.entries.get(object);
  if (place === undefined || place.kind === 'free' || !isSamePlace(after.place(object), place)) return false;
  const { value } = after.object(object);
  return typeof value === 'number' && Number.isInteger(value);
}

function objectStreamFault(
  { bytes, after, revision }: LaterRevision,
  { object, value, start }: LocatedObject,
): StructureFault | null {
  if (!isStream(value) || !revision.containers.has(object)) return null;
  const isPlain =
    isNamed(value.dictionary.get('Type'), 'ObjStm') &&
    typeof value.dictionary.get('N') === 'number' &&
    typeof value.dictionary.get('First') === 'number' &&
    isPlainObjectStream(after.objectStream(object));
  if (!isPlain) return fault('OBJECT_STREAM', start);
  return objectStreamIntegerFault(bytes, start, dataOf(bytes, value).start);
}

/** A structure keyword outside its place. */
function wordFault(
  { bytes, revision, section, after }: LaterRevision,
  objects: readonly LocatedObject[],
): StructureFault | null {
  const own: StructureWord[] = objects.flatMap((object) => [...ownWords(bytes, object)]);
  if (section.object === null) {
    own.push({ word: 'xref', offset: bytes.indexOf('xref', section.offset) });
    own.push({ word: 'trailer', offset: bytes.lastIndexOf('trailer', section.end) });
  }
  own.push({ word: 'startxref', offset: revision.closing + 'start'.length });
  own.push({ word: '%%EOF', offset: revision.eof - '%%EOF'.length });
  const expected = new Set(own.map(({ word, offset }) => `${word} ${offset}`));
  after.budget.spendOnData(revision.eof - revision.start);
  const stray = strayWord(bytes, revision.start, revision.eof, ({ word, offset }) =>
    expected.has(`${word} ${offset}`),
  );
  return stray === null ? null : fault('KEYWORD', stray.offset);
}

/**
 * Whether /Size changes which objects exist. Objects numbered /Size or higher are missing (ISO 32000-2, table 15) for
 * readers that observe it, so another /Size hides or reveals objects.
 */
function hidesBySize(section: CrossReferenceSection, before: RevisionView): boolean {
  const own = section.trailer.get('Size');
  const former = before.trailer.get('Size');
  if (typeof own !== 'number') return true;
  for (const [number, { kind }] of section.entries) if (kind !== 'free' && number >= own) return true;
  return typeof former === 'number' && own !== former && Math.min(own, former) <= before.highest;
}

function generationOf(place: Place): number {
  return place.kind === 'offset' ? place.generation : 0;
}

function isPackedIn(place: Place | undefined, container: number): boolean {
  return place?.kind === 'packed' && place.container === container;
}

/** Fault at the end of the file, where only a few blanks may follow the last revision. */
export function faultOfEnd(bytes: Buffer, file: FileRevisions): StructureFault | null {
  if (file.broken !== null && file.broken >= file.end) return fault('BROKEN_CHAIN', file.broken);
  if (!isBlank(bytes, file.end, bytes.length)) return fault('STRAY_BYTES', file.end);
  return gapFault(bytes, file.end, bytes.length) === null ? null : fault('TRAILING_BLANKS', file.end);
}
